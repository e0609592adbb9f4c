package dev.dyno.engine.receive;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.result.Latency;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Place of a consumer in the run, with a consumer of the driver on its connection and on each one that replaces it.
 *
 * <p>Each consumer of the driver has a {@link Receiver} of its own, because the earlier receiver may still be busy with a
 * message. Messages that the earlier one had not acknowledged are delivered again, and are duplicates if they had arrived before.
 *
 * <p>Assumptions and guarantees: the methods of {@link ReplaceableConnection.Part} by its connection's threads; {@link #replace}
 * by the thread of a rotation; the rest by one thread of the run at a time.
 */
final class ConsumerSlot implements ReplaceableConnection.Part {

    private static final long JOINED = Long.MAX_VALUE;

    /** Longest wait in ns for the threads that fetch, beyond the think time: each is in at most one wait for a message. */
    static final long JOIN_NS = 2_000_000_000L;

    /** Time in ns after which a consumer that could not join tries again. */
    private static final long RETRY_NS = 10_000_000;

    final ReplaceableConnection link;

    final Subscription subscription;

    /** Deliveries, repeated ones too, in the measured phase and after it. Guarded by the recorder. */
    private final long[] measured = new long[1];

    /** Time at which the consumer left, until another has joined; else {@link #JOINED}. Guarded by the recorder. */
    private long leftNs = JOINED;

    private final RunningGroup group;
    private final ConsumerSpec spec;

    private volatile @Nullable Member member;

    /** Loop that was started last. */
    private @Nullable ReceiveLoop started;

    /** Thread of {@link #started}. */
    private volatile Threads.@Nullable Running running;

    private record Member(
            Consumer consumer, Receiver receiver, Optional<ReceiveLoop> loop, Optional<ReplySender> replies) {}

    ConsumerSlot(RunningGroup group, ConsumerSpec spec, Subscription subscription, ReplaceableConnection link) {
        this.group = group;
        this.spec = spec;
        this.subscription = subscription;
        this.link = link;
    }

    @Override
    public void make(ReplaceableConnection.Session session) throws DriverException {
        Optional<ReplySender> replies = group.replySender(session);
        Receiver receiver = new Receiver(group.settings, subscription, replies, measured, session::broke);
        Consumer consumer = session.connection().createConsumer(spec, receiver);
        receiver.attach(consumer);
        long pollIntervalNs =
                group.spec.mode() == Mode.POLL ? group.spec.pollInterval().toNanos() : 0;
        Optional<ReceiveLoop> loop = spec.mode() == ReceiveMode.LISTENER
                ? Optional.empty()
                : Optional.of(new ReceiveLoop(group.run.time(), consumer, receiver, session::broke, pollIntervalNs));
        synchronized (subscription.recorder) {
            subscription.joined(group.side::sequences);
        }
        member = new Member(consumer, receiver, loop, replies);
    }

    @Override
    public void started() {
        loop().ifPresent(loop -> {
            loop.resume();
            if (loop != started) {
                started = loop;
                running = group.run.threads().start("receive", loop);
            }
        });
    }

    @Override
    public void paused() {
        loop().ifPresent(ReceiveLoop::pause);
    }

    @Override
    public void lost() {
        Member last = member;
        if (last != null) {
            member = null;
            last.loop.ifPresent(ReceiveLoop::stop);
            synchronized (subscription.recorder) {
                subscription.left();
            }
        }
    }

    /**
     * Lets the consumer leave after its last batch is settled, and another join on a new connection. If the connection broke, it
     * is being replaced already, and no other one is opened.
     *
     * @param going false = the load is over, and the consumer is stopped elsewhere
     */
    void replace(BooleanSupplier going) throws DriverException {
        Member leaving = member;
        if (leaving != null) {
            leaving.consumer.leave();
        }
        if (!going.getAsBoolean()) {
            return;
        }
        stopLoop();
        link.stop();
        Threads.Running fetching = running;
        if (fetching != null) {
            fetching.join((JOIN_NS + group.spec.thinkTime().toNanos()) / 1_000_000);
        }
        finish();
        if (!link.release()) {
            return;
        }
        synchronized (subscription.recorder) {
            leftNs = group.run.time().nanoTime();
        }
        while (going.getAsBoolean()) {
            if (link.reconnect()) {
                joined(link.isSound());
                return;
            }
            group.run.time().parkUntil(group.run.time().nanoTime() + RETRY_NS);
        }
    }

    private void joined(boolean isSound) {
        synchronized (subscription.recorder) {
            if (isSound && leftNs != JOINED) {
                subscription.recorder.committed(
                        Latency.CONNECT, leftNs, group.run.time().nanoTime());
            }
            leftNs = JOINED;
        }
    }

    /** Adds the consumer that left during the load and was not replaced, if there is one, to the lower bounds. */
    void unjoined(LowerBounds sink) {
        long startNs = group.run.timeline().startNs;
        long endNs = group.run.timeline().endNs();
        synchronized (subscription.recorder) {
            if (leftNs < endNs) {
                sink.forGroup(subscription.recorder.group).ongoing(Latency.CONNECT, leftNs - startNs, endNs - startNs);
                leftNs = JOINED;
            }
        }
    }

    /** Deliveries to this place, repeated ones too, in the measured phase and after it. */
    long measured() {
        synchronized (subscription.recorder) {
            return measured[0];
        }
    }

    /** Consumer on the present connection, if any. */
    Optional<Consumer> consumer() {
        return Optional.ofNullable(member).map(Member::consumer);
    }

    /** Loop that fetches on the present connection, if any. */
    private Optional<ReceiveLoop> loop() {
        return Optional.ofNullable(member).flatMap(Member::loop);
    }

    void stopLoop() {
        loop().ifPresent(ReceiveLoop::stop);
    }

    /** The fetching thread, if any. */
    Stream<Threads.Running> running() {
        return Stream.ofNullable(running);
    }

    /** Acknowledges or commits the rest of the last batch, unless a loop does so itself. */
    void finish() throws DriverException {
        Member present = member;
        if (present != null && present.loop.isEmpty()) {
            present.receiver.finish();
        }
    }

    void close() {
        Member present = member;
        if (present != null) {
            present.consumer.close();
            present.replies.ifPresent(ReplySender::close);
        }
    }
}
