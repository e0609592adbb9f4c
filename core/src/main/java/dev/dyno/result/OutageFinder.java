package dev.dyno.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;

/**
 * Finds the outages of a run: a second or more of the load without an acknowledgement, while a message waited a second or more
 * for its own. A load of less than one message a second has such seconds without an outage.
 *
 * <p>An outage ends with the first acknowledgement after it and began with the last one before, but no earlier than the longest
 * response time that ended with it.
 *
 * <p>Assumptions and guarantees: one thread at a time; keeps nothing of an interval but numbers.
 */
public final class OutageFinder {

    private static final long SECOND_NS = 1_000_000_000;

    private final List<Outage> found = new ArrayList<>();
    private long lastAckNs;
    private long endOfLoadNs;

    /** Longest since the last acknowledgement; ended or not. */
    private long longestWaitNs;

    /** Takes the next interval. */
    public void add(Interval interval) {
        // The drain is no part of the load: an outage that it does not end lasted until the end of the load.
        endOfLoadNs = interval.phase() == Interval.Phase.DRAIN ? endOfLoadNs : interval.endNs();
        AckTimes acknowledged = interval.acknowledged();
        if (acknowledged.areNone()) {
            longestWaitNs = Math.max(longestWaitNs, longest(interval, Latencies::unfinished));
            return;
        }
        longestWaitNs = Math.max(longestWaitNs, longest(interval, Latencies::lowerEnds));
        if (longestWaitNs >= SECOND_NS && acknowledged.firstNs() - lastAckNs >= SECOND_NS) {
            long fromNs = Math.max(lastAckNs, acknowledged.firstNs() - longestWaitNs);
            found.add(new Outage(fromNs, acknowledged.firstNs(), true));
        }
        lastAckNs = Math.max(lastAckNs, acknowledged.lastNs());
        // Of a wait that did not end the bounds stand in the last interval.
        longestWaitNs = longest(interval, Latencies::unfinished);
    }

    private static long longest(Interval interval, BiFunction<Latencies, Latency, Optional<Histogram>> of) {
        return Math.max(
                of.apply(interval.latencies(), Latency.RESPONSE)
                        .map(Histogram::getMaxValue)
                        .orElse(0L),
                of.apply(interval.warmupLatencies(), Latency.RESPONSE)
                        .map(Histogram::getMaxValue)
                        .orElse(0L));
    }

    /** Those that lasted into the measured phase, in order of time; of the run with that result. */
    public List<Outage> found(RunResult result) {
        return found(result.warmupNs(), result.warmupNs() + result.measuredNs() + result.drainNs());
    }

    /**
     * @param warmupNs length of the warmup
     * @param drainedNs end of the drain, until which the wait of unfinished messages is known: the last interval goes on until all
     *     has stopped
     */
    List<Outage> found(long warmupNs, long drainedNs) {
        List<Outage> all = new ArrayList<>(found);
        long fromNs = Math.max(lastAckNs, drainedNs - longestWaitNs);
        if (longestWaitNs >= SECOND_NS && endOfLoadNs - fromNs >= SECOND_NS) {
            all.add(new Outage(fromNs, endOfLoadNs, false));
        }
        return all.stream().filter(outage -> outage.toNs() > warmupNs).toList();
    }
}
