package dev.dyno.driver.kafka;

import dev.dyno.driver.kafka.Progress.Position;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Records of a poll that have not been delivered yet.
 *
 * <p>Assumptions and guarantees: guarded by the lock of its consumer.
 */
final class Batch {

    private record Part(TopicPartition partition, List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {}

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Progress progress;
    private final Deque<Part> rest = new ArrayDeque<>();
    private List<ConsumerRecord<ByteBuffer, ByteBuffer>> current = List.of();
    private int next;
    private @Nullable ConsumerRecord<ByteBuffer, ByteBuffer> last;

    private @Nullable TopicPartition partition;
    private Position position = new Position();

    Batch(Progress progress) {
        this.progress = progress;
    }

    void add(ConsumerRecords<ByteBuffer, ByteBuffer> records) {
        for (TopicPartition each : records.partitions()) {
            rest.add(new Part(each, records.records(each)));
        }
    }

    boolean isEmpty() {
        return next == current.size() && rest.isEmpty();
    }

    /** Body of the next message, which counts as delivered from now on; must not be called on an empty batch. */
    ByteBuffer take() {
        if (next == current.size()) {
            turn();
        }
        final ConsumerRecord<ByteBuffer, ByteBuffer> record = current.get(next++);
        position.delivered = record.offset() + 1;
        last = record;
        final ByteBuffer body = record.value();
        // A record without a value is no message of ours.
        return body == null ? NOTHING : body;
    }

    /** Record returned last by {@link #take}; null before the first. */
    @Nullable
    ConsumerRecord<ByteBuffer, ByteBuffer> last() {
        return last;
    }

    private void turn() {
        Part part = rest.remove();
        partition = part.partition;
        position = progress.of(part.partition);
        current = part.records;
        next = 0;
    }

    /** Number of messages of a partition that were polled and not delivered. */
    long size(TopicPartition of) {
        long size = of.equals(partition) ? current.size() - next : 0;
        for (Part part : rest) {
            size += part.partition.equals(of) ? part.records.size() : 0;
        }
        return size;
    }

    /** Drops the remaining messages of partitions, which other members will receive. */
    void drop(Collection<TopicPartition> gone) {
        for (Iterator<Part> parts = rest.iterator(); parts.hasNext(); ) {
            if (gone.contains(parts.next().partition)) {
                parts.remove();
            }
        }
        if (partition != null && gone.contains(partition)) {
            current = List.of();
            next = 0;
            partition = null;
        }
    }
}
