package dev.dyno.driver.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Progress of a consumer in its partitions.
 *
 * <p>Assumptions and guarantees: guarded by the lock of its consumer.
 */
final class Progress {

    /** Offsets in one partition, each of the message after the last one delivered, acknowledged or committed; -1 = none. */
    static final class Position {

        long delivered = -1;
        long acknowledged = -1;
        long committed = -1;
    }

    private final Map<TopicPartition, Position> positions = new HashMap<>();

    Position of(TopicPartition partition) {
        return positions.computeIfAbsent(partition, p -> new Position());
    }

    /** Counts everything delivered so far as acknowledged. */
    void acknowledge() {
        for (Position position : positions.values()) {
            position.acknowledged = position.delivered;
        }
    }

    /** Returns the offsets acknowledged and not committed, which count as committed from now on. */
    Map<TopicPartition, OffsetAndMetadata> take() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, position) -> {
            if (position.acknowledged > position.committed) {
                offsets.put(partition, new OffsetAndMetadata(position.acknowledged));
                position.committed = position.acknowledged;
            }
        });
        return offsets;
    }

    /** Notes that a commit has failed, so that its offsets are committed again. */
    void giveBack(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Position position = positions.get(partition);
            if (position != null) {
                position.committed = -1;
            }
        }
    }

    /** Forgets partitions that other members have now. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(positions::remove);
    }
}
