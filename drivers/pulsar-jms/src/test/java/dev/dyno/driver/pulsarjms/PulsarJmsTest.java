package dev.dyno.driver.pulsarjms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class PulsarJmsTest {

    private static ProducerSpec producer(SendMode mode) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, true);
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void theBrokerAcknowledgesAndTheCardSaysHowSendsAreBatched(SendMode mode) throws Exception {
        try (TestClient client = new TestClient(ManagedPulsar.spec(Map.of(
                "producerConfig.batchingMaxPublishDelayMicros", "77",
                "consumerConfig.receiverQueueSize", "17")))) {
            Semantics card = client.client().semantics(producer(mode));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
            assertThat(card.facts())
                    .containsEntry("protocol", "Pulsar")
                    .containsEntry("transactions", "false")
                    .containsEntry("batching", "true")
                    .containsEntry("batching delay", "77")
                    .containsEntry("acknowledges a part of a batch", "false")
                    .containsEntry("receiver queue", "17");
        }
    }

    @Test
    void transactionsAndSelectorsAreRefusedBeforeTheyAreTried() throws Exception {
        try (TestClient client = new TestClient(ManagedPulsar.spec(Map.of()))) {
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
        try (TestClient client = new TestClient(ManagedPulsar.spec(Map.of()))) {
            for (String topic : List.of("topic://kept", "topic://removed")) {
                client.consume(Fixture.subscribes(Destination.parse(topic), subscription))
                        .close();
            }
            client.connection().unsubscribe(Destination.parse("topic://removed"), subscription);
        }
        assertThat(ManagedPulsar.subscriptions("removed")).isEqualTo("[]");
        assertThat(ManagedPulsar.subscriptions("kept")).isEqualTo("[\"of-both\"]");
    }
}
