package dev.dyno.model.result;

import dev.dyno.model.result.Interval.AckTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Finds the outages of a run: a second or more of the load without an acknowledgement, while a message waited a second or more
 * for its own, or sends failed in two intervals or more. A load of less than one message a second has seconds without an
 * acknowledgement that are no outage.
 *
 * <p>An outage ends with the first acknowledgement after it. It began with the last one before it or, if that is later, with
 * the longest wait for an acknowledgement or the first interval with a failed send, whichever began first.
 *
 * <p>Assumptions and guarantees: one thread at a time; keeps nothing of an interval but numbers.
 */
final class OutageFinder {

    private static final long SECOND_NS = 1_000_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<Outage> found = new ArrayList<>();
    private long lastAckNs;
    private long endOfLoadNs;

    /** Longest wait for an acknowledgement since the last one, whether that wait has ended or not. */
    private long longestWaitNs;

    /** Shortest of the waits that had not ended with the run, which the last interval has; 0 without any. */
    private long shortestWaitNs;

    /** Longest wait of a message that was never sent. */
    private long longestUnsentNs;

    /**
     * Start of the first interval with failed sends since the last acknowledgement; the field below has the start of the last
     * such interval. NEVER without any.
     */
    private long firstFailedNs = NEVER;

    private long lastFailedNs = NEVER;

    void add(Interval interval) {
        // The drain is not part of the load: an outage that does not end in it lasts until the end of the load.
        endOfLoadNs = interval.phase() == Interval.Phase.DRAIN ? endOfLoadNs : interval.endNs();
        AckTimes acknowledged = interval.acknowledged();
        boolean failed = interval.counts().failed() > 0 && interval.phase() != Interval.Phase.DRAIN;
        if (failed) {
            firstFailedNs = Math.min(firstFailedNs, interval.startNs());
            lastFailedNs = interval.startNs();
        }
        shortestWaitNs = waits(interval, Latency.RESPONSE, Latencies::unfinished)
                .mapToLong(Histogram::getMinValue)
                .min()
                .orElse(0);
        longestUnsentNs = Math.max(longestUnsentNs, longest(interval, Latency.SEND_DELAY, Latencies::unfinished));
        if (acknowledged.areNone()) {
            longestWaitNs = Math.max(longestWaitNs, longest(interval, Latency.RESPONSE, Latencies::unfinished));
            return;
        }
        longestWaitNs = Math.max(longestWaitNs, longest(interval, Latency.RESPONSE, Latencies::lowerEnds));
        outage(acknowledged.firstNs(), acknowledged.firstNs(), true).ifPresent(found::add);
        lastAckNs = Math.max(lastAckNs, acknowledged.lastNs());
        // The failed sends of this interval may have come after its last acknowledgement.
        firstFailedNs = failed ? interval.startNs() : NEVER;
        lastFailedNs = firstFailedNs;
        // Waits that did not end have their lower bounds in the last interval.
        longestWaitNs = longest(interval, Latency.RESPONSE, Latencies::unfinished);
    }

    /** Outage since the last acknowledgement, if any. */
    private Optional<Outage> outage(long toNs, long waitedUntilNs, boolean over) {
        // If no message became due since the last acknowledgement, the load paused; those that wait were left behind.
        boolean isDue = over || waitedUntilNs - shortestWaitNs >= lastAckNs;
        long waitingNs = isDue && longestWaitNs >= SECOND_NS ? waitedUntilNs - longestWaitNs : NEVER;
        long failingNs = firstFailedNs < lastFailedNs ? firstFailedNs : NEVER;
        long fromNs = Math.max(lastAckNs, Math.min(waitingNs, failingNs));
        return toNs - fromNs >= SECOND_NS ? Optional.of(new Outage(fromNs, toNs, over)) : Optional.empty();
    }

    private static long longest(
            Interval interval, Latency latency, BiFunction<Latencies, Latency, Optional<Histogram>> of) {
        return waits(interval, latency, of)
                .mapToLong(Histogram::getMaxValue)
                .max()
                .orElse(0);
    }

    private static Stream<Histogram> waits(
            Interval interval, Latency latency, BiFunction<Latencies, Latency, Optional<Histogram>> of) {
        return Stream.of(interval.latencies(), interval.warmupLatencies())
                .flatMap(latencies -> of.apply(latencies, latency).stream());
    }

    /** Outages of the run with the given result that lasted into its measured phase, in order of time. */
    List<Outage> found(RunResult result) {
        return found(result.warmupNs(), result.warmupNs() + result.measuredNs() + result.drainNs());
    }

    /**
     * @param warmupNs length of the warm-up
     * @param drainedNs end of the drain, until which the wait of unfinished messages counts; the last interval is longer,
     *     because it lasts until everything has stopped
     */
    List<Outage> found(long warmupNs, long drainedNs) {
        List<Outage> all = new ArrayList<>(found);
        // The drain waits for no answer on a broken connection, so the wait of a message sent before the break was
        // recorded up to the end of the load. If such a wait ended with the drain, it would have begun after the first
        // message that was never sent.
        boolean isBroken = drainedNs - longestWaitNs > endOfLoadNs - longestUnsentNs;
        outage(endOfLoadNs, isBroken ? endOfLoadNs : drainedNs, false).ifPresent(all::add);
        return all.stream().filter(outage -> outage.toNs() > warmupNs).toList();
    }
}
