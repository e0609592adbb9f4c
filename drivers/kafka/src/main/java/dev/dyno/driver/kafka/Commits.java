package dev.dyno.driver.kafka;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.TimeSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;

/**
 * Commits the offsets of a consumer: when asked, and in two modes unasked before a poll, without waiting, one commit at a time.
 * In {@link AckMode#AUTO} that is after each batch, in {@link AckMode#DUPS_OK} after {@code auto.commit.interval.ms}.
 *
 * <p>Assumptions and guarantees: guarded by the lock of its consumer.
 */
final class Commits {

    private static final long DEFAULT_INTERVAL_MS = 5_000;

    private final KafkaConsumer<ByteBuffer, ByteBuffer> consumer;
    private final Progress progress;
    private final TimeSource time;
    private final boolean unasked;
    private final long intervalNs;
    private long lastNs;
    private boolean underWay;

    Commits(
            KafkaConsumer<ByteBuffer, ByteBuffer> consumer,
            Progress progress,
            AckMode mode,
            Map<String, Object> settings,
            TimeSource time) {
        this.consumer = consumer;
        this.progress = progress;
        this.time = time;
        unasked = mode == AckMode.AUTO || mode == AckMode.DUPS_OK;
        Object interval = settings.getOrDefault(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, DEFAULT_INTERVAL_MS);
        intervalNs =
                mode == AckMode.DUPS_OK ? TimeUnit.MILLISECONDS.toNanos(Long.parseLong(String.valueOf(interval))) : 0;
        lastNs = time.nanoTime();
    }

    /**
     * Commits all delivered messages, if the mode does so unasked and a commit is due. Called before a poll, when everything
     * polled has been delivered.
     */
    void afterBatch() {
        if (!unasked || underWay || (intervalNs > 0 && time.nanoTime() - lastNs < intervalNs)) {
            return;
        }
        progress.acknowledge();
        Map<TopicPartition, OffsetAndMetadata> offsets = progress.take();
        if (!offsets.isEmpty()) {
            lastNs = time.nanoTime();
            underWay = true;
            consumer.commitAsync(offsets, this::onCommitted);
        }
    }

    private void onCommitted(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        underWay = false;
        if (failure != null) {
            progress.giveBack(offsets.keySet());
        }
    }

    /** Commits all delivered messages, and waits for the broker. */
    void now() {
        progress.acknowledge();
        try {
            commit(progress.take(), null);
        } catch (RebalanceInProgressException e) {
            // The offsets are committed during the next poll, if it gives partitions away, or by a later commit.
        }
    }

    /** Commits all acknowledged messages; in modes that commit unasked, all delivered ones. */
    void finish(Duration patience) {
        if (unasked) {
            progress.acknowledge();
        }
        commit(progress.take(), patience);
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Duration patience) {
        if (offsets.isEmpty()) {
            return;
        }
        try {
            if (patience == null) {
                consumer.commitSync(offsets);
            } else {
                consumer.commitSync(offsets, patience);
            }
        } catch (RuntimeException e) {
            progress.giveBack(offsets.keySet());
            throw e;
        }
    }
}
