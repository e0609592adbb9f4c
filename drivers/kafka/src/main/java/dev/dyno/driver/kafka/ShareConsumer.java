package dev.dyno.driver.kafka;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Member of a share group, which acknowledges each message. It joins the group by its first poll after the start, because a poll
 * locks messages for the member. The library sends acknowledgements with the next poll, and refuses to poll before all messages
 * of the last poll are acknowledged.
 *
 * <p>Assumptions and guarantees: those of {@link PollingConsumer}, whose lock guards the fields that are neither volatile nor
 * safe for any thread. {@link #acknowledge(Object)} and {@link #leave} take no lock: an acknowledgement waits for the next
 * poll, and {@code leave} for the thread that polls, which must not be its caller.
 */
final class ShareConsumer extends PollingConsumer {

    /** Time in ns between two checks whether the messages of the last poll are acknowledged. */
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Longest wait in ns of {@link #leave}, a little less than its contract allows. */
    private static final long LEAVE_NS = TimeUnit.SECONDS.toNanos(25);

    private final KafkaShareConsumer<ByteBuffer, ByteBuffer> consumer;
    private final boolean byItself;

    /** Messages returned by {@link #delivery} and acknowledged since, but not yet to the library. */
    private final Queue<ConsumerRecord<ByteBuffer, ByteBuffer>> done = new ConcurrentLinkedQueue<>();

    /** Message delivered last; null if it is acknowledged, or {@link #delivery} has returned it. */
    private @Nullable ConsumerRecord<ByteBuffer, ByteBuffer> last;

    /** Number of messages delivered and not acknowledged. */
    private int open;

    private volatile boolean leaving;
    /** Whether all messages are acknowledged after {@link #leave}, so that no more are polled. */
    private volatile boolean left;

    ShareConsumer(
            KafkaConnection connection,
            ConsumerSpec spec,
            Source source,
            Map<String, Object> settings,
            DeliveryListener listener) {
        super(connection, spec, source, listener);
        this.consumer = new KafkaShareConsumer<>(settings, new ByteBufferDeserializer(), new ByteBufferDeserializer());
        this.byItself = spec.ackMode() != AckMode.INDIVIDUAL;
    }

    @Override
    void subscribe() {
        consumer.subscribe(List.of(source.topic()));
    }

    @Override
    ConsumerRecords<ByteBuffer, ByteBuffer> poll(Duration timeout) {
        settleDone();
        left = leaving && open == 0;
        if (open > 0 || leaving) {
            time.parkUntil(time.nanoTime() + Math.min(LOOK_NS, timeout.toNanos()));
            return ConsumerRecords.empty();
        }
        return consumer.poll(timeout);
    }

    @Override
    void idle(boolean delivers) {
        if (delivers && batch.isEmpty()) {
            batch.add(poll(Duration.ZERO));
        } else {
            settleDone();
            consumer.commitAsync();
        }
    }

    @Override
    void deliver() throws DriverException {
        final ByteBuffer body = batch.take();
        last = batch.last();
        open++;
        listener.onMessage(body);
        if (byItself) {
            settle(AcknowledgeType.ACCEPT);
        }
    }

    @Override
    void settle(AcknowledgeType how) {
        final ConsumerRecord<ByteBuffer, ByteBuffer> record = last;
        if (record != null) {
            last = null;
            settle(record, how);
        }
    }

    private void settle(ConsumerRecord<ByteBuffer, ByteBuffer> record, AcknowledgeType how) {
        open--;
        consumer.acknowledge(record, how);
    }

    private void settleDone() {
        ConsumerRecord<ByteBuffer, ByteBuffer> record = done.poll();
        while (record != null) {
            settle(record, AcknowledgeType.ACCEPT);
            record = done.poll();
        }
    }

    @Override
    public Object delivery() {
        final ConsumerRecord<ByteBuffer, ByteBuffer> record = Objects.requireNonNull(last);
        last = null;
        return record;
    }

    @Override
    @SuppressWarnings("unchecked") // The argument comes from delivery().
    public void acknowledge(Object delivery) {
        done.add((ConsumerRecord<ByteBuffer, ByteBuffer>) delivery);
    }

    /**
     * Waits until all messages of the last poll are delivered and acknowledged. Closing would release them, and the broker drops
     * a message that was released too often.
     */
    @Override
    public void leave() {
        leaving = true;
        long untilNs = time.nanoTime() + LEAVE_NS;
        while (!left && connection.lost() == null && time.nanoTime() - untilNs < 0) {
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }

    @Override
    void finish(Duration patience) {
        settleDone();
        consumer.commitSync(patience);
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        failIfBroken();
        return Optional.of(MessagesLeft.ofBroker(connection.groups().shares.left(source)));
    }

    @Override
    public int partition() {
        return NO_ORDER;
    }

    @Override
    void wakeUp() {
        consumer.wakeup();
    }

    /** Releases the messages that are not acknowledged. */
    @Override
    void close(Duration patience) {
        settleDone();
        consumer.close(patience);
    }
}
