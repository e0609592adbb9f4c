package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The MQTT of RabbitMQ, which has topics but no shared subscriptions, and MQTT 5 from 3.13 on. */
@Tag("broker")
@Tag("nightly")
class RabbitTest {

    @RegisterExtension
    private static final SharedBroker BROKER =
            new SharedBroker(BrokerSpec.of("rabbitmq").withKnob("mqtt", "true"), "mqtt");

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void whatIsSentToATopicReachesBothConsumers(String version) throws Exception {
        assumeFalse(version.equals("5") && isBefore3Point13(), "it has no MQTT 5");
        long delivered = Loads.run(
                        BROKER.spec(Map.of("mqtt.version", version)),
                        "{ producers: { to: 'topic://T', messages: 300 }, consumers: { from: 'topic://T', count: 2 },"
                                + " phases: { measure: until stopped } }")
                .ledger()
                .delivered();
        assertThat(delivered).isEqualTo(600);
    }

    @Test
    void ofAQueueTheSentenceSaysWhatToDo() throws Exception {
        assumeFalse(isBefore3Point13(), "it has no MQTT 5");
        try (TestClient fixture = BROKER.open(Map.of())) {
            assertFails(
                    () -> fixture.inbox(TestClient.queue()),
                    "…: the broker has no shared subscriptions, which make a queue of a topic; use a topic without them");
        }
    }

    @Test
    void ofAQueueInMqtt3TheRunSaysThatItMayHaveNone() {
        assertThat(Loads.disturbed(
                                BROKER.spec(Map.of("mqtt.version", "3")),
                                "{ producers: { to: 'queue://Q', messages: 3 }, consumers: { from: 'queue://Q' }, phases: {"
                                        + " measure: until stopped } }",
                                topic -> {})
                        .result()
                        .outcome()
                        .cause())
                .contains(
                        "a probe message to queue://Q was acknowledged but did not arrive within 10 s; a queue of MQTT is"
                                + " a shared subscription, which a broker of MQTT 3.1.1 need not have, and RabbitMQ has none: use a"
                                + " topic");
    }

    private static boolean isBefore3Point13() {
        return BROKER.get().broker().version().matches("3\\.([0-9]|1[0-2])\\..*");
    }
}
