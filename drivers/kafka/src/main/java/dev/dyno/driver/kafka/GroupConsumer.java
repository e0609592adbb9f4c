package dev.dyno.driver.kafka;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Member of a consumer group with a share of its partitions, or reader of all partitions.
 *
 * <p>A member of a group must poll even while nothing is to be delivered; otherwise each rebalance waits for it, and the group
 * finally excludes it. Meanwhile it therefore polls with all partitions paused.
 */
final class GroupConsumer extends PollingConsumer implements ConsumerRebalanceListener {

    private static final Duration IDLE_POLL = Duration.ofMillis(20);
    private static final Duration ANSWER = Duration.ofSeconds(3);

    private final KafkaConsumer<ByteBuffer, ByteBuffer> consumer;
    private final Commits commits;

    /** Whether newly assigned partitions must be paused. */
    private boolean pausing = true;

    GroupConsumer(
            KafkaConnection connection,
            ConsumerSpec spec,
            Source source,
            Map<String, Object> settings,
            DeliveryListener listener) {
        super(connection, spec, source, listener);
        this.consumer = new KafkaConsumer<>(settings, new ByteBufferDeserializer(), new ByteBufferDeserializer());
        this.commits = new Commits(consumer, progress, spec.ackMode(), settings, time);
    }

    @Override
    void subscribe() {
        if (source.from().isPresent()) {
            consumer.assign(source.partitions());
            source.from().get().forEach(consumer::seek);
            consumer.pause(source.partitions());
            joined = true;
        } else {
            consumer.subscribe(List.of(source.topic()), this);
        }
    }

    @Override
    ConsumerRecords<ByteBuffer, ByteBuffer> poll(Duration timeout) {
        commits.afterBatch();
        return consumer.poll(timeout);
    }

    /** {@inheritDoc} Polls with all partitions paused, which keeps the messages fetched before. */
    @Override
    void idle(boolean delivers) {
        pauseFetching();
        batch.add(consumer.poll(delivers ? Duration.ZERO : IDLE_POLL));
        joined = joined || consumer.groupMetadata().generationId() > 0;
        if (delivers) {
            resumeFetching();
        }
    }

    @Override
    void pauseFetching() {
        pausing = true;
        consumer.pause(consumer.assignment());
    }

    @Override
    void resumeFetching() {
        pausing = false;
        consumer.resume(consumer.assignment());
    }

    @Override
    void settle(AcknowledgeType how) {
        commits.now();
    }

    @Override
    void finish(Duration patience) {
        commits.finish(patience);
    }

    @Override
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> next = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            next.put(partition, consumer.position(partition, ANSWER) - batch.size(partition));
        }
        return next;
    }

    @Override
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    void close(Duration patience) {
        consumer.close(CloseOptions.timeout(patience));
    }

    /** Pauses new partitions while fetching is paused. Called inside a poll. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (pausing) {
            consumer.pause(partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        try {
            // The new owners of the partitions start at the committed offsets.
            commits.finish(Duration.ofNanos(Bounded.CLOSE_NS));
        } catch (KafkaException e) {
            // The new owners receive the uncommitted messages again.
        }
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        batch.drop(partitions);
        progress.forget(partitions);
    }
}
