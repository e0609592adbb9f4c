package dev.dyno.engine.run;

import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.send.SendTask;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Plural;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.Phases;
import java.util.Locale;
import java.util.Optional;

/**
 * Builds a backlog while the consumers are connected and receive nothing, then lets them drain it.
 *
 * <p>Assumptions and guarantees: usable from any thread. It checks its state every few ms on a thread of the clock; nearly all of
 * that work is counting the deliveries owed.
 */
final class BacklogPhase {

    /** Time in ns without progress after which the building of the backlog ends, its draining, or the wait for the last sends. */
    static final long STUCK_NS = 10_000_000_000L;

    /** Counting takes at most one part in this many of the time of the clock's thread. */
    private static final int COUNTING_SHARE = 20;

    /** Share of the backlog that may be left when it counts as drained, if producers continue. */
    private static final double CAUGHT_UP = 0.01;

    /** Time in seconds: the messages sent in it may be left instead, if they are more. */
    private static final double UNDER_WAY_SECONDS = 0.1;

    /**
     * Time in ns after the backlog was complete: any count of the broker from then on is taken as up to date. It is twice the
     * longest time between two counts of a managed broker.
     */
    static final long SETTLED_NS = 4_000_000_000L;

    /** Longest wait, in ns, for a broker that has reported a count, until it reports the count of the complete backlog. */
    private static final long COUNT_NS = 10_000_000_000L;

    private enum Step {
        WARMING_UP,
        PAUSING,
        BUILDING,
        STOPPING,
        ASKING,
        DRAINING,
        DONE
    }

    /**
     * Number of messages in all queues, as reported by the broker. Brokers count now and then, so the number may be of an earlier
     * moment.
     *
     * @param atNs time of the question, on the time source's clock
     */
    record BrokerCount(double messages, long atNs) {

        /**
         * Whether the count is of the complete backlog: it equals the number of deliveries owed, or was taken too late to be
         * outdated.
         *
         * @param owed number of deliveries owed, by the ledger
         * @param standsNs time at which the backlog was complete
         */
        boolean isOf(long owed, long standsNs) {
            return atNs >= standsNs && (messages == owed || atNs >= standsNs + SETTLED_NS);
        }
    }

    private final Backlog plan;
    private final RunContext run;
    private final LoadPhase load;
    private final TimeSource time;
    private Step step = Step.WARMING_UP;
    private TimeSource.Cancellable next = () -> {};
    /** Account of the messages at the last count. */
    private LedgerCounts last = LedgerCounts.EMPTY;

    private long nextCountNs = Long.MIN_VALUE;
    private Progress progress = new Progress();

    /** Whether the backlog reached its size. */
    private boolean built;

    /** Account of the messages when the consumers started. */
    private LedgerCounts atStart = LedgerCounts.EMPTY;

    private Optional<Double> byBroker = Optional.empty();
    /** Time at which the consumers were paused, so that the backlog grows. */
    private long fromNs;

    /** Time at which the consumers started to drain the backlog. */
    private long startedNs;

    /** Time at which the backlog was drained or given up. */
    private long endedNs;

    /** Time at which the last sends had ended or were given up; if producers continue, at which the building ended. */
    private long standsNs;
    /** Time at which the producers were stopped for the backlog; {@link Long#MAX_VALUE} if they were not. */
    private long sendingEndedNs = Long.MAX_VALUE;

    private Optional<BacklogResult> result = Optional.empty();

    /** @param load load that the backlog belongs to */
    BacklogPhase(Backlog plan, RunContext run, LoadPhase load) {
        this.plan = plan;
        this.run = run;
        this.load = load;
        time = run.time();
    }

    /** Begins with the load, before anything is sent. Without a warm-up the consumers are paused when this returns. */
    void begin() {
        advance();
        run.control().await(Long.MAX_VALUE, () -> !isPausing() || run.control().isOver());
    }

    private synchronized boolean isPausing() {
        return step == Step.PAUSING;
    }

    synchronized void end() {
        next.cancel();
        if (step == Step.DRAINING) {
            finish(false);
        }
        step = Step.DONE;
    }

    /** Result of building and draining the backlog; empty until it is drained or given up. */
    synchronized Optional<BacklogResult> result() {
        return result;
    }

    /** Time at which the producers were stopped for the backlog; {@link Long#MAX_VALUE} if they were not. */
    synchronized long sendingEndedNs() {
        return sendingEndedNs;
    }

    private synchronized void advance() {
        long now = time.nanoTime();
        switch (step) {
            case WARMING_UP -> {
                if (now >= run.timeline().measureNs()) {
                    step = Step.PAUSING;
                    // Not on the clock's thread, which has other tasks: a client library may block.
                    run.threads().start("pause", this::pause);
                }
            }
            case PAUSING -> {}
            case BUILDING -> build(now);
            case STOPPING -> {
                if (load.haveProducersEnded() || now >= sendingEndedNs + STUCK_NS) {
                    standsNs = now;
                    last = load.ledger.whileSending();
                    step = Step.ASKING;
                    ask(now);
                }
            }
            case ASKING -> ask(now);
            case DRAINING -> drain(now);
            case DONE -> {
                if (now >= endOfLoadNs()) {
                    run.control().complete();
                    return;
                }
            }
        }
        next = time.schedule(time.nanoTime() + RunControl.LOOK_NS, this::advance);
    }

