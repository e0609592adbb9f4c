package dev.dyno.driver.pulsarjms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Tag("broker")
class PulsarJmsTest {

    @RegisterExtension
    private static final SharedBroker PULSAR = PulsarJmsContractTest.PULSAR;

    private static ProducerSpec producer(SendMode mode) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, true);
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void theBrokerAcknowledgesAndTheCardSaysHowSendsAreBatched(SendMode mode) throws Exception {
        try (TestClient client = PULSAR.open(Map.of(
                "producerConfig.batchingMaxPublishDelayMicros", "77",
                "consumerConfig.receiverQueueSize", "17"))) {
            Semantics card = client.client().semantics(producer(mode));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
            assertFacts(
                    card.facts(),
                    "protocol=Pulsar; transactions=false; batching=true; batching delay=77;"
                            + " acknowledges a part of a batch=false; receiver queue=17");
        }
    }

    @Test
    void transactionsAndSelectorsAreRefusedBeforeTheyAreTried() throws Exception {
        try (TestClient client = PULSAR.open(Map.of())) {
            assertFails(
                    () -> client.produce(producer(SendMode.TRANSACTED)),
                    "cannot create a producer for queue://q: no transactions by the driver's jms.without; leave them out");
            ConsumerSpec selecting = new ConsumerSpec(
                    Destination.parse("queue://q"),
                    Optional.empty(),
                    AckMode.AUTO,
                    ReceiveMode.LISTENER,
                    Optional.of("colour = 'red'"));
            assertFails(
                    () -> client.consume(selecting),
                    "cannot create a consumer of queue://q: no selectors by the driver's jms.without; leave them out");
        }
    }

    @Test
    void unsubscribingLeavesASubscriptionOfTheSameNameAtAnotherTopic() throws Exception {
        Subscription subscription = new Subscription("of-both", true, true);
        try (TestClient client = PULSAR.open(Map.of())) {
            for (String topic : List.of("topic://kept", "topic://removed")) {
                client.consume(TestClient.subscribes(Destination.parse(topic), subscription))
                        .consumer()
                        .close();
            }
            client.connection().unsubscribe(Destination.parse("topic://removed"), subscription);
        }
        assertThat(subscriptions("removed")).isEqualTo("[]");
        assertThat(subscriptions("kept")).isEqualTo("[\"of-both\"]");
    }

    /** Subscriptions of a topic, in the JSON of the broker. */
    private static String subscriptions(String topic) throws IOException, InterruptedException {
        String web = PULSAR.url().substring(PULSAR.url().indexOf('=') + 1);
        URI list = URI.create(web + "/admin/v2/persistent/public/default/" + topic + "/subscriptions");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
