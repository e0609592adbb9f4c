package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.TestClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("broker")
class SemanticsTest {

    private final Destination topic = Fixture.queue();

    private Semantics card(SendMode mode, Map<String, String> properties) throws Exception {
        try (TestClient link = Link.open(OnKafka.shared(), properties)) {
            link.client().prepare(List.of(topic));
            return link.client().semantics(Link.sends(topic, mode));
        }
    }

    @Test
    void theCardHasAllThatChangesWhatAnAcknowledgementCosts() throws Exception {
        Semantics card = card(
                SendMode.ASYNC,
                Map.of(
                        "acks", "1",
                        "linger.ms", "7",
                        "batch.size", "262144",
                        "compression.type", "lz4",
                        "kafka.key", "sequence",
                        "kafka.partitions", "3",
                        "kafka.topic.flush.messages", "1"));
        assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(card.facts())
                .containsEntry("acks", "1")
                .containsEntry("idempotence", "false")
                .containsEntry("linger", "7 ms")
                .containsEntry("batch", "262144 bytes")
                .containsEntry("compression", "lz4")
                .containsEntry("send mode", "async")
                .containsEntry("keys", "sequence")
                .containsEntry("isolation level", "read_committed")
                .containsEntry("group protocol", "classic")
                .containsEntry("ack wait", "5m")
                .containsEntry("brokers", "1")
                .containsEntry("partitions", "3")
                .containsEntry("replicas", "1")
                .containsEntry("min in-sync replicas", "1")
                .containsEntry("broker compression", "producer")
                .containsEntry("flush", "every 1 messages");
        assertThat(card.facts().get("client")).matches("kafka-clients 4\\.[0-9]+\\.[0-9]+");
        assertThat(card.facts().get("broker features")).contains("metadata.version ");
    }

    @Test
    void byDefaultAllReplicasAcknowledgeAndTheOperatingSystemFlushes() throws Exception {
        assertThat(card(SendMode.SYNC, Map.of()).facts())
                .containsEntry("acks", "all")
                .containsEntry("idempotence", "true")
                .containsEntry("compression", "none")
                .containsEntry("flush", "by the operating system");
    }

    @Test
    void withoutAcksTheLibraryCompletesSendsItself() throws Exception {
        assertThat(card(SendMode.ASYNC, Map.of("acks", "0")).acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
    }

    @Test
    void aTransactionIsAcknowledgedByAllReplicasWhateverIsSet() throws Exception {
        Semantics card = card(SendMode.TRANSACTED, Map.of());
        assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(card.facts()).containsEntry("acks", "all").containsEntry("send mode", "transacted");
    }
}
