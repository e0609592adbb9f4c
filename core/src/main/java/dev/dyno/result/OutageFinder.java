package dev.dyno.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;

/**
 * Finds the outages of a run: a whole second or more of the load without an acknowledgement, while a message waited a second or
 * more for its own. A load of less than one message a second has such seconds without an outage.
 *
 * <p>An outage is as long as the longest response time that ended with it. It began in the second before the first one without
 * acknowledgements, as late in it as that second had too few: exact with a steady rate, else within that second.
 *
 * <p>Assumptions and guarantees: one thread at a time; keeps nothing of an interval but numbers.
 */
public final class OutageFinder {

    private static final long SECOND_NS = 1_000_000_000;

    /** The first and the last interval of a load may be a moment shorter. */
    private static final long WHOLE_NS = 999_000_000;

    private final List<Outage> found = new ArrayList<>();

    /** Acknowledgements a second in the last interval that had any, and in the one before it. */
    private double lastPerSecond;

    private double earlierPerSecond;
    private long lastStartNs;

    /** The intervals without an acknowledgement since then; where there is none, both are the end of the last interval. */
    private long silentFromNs;

    private long silentToNs;
    private long longestWaitNs;

    /** Takes the next interval. */
    public void add(Interval interval) {
        boolean silent = interval.counts().acknowledged() == 0;
        long waitedNs = silent ? longest(interval, Latencies::unfinished) : longest(interval, Latencies::lowerEnds);
        longestWaitNs = Math.max(longestWaitNs, waitedNs);
        if (silent) {
            // The drain is no part of the load: an outage that it does not end lasted until the end of the load.
            silentToNs = interval.phase() == Interval.Phase.DRAIN ? silentToNs : interval.endNs();
            return;
        }
        if (isOutage()) {
            long fromNs = beganNs(interval.startNs(), interval.endNs());
            long toNs = Math.min(interval.endNs(), Math.max(interval.startNs(), fromNs + longestWaitNs));
            found.add(new Outage(fromNs, toNs, true));
        }
        earlierPerSecond = lastPerSecond;
        lastPerSecond = interval.perSecond(interval.counts().acknowledged());
        lastStartNs = interval.startNs();
        silentFromNs = interval.endNs();
        silentToNs = interval.endNs();
        longestWaitNs = 0;
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

    private boolean isOutage() {
        return silentToNs - silentFromNs >= WHOLE_NS && longestWaitNs >= SECOND_NS;
    }

    /** @param earliestEndNs before which it was not over; so {@code latestEndNs} */
    private long beganNs(long earliestEndNs, long latestEndNs) {
        double ordinary = Math.max(lastPerSecond, earlierPerSecond);
        double share = ordinary > 0 ? lastPerSecond / ordinary : 1;
        long byRateNs = lastStartNs + (long) (share * (silentFromNs - lastStartNs));
        long atLeastNs = Math.max(lastStartNs, earliestEndNs - longestWaitNs);
        long atMostNs = Math.min(silentFromNs, latestEndNs - longestWaitNs);
        return Math.min(Math.max(byRateNs, atLeastNs), Math.max(atMostNs, lastStartNs));
    }

    /**
     * Those that lasted into the measured phase, in order of time; of a run that is over.
     *
     * @param warmupNs length of the warmup
     */
    public List<Outage> found(long warmupNs) {
        List<Outage> all = new ArrayList<>(found);
        if (isOutage()) {
            // The wait of its messages was known to the end of the drain, some time after that of the load.
            all.add(new Outage(beganNs(silentToNs, Long.MAX_VALUE), silentToNs, false));
        }
        return all.stream().filter(outage -> outage.toNs() > warmupNs).toList();
    }
}
