package dev.dyno.engine.receive;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Link;
import dev.dyno.engine.record.Threads;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's place in the run: on its connection, and on each that replaces it, it has a consumer of the driver's.
 *
 * <p>Each of these has a {@link Receiver} of its own, because the earlier one may still be busy with a message of its
 * connection. What that had not acknowledged is delivered again, and is a duplicate if it had come before.
 *
 * <p>Assumptions and guarantees: as {@link Link.Part}; the rest by the run's thread, after the last connection was made.
 */
final class Seat implements Link.Part {

    final Link link;

    final Subscription subscription;

    private final ConsumerSpec spec;
    private final Receiver.Settings settings;
    private final long pollIntervalNs;
    private final Threads threads;
    private final Supplier<Map<Integer, Long>> sequences;

    private volatile @Nullable Member member;

    /** What fetches, of the last connection. */
    private @Nullable ReceiveLoop started;

    /** The thread that it runs on. */
    private volatile Threads.@Nullable Running running;

    /** What belongs to one connection. */
    private record Member(Consumer consumer, Receiver receiver, Optional<ReceiveLoop> loop) {}

    /**
     * @param pollIntervalNs 0 = wait for each message
     * @param sequences that each producer has used so far, by its number
     */
    Seat(
            ConsumerSpec spec,
            Subscription subscription,
            Receiver.Settings settings,
            Link link,
            long pollIntervalNs,
            Threads threads,
            Supplier<Map<Integer, Long>> sequences) {
        this.spec = spec;
        this.subscription = subscription;
        this.settings = settings;
        this.link = link;
        this.pollIntervalNs = pollIntervalNs;
        this.threads = threads;
        this.sequences = sequences;
    }

    @Override
    public void make(Link.Session session) throws DriverException {
        Receiver receiver = new Receiver(settings, subscription);
        Consumer consumer = session.connection().createConsumer(spec, receiver);
        receiver.attach(consumer);
        Optional<ReceiveLoop> loop = spec.mode() == ReceiveMode.LISTENER
                ? Optional.empty()
                : Optional.of(new ReceiveLoop(settings.time(), consumer, receiver, session::broke, pollIntervalNs));
        synchronized (subscription.recorder) {
            subscription.joined(sequences);
        }
        member = new Member(consumer, receiver, loop);
    }

    @Override
    public void started() {
        Member present = member;
        if (present == null || present.loop.isEmpty()) {
            return;
        }
        ReceiveLoop loop = present.loop.get();
        loop.resume();
        if (loop != started) {
            started = loop;
            running = threads.start("receive", loop);
        }
    }

    @Override
    public void paused() {
        Member present = member;
        if (present != null) {
            present.loop.ifPresent(ReceiveLoop::pause);
        }
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

    /** The consumer of the present connection, if there is one. */
    Optional<Consumer> consumer() {
        return Optional.ofNullable(member).map(Member::consumer);
    }

    void stopLoop() {
        Member present = member;
        if (present != null) {
            present.loop.ifPresent(ReceiveLoop::stop);
        }
    }

    /** The thread that fetches, if there is one. */
    Stream<Threads.Running> running() {
        return Stream.ofNullable(running);
    }

    /** Acknowledges or commits what is left of the last batch, where no loop does so itself. */
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
        }
    }
}
