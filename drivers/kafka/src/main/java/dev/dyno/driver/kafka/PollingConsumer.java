package dev.dyno.driver.kafka;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.TimeSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Polls a consumer of the library, on a thread of its own or on that of {@link #receive}. A subclass has the library's consumer,
 * and implements the methods above {@link #begin} with it.
 *
 * <p>Assumptions and guarantees: the library's consumer, the batch and the progress are guarded by {@code lock}, which is held
 * during a poll and the deliveries after it. To get the lock, another thread sets {@code delivering} to false, or waits for the
 * end of a poll.
 */
abstract class PollingConsumer implements Consumer {

    /** Longest wait of one poll for messages; stopping the deliveries waits for the end of the poll. */
    private static final Duration POLL = Duration.ofMillis(100);

    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Time in ns without a call of {@link #receive} after which the consumer's own thread polls, to stay in the group. */
    private static final long AWAY_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Longest wait in ns for the lock, by a thread that asks for the consumer's progress; then its request fails. */
    private static final long BUSY_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long JOIN_NS = TimeUnit.SECONDS.toNanos(15);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    final KafkaConnection connection;
    private final ConsumerSpec spec;
    final Source source;
    final DeliveryListener listener;
    final TimeSource time;
    final Progress progress = new Progress();
    final Batch batch = new Batch(progress);
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread;

    private volatile boolean delivering;
    /** Whether the consumer has joined its group. */
    volatile boolean joined;

    private volatile boolean closed;
    /** Whether another thread waits for the lock to ask for the progress. */
    private volatile boolean awaited;

    private volatile @Nullable DriverException failure;
    private volatile long usedNs;

    /** Whether deliveries were started; guarded by {@code lock}. */
    private boolean fetching;

    PollingConsumer(KafkaConnection connection, ConsumerSpec spec, Source source, DeliveryListener listener) {
        this.connection = connection;
        this.spec = spec;
        this.source = source;
        this.listener = listener;
        this.time = connection.time();
        this.usedNs = time.nanoTime();
        this.thread = new Thread(this::run, "dyno-kafka-consumer-" + source.topic());
        thread.setDaemon(true);
    }

    /** Subscribes to the topic, without fetching anything. */
    abstract void subscribe();

    /**
     * Waits for messages and returns them. Returns none, without a poll, while the library would refuse one because messages are
     * unacknowledged, or while the consumer leaves its group.
     */
    abstract ConsumerRecords<ByteBuffer, ByteBuffer> poll(Duration timeout);

    /**
     * Keeps the consumer in its group while deliveries are stopped ({@code delivers} is false) or nobody calls {@link #receive}.
     */
    abstract void idle(boolean delivers);

    void pauseFetching() {}

    void resumeFetching() {}

    /** Passes the next message to the listener. */
    void deliver() throws DriverException {
        listener.onMessage(batch.take());
    }

    /** Acknowledges or rejects the last message in a share group; in a consumer group commits everything delivered. */
    abstract void settle(AcknowledgeType how);

    /** Sends the acknowledgements that are left, after deliveries have stopped. */
    abstract void finish(Duration patience);

    /** Offset of the next message to be delivered, for each partition assigned to this consumer. */
    Map<TopicPartition, Long> positions() {
        return Map.of();
    }

    abstract void wakeUp();

    abstract void close(Duration patience);

    /** Subscribes, and starts the consumer's own thread if it needs one; nothing is delivered yet. */
    void begin() {
        connection.groups().add(this);
        subscribe();
        if (spec.mode() == ReceiveMode.LISTENER || source.isMember()) {
            thread.start();
        }
    }

    /** Begins to deliver. A member of a consumer group first waits, for a limited time, until the partitions are divided. */
    void start() throws DriverException {
        if (delivering) {
            return;
        }
        if (source.isMember() && !source.inShareGroup()) {
            awaitJoined();
            connection.groups().awaitSettled(source.group(), source.partitions());
        }
        lock.lock();
        try {
            fetching = true;
            resumeFetching();
            delivering = true;
        } finally {
            lock.unlock();
        }
        time.unpark(thread);
    }

    private void awaitJoined() throws DriverException {
        long giveUpNs = time.nanoTime() + JOIN_NS;
        while (!joined && time.nanoTime() - giveUpNs < 0) {
            failIfBroken();
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }

    final void failIfBroken() throws DriverException {
        DriverException cause = connection.lost();
        if (cause == null) {
            cause = failure;
        }
        if (cause != null) {
            throw cause;
        }
    }

    /** Prevents further deliveries. */
    void pause() {
        delivering = false;
    }

    /** Waits until no delivery is in progress, and then sends the acknowledgements that are left. */
    void awaitPaused() {
        delivering = false;
        lock.lock();
        try {
            if (fetching && !closed) {
                fetching = false;
                pauseFetching();
                if (connection.lost() == null && failure == null) {
                    finish(connection.patience());
                }
            }
        } catch (KafkaException | IllegalStateException e) {
            // Messages that could not be committed are delivered again, as after every failure.
        } finally {
            lock.unlock();
        }
    }

    /** Ends everything that waits for a broker, because none is left. */
    void lose() {
        wakeUp();
        time.unpark(thread);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        long beganNs = time.nanoTime();
        awaitPaused();
        closed = true;
        time.unpark(thread);
        lock.lock();
        try {
            close(connection.patience());
        } catch (KafkaException | IllegalStateException e) {
            // The consumer is closed in this case, too.
        } finally {
            lock.unlock();
        }
        connection.slow(beganNs);
        connection.groups().remove(this);
        connection.forget(this);
        if (!source.isMember() && connection.lost() == null) {
            removeGroup();
        }
    }

    private void removeGroup() {
        // If this fails, the broker eventually forgets the offsets of a group without members.
        Bounded.run(time, "kafka-group", () -> connection.groups().delete(source.group()));
    }

    private void run() {
        try {
            while (!closed && failure == null && connection.lost() == null) {
                giveWay();
                if (delivering && spec.mode() == ReceiveMode.LISTENER) {
                    pollAndDeliver();
                } else if (source.isMember() && isIdle()) {
                    tryIdle();
                    // Lets other threads get the lock for a moment.
                    time.parkUntil(time.nanoTime() + IDLE_NS);
                } else {
                    time.parkUntil(time.nanoTime() + AWAY_NS);
                }
            }
        } catch (DriverException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Pauses if another thread waits: the lock is not fair, so a thread that takes it repeatedly would keep others out. */
    private void giveWay() {
        if (awaited) {
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }

    private boolean isIdle() {
        return !delivering || time.nanoTime() - usedNs > AWAY_NS;
    }

    private void tryIdle() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (!closed) {
                idle(delivering);
            }
        } finally {
            lock.unlock();
        }
    }

    private void pollAndDeliver() throws DriverException {
        lock.lock();
        try {
            if (!delivering) {
                return;
            }
            if (batch.isEmpty()) {
                batch.add(poll(POLL));
            }
            while (delivering && !batch.isEmpty()) {
                deliver();
            }
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable cause) {
        if (!closed && connection.lost() == null) {
            failure = Failures.of("cannot consume from " + spec.destination(), cause);
            connection.report(cause instanceof DriverException || cause instanceof Error ? cause : failure);
        }
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        giveWay();
        lock.lock();
        try {
            if (!delivering) {
                failIfBroken();
                return false;
            }
            if (batch.isEmpty()) {
                failIfBroken();
                usedNs = time.nanoTime();
                batch.add(poll(Duration.ofNanos(timeoutNs + 999_999)));
                usedNs = time.nanoTime();
                if (batch.isEmpty()) {
                    failIfBroken();
                    return false;
                }
            }
            deliver();
            return true;
        } catch (KafkaException | IllegalStateException e) {
            fail(e);
            failIfBroken();
            throw Failures.of("cannot receive from " + spec.destination(), e);
        } catch (DriverException | RuntimeException e) {
            connection.report(e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void acknowledge() throws DriverException {
        settle("cannot acknowledge", AcknowledgeType.ACCEPT);
    }

    @Override
    public void reject() throws DriverException {
        settle("cannot reject", AcknowledgeType.REJECT);
    }

    @Override
    public void commit() throws DriverException {
        settle("cannot commit", AcknowledgeType.ACCEPT);
    }

    private void settle(String what, AcknowledgeType how) throws DriverException {
        lock.lock();
        try {
            settle(how);
        } catch (KafkaException | IllegalStateException e) {
            failIfBroken();
            throw Failures.of(what + " what was received from " + spec.destination(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        failIfBroken();
        return Optional.of(MessagesLeft.ofBroker(connection.groups().left(source.group(), source.partitions())));
    }

    @Override
    public int partition() {
        ConsumerRecord<ByteBuffer, ByteBuffer> record = batch.last();
        return record == null ? 0 : record.partition();
    }

    @Override
    public long timestampMs() {
        ConsumerRecord<ByteBuffer, ByteBuffer> record = batch.last();
        return record == null || record.timestampType() == TimestampType.NO_TIMESTAMP_TYPE
                ? NO_TIMESTAMP
                : record.timestamp();
    }

    @Override
    public String timestampOrigin() {
        ConsumerRecord<ByteBuffer, ByteBuffer> record = batch.last();
        return record != null && record.timestampType() == TimestampType.LOG_APPEND_TIME
                ? "the record's timestamp, set by the broker (LogAppendTime)"
                : "the record's timestamp, set by the producer (CreateTime)";
    }

    /**
     * Offset of the next message to be delivered, for each partition assigned to this consumer. Any thread; waits for the lock.
     */
    Map<TopicPartition, Long> next() throws DriverException {
        boolean locked = false;
        awaited = true;
        try {
            locked = lock.tryLock(BUSY_NS, TimeUnit.NANOSECONDS);
            if (!locked) {
                throw new DriverException("the consumer of " + spec.destination() + " is busy with a message");
            }
            return closed ? Map.of() : positions();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.of("interrupted", e);
        } finally {
            awaited = false;
            if (locked) {
                lock.unlock();
            }
        }
    }

    /** Whether this consumer is connected and receives messages of the group, alone or with others. */
    boolean isOf(String group) {
        return source.group().equals(group) && connection.lost() == null && failure == null;
    }

    boolean isOfTopic(String topic) {
        return source.topic().equals(topic);
    }

    boolean isMemberOf(String group) {
        return source.isMember() && source.group().equals(group);
    }
}