    /** Pauses the consumers without holding the monitor, which {@link #end} needs. */
    private void pause() {
        load.consumers.pauseAll();
        synchronized (this) {
            fromNs = time.nanoTime();
            step = step == Step.PAUSING ? Step.BUILDING : step;
        }
    }

    /** Planned end of the load, once the backlog was drained; 0 if it was given up, so that the load ends at once. */
    private long endOfLoadNs() {
        // The measurement continues beyond the backlog only if that was drained in time.
        boolean drained = result.filter(BacklogResult::drained).isPresent();
        Phases phases = run.plan().workload().phases();
        long measuredFromNs = plan.measuredAfter() ? endedNs : run.timeline().measureNs();
        return drained
                ? measuredFromNs + phases.duration().minus(phases.warmup()).toNanos()
                : 0;
    }

    private void build(long now) {
        count(now);
        long owed = last.outstanding();
        boolean large = isLargeEnough(owed);
        boolean stuck = plan.size().measure() != Backlog.Measure.NS && progress.hasStopped(last.expected());
        if (large || stuck || load.haveProducersEnded()) {
            built = large && owed > 0;
            if (plan.whileSending()) {
                byBroker = load.queuedByBroker.map(BrokerCount::messages);
                standsNs = now;
                startConsumers();
            } else {
                // The last sends are acknowledged before the consumers start, so that the backlog is complete.
                sendingEndedNs = now;
                load.producers.tasks.forEach(SendTask::stop);
                step = Step.STOPPING;
            }
        }
    }

    private boolean isLargeEnough(long owed) {
        long amount = plan.size().amount();
        return switch (plan.size().measure()) {
            case MESSAGES -> owed >= amount;
            case BYTES -> owed * load.bytesPerMessage() >= amount;
            case NS -> time.nanoTime() >= fromNs + amount;
        };
    }

    /**
     * Starts the consumers once the broker's count is of the complete backlog, at the latest after {@link #COUNT_NS}; at once if
     * the broker has reported no count.
     */
    private void ask(long now) {
        Optional<BrokerCount> said = load.queuedByBroker;
        boolean counted = said.isPresent() && said.get().isOf(last.outstanding(), standsNs);
        if (counted) {
            byBroker = said.map(BrokerCount::messages);
        }
        if (counted || said.isEmpty() || now >= standsNs + COUNT_NS) {
            startConsumers();
        }
    }

    private void startConsumers() {
        last = load.ledger.whileSending();
        atStart = last;
        startedNs = time.nanoTime();
        progress = new Progress();
        step = Step.DRAINING;
        run.listener()
                .onNote(String.format(
                        Locale.ROOT,
                        "a backlog of %s is built after %.1f s: the consumers start",
                        Plural.count(atStart.outstanding(), "message", "messages"),
                        (standsNs - fromNs) / 1e9));
        load.startConsumers();
    }

    private void drain(long now) {
        count(now);
        long deadlineNs = startedNs + plan.deadline().toNanos();
        boolean drained = now <= deadlineNs && last.outstanding() <= leftWhenDrained();
        if (drained || now >= deadlineNs || progress.hasStopped(last.delivered())) {
            finish(drained);
        }
    }

    private void finish(boolean drained) {
        step = Step.DONE;
        long standing = atStart.outstanding();
        endedNs = time.nanoTime();
        long drainNs = Math.max(1, endedNs - startedNs);
        long delivered = last.delivered() - atStart.delivered();
        long startNs = run.timeline().startNs();
        result = Optional.of(new BacklogResult(
                plan.size().toString(),
                built,
                standing,
                Math.round(standing * load.bytesPerMessage()),
                fromNs - startNs,
                standsNs - startNs,
                startedNs - startNs,
                drainNs,
                delivered,
                last.outstanding(),
                delivered / (drainNs / 1e9),
                plan.deadline().toNanos(),
                drained,
                plan.whileSending(),
                BacklogResult.LEDGER,
                byBroker));
    }

    private double leftWhenDrained() {
        if (plan.left().isPresent() || !plan.whileSending()) {
            return plan.left().orElse(0L);
        }
        double seconds = (time.nanoTime() - startedNs) / 1e9;
        double perSecond = seconds > 0 ? (last.expected() - atStart.expected()) / seconds : 0;
        return Math.max(CAUGHT_UP * atStart.outstanding(), UNDER_WAY_SECONDS * perSecond);
    }

    /** Counts again, unless counting would take too much of the clock's time. */
    private void count(long now) {
        if (now >= nextCountNs) {
            last = load.ledger.whileSending();
            nextCountNs = now + COUNTING_SHARE * (time.nanoTime() - now);
        }
    }

    /** Watches whether a count increases. */
    private final class Progress {

        private long most = -1;
        private long lastNs;

        boolean hasStopped(long count) {
            long now = time.nanoTime();
            // Without a connection the count cannot increase.
            if (count > most || !load.consumers.isUp()) {
                most = count;
                lastNs = now;
            }
            return now >= lastNs + STUCK_NS;
        }
    }
}
