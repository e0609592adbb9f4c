package dev.dyno.engine.run;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.OtherConsumers;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.model.result.Plural;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks, before the load begins, that messages arrive, here or at another worker, and clears the destinations of messages that
 * others left.
 */
final class EndToEndProbe {

    /** Longest wait for the probes, in ns, after they were sent and after the last message of others arrived. */
    private static final long PROBE_NS = 10_000_000_000L;

    /** Time in ns without messages of others after which the destinations count as clear. */
    private static final long QUIET_NS = 100_000_000;

    private final RunContext run;
    private final TimeSource time;
    private final RunControl control;
    private @Nullable BitSet reported;

    EndToEndProbe(RunContext run) {
        this.run = run;
        time = run.time();
        control = run.control();
    }

    /** Sends the probes, waits for them, and removes messages of others. The consumers must have been started. */
    void run(ConsumerSide consumers, ProducerSide producers, OtherConsumers others) throws DriverException {
        run.calls().connect(() -> sendProbes(consumers, producers));
        long sentNs = time.nanoTime();
        control.await(
                Long.MAX_VALUE,
                () -> control.isOver()
                        || haveAllArrived(consumers)
                        || time.nanoTime() > Math.max(sentNs, consumers.subscriptions.lastStrangerNs()) + PROBE_NS);
        if (!control.isOver() && !haveAllArrived(consumers)) {
            throw new DriverException("a probe message to "
                    + consumers.firstUnprobed().map(Destination::toString).orElse("a destination")
                    + " was acknowledged but did not arrive within " + PROBE_NS / 1_000_000_000
                    + " s; "
                    + others.found()
                            .map(found -> found
                                    + ", and one of them may have got it: end the program that consumes there, or wait"
                                    + " by await-alone, for example 70s, for those of a client that was killed")
                            .orElseGet(() -> likelyCause(consumers, producers)));
        }
        removeLeftovers(consumers);
    }

    private void sendProbes(ConsumerSide consumers, ProducerSide producers) throws DriverException {
        producers.probe((destination, failure) -> {
            consumers.expectNoProbe(destination);
            run.listener()
                    .onNote("the probe to " + destination + " failed, and the load counts failed sends: "
                            + failure.getMessage());
        });
    }

    private void removeLeftovers(ConsumerSide consumers) {
        // One consumer may have received the probe while others still fetch messages ahead of it.
        control.await(
                Long.MAX_VALUE,
                () -> control.isOver() || time.nanoTime() >= consumers.subscriptions.lastStrangerNs() + QUIET_NS);
        long leftovers = consumers.subscriptions.resetForeignCounts();
        if (leftovers > 0) {
            run.listener()
                    .onNote(Plural.count(
                                    leftovers, "message that others had left was", "messages that others had left were")
                            + " removed from the destinations");
        }
    }

    /** Likely cause of a missing probe, if nobody else consumes from the destination. */
    private String likelyCause(ConsumerSide consumers, ProducerSide producers) {
        if (!run.plan().producerTarget().equals(run.plan().consumerTarget())) {
            return "do producers and consumers use the same broker?";
        }
        boolean queue = consumers.firstUnprobed().filter(to -> !to.isTopic()).isPresent();
        return queue && "MQTT 3.1.1".equals(producers.semantics().facts().get("protocol"))
                ? "a queue of MQTT is a shared subscription, which a broker of MQTT 3.1.1 need not have, and RabbitMQ has"
                        + " none: use a topic"
                : "see the broker's log, and whether it passes on what it takes";
    }

    /** Whether all probes have arrived; a queue's probe may have gone to another worker. */
    private boolean haveAllArrived(ConsumerSide consumers) {
        if (run.peers().isAlone()) {
            return consumers.firstUnprobed().isEmpty();
        }
        BitSet missing = consumers.unprobed();
        if (!missing.equals(reported)) {
            reported = missing;
            run.peers().unprobed(missing);
        }
        return run.peers().haveAllReached(PeerWorkers.Stage.PROBES);
    }
}
