package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A consumer under test: checks every body and keeps the numbers of the messages in the order in which they came. */
final class Getter {

    private static final long RECEIVE_NS = 10_000_000L;

    private final TestRig rig;
    private final ClientConnection connection;
    private final ConsumerSpec spec;
    private final Consumer consumer;
    private final AfterEach afterEach;
    private final List<Long> indexes = new ArrayList<>();
    private final Set<Long> distinct = new HashSet<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile @Nullable Consumer self;
    private volatile int most = Integer.MAX_VALUE;

    /** Action that runs inside the listener, after a message has been noted. */
    @FunctionalInterface
    interface AfterEach {
        void received(Consumer consumer, long index) throws DriverException;
    }

    Getter(TestRig rig, ClientConnection connection, ConsumerSpec spec, AfterEach afterEach) throws DriverException {
        this.rig = rig;
        this.connection = connection;
        this.spec = spec;
        this.afterEach = afterEach;
        this.consumer = connection.createConsumer(spec, new DeliveryListener() {
            @Override
            public void onMessage(ByteBuffer body) throws DriverException {
                received(body);
            }

            @Override
            public boolean takesOne() {
                return count() < most;
            }
        });
        this.self = consumer;
    }

    Consumer consumer() {
        return consumer;
    }

    ClientConnection connection() {
        return connection;
    }

    /** Stops deliveries, then closes the consumer and the connection. */
    void close() throws DriverException {
        connection.stop();
        consumer.close();
        connection.close();
    }

    /** Stops deliveries, closes the consumer, then removes its subscription. */
    void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        connection.stop();
        consumer.close();
        connection.unsubscribe(topic, subscription);
    }

    /** Makes the listener refuse all messages after the first {@code count}. */
    void takeNoMoreThan(int count) {
        most = count;
    }

    private void received(ByteBuffer body) throws DriverException {
        final boolean alone = inside.incrementAndGet() == 1;
        try {
            final long index = note(body, alone);
            // On a started connection the listener may run before createConsumer has returned: self is then null.
            final Consumer current = self;
            if (index >= 0 && current != null) {
                afterEach.received(current, index);
            }
        } finally {
            inside.decrementAndGet();
        }
    }

    private synchronized long note(ByteBuffer body, boolean alone) {
        if (!alone) {
            faults.add("two deliveries to one consumer at the same time");
        }
        if (!body.hasArray()) {
            faults.add("a body that is not backed by an array");
            return -1;
        }
        final byte[] copy = new byte[body.remaining()];
        System.arraycopy(body.array(), body.arrayOffset() + body.position(), copy, 0, copy.length);
        try {
            final long index = Bodies.indexOf(copy);
            indexes.add(index);
            distinct.add(index);
            return index;
        } catch (AssertionError e) {
            faults.add(String.valueOf(e.getMessage()));
            return -1;
        }
    }

    /** Numbers of the messages received so far. */
    synchronized List<Long> indexes() {
        return List.copyOf(indexes);
    }

    synchronized int count() {
        return indexes.size() + faults.size();
    }

    synchronized boolean has(long index) {
        return distinct.contains(index);
    }

    /** Checks that messages 0 to {@code count - 1} came, each once and in order; otherwise reports in one line what is wrong. */
    synchronized void assertSequence(int count) {
        final BitSet arrived = new BitSet(count);
        int twice = 0;
        int overtaken = 0;
        int firstAt = -1;
        long highest = -1;
        for (int place = 0; place < indexes.size(); place++) {
            final long index = indexes.get(place);
            final boolean again = arrived.get((int) index);
            arrived.set((int) index);
            twice += again ? 1 : 0;
            overtaken += !again && index < highest ? 1 : 0;
            highest = Math.max(highest, index);
            firstAt = firstAt < 0 && index != place ? place : firstAt;
        }
        final int missing = count - arrived.cardinality();
        if (firstAt >= 0 || missing > 0) {
            throw new AssertionError("of " + count + " messages " + missing + " missing, " + twice + " twice, "
                    + overtaken + " overtaken"
                    + (firstAt < 0 ? "" : "; the first at place " + firstAt + ": message " + indexes.get(firstAt)));
        }
    }

    /** Receives one message, or gives the listener time to do so. */
    void step() {
        if (spec.mode() == ReceiveMode.RECEIVE) {
            try {
                consumer.receive(RECEIVE_NS);
            } catch (DriverException e) {
                throw new AssertionError("receive failed: " + e.getMessage(), e);
            }
        } else {
            rig.pause();
        }
    }

    /** Whether a receive without a wait throws. In mode LISTENER, always false. */
    boolean fails() {
        if (spec.mode() == ReceiveMode.RECEIVE) {
            try {
                consumer.receive(0);
            } catch (DriverException e) {
                return true;
            }
        }
        return false;
    }

    /** Waits until {@code expected} messages have come in all, and checks that there were no more. */
    void awaitCount(int expected) {
        await(() -> count() >= expected, () -> "only " + count() + " of " + expected + " messages came");
        assertThat(count()).as("messages received").isEqualTo(expected);
    }

    /** Waits for the message with this number. */
    void awaitIndex(long index) {
        await(() -> has(index), () -> "message " + index + " did not come, only " + indexes());
    }

    private void await(BooleanSupplier condition, Supplier<String> otherwise) {
        final long giveUpNs = rig.giveUpNs();
        while (!condition.getAsBoolean()) {
            if (giveUpNs - rig.time().nanoTime() < 0) {
                throw new AssertionError(otherwise.get() + " within " + rig.patience());
            }
            step();
        }
        assertSound();
    }

    /** Checks that exactly these messages were received, and if {@code inOrder}, in this order. */
    void assertReceived(boolean inOrder, Long... expected) {
        assertReceived(inOrder, index -> true, expected);
    }

    /** Checks, of the messages that match, that exactly these were received, and if {@code inOrder}, in this order. */
    void assertReceived(boolean inOrder, LongPredicate some, Long... expected) {
        final List<Long> received = indexes().stream().filter(some::test).toList();
        assertThat(received).containsExactlyInAnyOrder(expected);
        if (inOrder) {
            assertThat(received).containsExactly(expected);
        }
    }

    /** Checks that messages {@code first}, {@code first + n}, {@code first + 2n}, … came in order, {@code count} in all. */
    void assertEvery(int n, int first, int count) {
        assertThat(indexes().stream().filter(index -> index % n == first))
                .containsExactly(
                        LongStream.range(0, count).mapToObj(i -> i * n + first).toArray(Long[]::new));
    }

    private synchronized void assertSound() {
        assertThat(faults).as("faulty deliveries").isEmpty();
    }
}
