package dev.dyno.driver.pulsarjms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.ProducerSpecs;
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

    private static final ConnectionSpec ANONYMOUS = new ConnectionSpec(Optional.empty(), failure -> {});

    private static ProducerSpec producer(SendMode mode) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, true);
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void theBrokerAcknowledgesAndTheCardSaysHowSendsAreBatched(SendMode mode) throws Exception {
        try (Client client = new JmsDriver()
                .open(ManagedPulsar.spec(Map.of(
                        "producerConfig.batchingMaxPublishDelayMicros", "77",
                        "consumerConfig.receiverQueueSize", "17")))) {
            client.connect(ANONYMOUS).close();
            Semantics card = client.semantics(producer(mode));
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
        try (Client client = new JmsDriver().open(ManagedPulsar.spec(Map.of()))) {
            ClientConnection connection = client.connect(ANONYMOUS);
            assertThatThrownBy(() -> connection.createProducer(producer(SendMode.TRANSACTED), (token, failure) -> {}))
                    .isInstanceOf(DriverException.class)
                    .hasMessage(
                            "cannot create a producer for queue://q: no transactions by the driver's jms.without; leave them out");
            Destination q = Destination.parse("queue://q");
            ConsumerSpec selecting = new ConsumerSpec(
                    q, Optional.empty(), AckMode.AUTO, ReceiveMode.LISTENER, Optional.of("colour = 'red'"));
            assertThatThrownBy(() -> connection.createConsumer(selecting, body -> {}))
                    .isInstanceOf(DriverException.class)
                    .hasMessage(
                            "cannot create a consumer of queue://q: no selectors by the driver's jms.without; leave them out");
            connection.close();
        }
    }

    @Test
    void unsubscribingLeavesASubscriptionOfTheSameNameAtAnotherTopic() throws Exception {
        ConsumerSpec.Subscription subscription = new ConsumerSpec.Subscription("of-both", true, true);
        try (Client client = new JmsDriver().open(ManagedPulsar.spec(Map.of()))) {
            ClientConnection connection = client.connect(ANONYMOUS);
            for (String topic : List.of("kept", "removed")) {
                connection
                        .createConsumer(
                                new ConsumerSpec(
                                        Destination.parse("topic://" + topic),
                                        Optional.of(subscription),
                                        AckMode.AUTO,
                                        ReceiveMode.LISTENER,
                                        Optional.empty()),
                                body -> {})
                        .close();
            }
            connection.unsubscribe(Destination.parse("topic://removed"), subscription);
            connection.close();
        }
        assertThat(ManagedPulsar.subscriptions("removed")).isEqualTo("[]");
        assertThat(ManagedPulsar.subscriptions("kept")).isEqualTo("[\"of-both\"]");
    }
}
