package dev.dyno.engine.selftest;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Checks that a run reports the latencies of a broker of known behaviour. No latency may be below the truth. It may be above the
 * truth by as much as this machine was late during the measurement. If a value is above that, and none is below the truth, all
 * are measured up to two more times, because the machine may have been later at the wrong moment; a value that is above it in the
 * last try is an untruth.
 */
final class LatencyCheck {

    private static final int TRIES = 3;
    private static final int BODY_BYTES = 100;
    private static final long MILLI_NS = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private static final long SERVICE_NS = 5 * MILLI_NS;
    private static final long DELIVERY_NS = 3 * MILLI_NS;
    private static final long SERVICE_PER_SECOND = 200;

    private static final long STALL_NS = 500 * MILLI_NS;
    private static final long STALL_PERIOD_NS = 2 * SECOND_NS;
    private static final long STALL_PER_SECOND = 1_000;

    /** Duration of the load after the last stall in ns, so that its backlog is sent before the load ends. */
    private static final long AFTER_STALLS_NS = 400 * MILLI_NS;

    private final SelftestRunner runner;
    private final Selftest.Length length;
    private final Findings findings;
    private final long periods;
    private long stalledMessages;

    LatencyCheck(SelftestRunner runner, Selftest.Length length, Findings findings) {
        this.runner = runner;
        this.length = length;
        this.findings = findings;
        periods = length == Selftest.Length.QUICK ? 1 : 2;
    }

    void run() {
        findings.title("Whether its numbers are true: a simulated broker of known behaviour, latencies in ms");
        findings.line("  %-34s %12s %25s", "", "came back", "the truth, and noise");
        checkWork();
        checkStalls();
    }

    /** Checks a broker that works on each message for a fixed time, and on all messages concurrently. */
    void checkWork() {
        findings.line("  %-34s", "5 ms of work, 3 ms of delivery");
        check(this::serviceTimes);
    }

    /** Checks a broker that stands still at regular intervals. */
    void checkStalls() {
        findings.line("  %-34s", "stands still for 0.5 s every 2 s");
        check(this::stalls);
        expectOneStalledMessagePerPeriod();
    }

    /** @param measurement measures, and returns the claims; reports a failed run by itself */
    private void check(Supplier<List<BoundedValue>> measurement) {
        List<BoundedValue> claims = List.of();
        int tries = 0;
        boolean again = true;
        while (again) {
            claims = measurement.get();
            tries++;
            again = tries < TRIES
                    && claims.stream().noneMatch(BoundedValue::isBelow)
                    && claims.stream().anyMatch(BoundedValue::isAbove);
        }
        for (BoundedValue claim : claims) {
            boolean lie = claim.isBelow() || claim.isAbove();
            findings.line(
                    "  %-34s %12s %25s  %s%s",
                    "  " + claim.what(),
                    claim.measuredMillis(),
                    BoundedValue.millis(claim.leastNs()) + " .. " + BoundedValue.millis(claim.mostNs()),
                    lie ? "UNTRUE" : "ok",
                    tries > 1 ? " (try " + tries + ")" : "");
            if (claim.isBelow()) {
                findings.untrue(claim.belowSentence());
            } else if (claim.isAbove()) {
                findings.untrue(claim.aboveSentence(tries));
            }
        }
    }

    private List<BoundedValue> serviceTimes() {
        Schedule schedule = Schedule.constant(Rate.perSecond(SERVICE_PER_SECOND));
        Map<String, String> script = Map.of("service", "5ms", "delivery", "3ms", "servers", "unlimited");
        Watched watched = watch(
                new SelftestRunner.Setup("sim", script, schedule, length.ns(1.5), 0, 0, BODY_BYTES), "5 ms of work");
        List<BoundedValue> claims = new ArrayList<>();
        // The broker waits once, until the work or delivery is done; the tool waits once more, until the intended time.
        watched.claim(claims, Latency.SEND_ACK, SERVICE_NS, 1);
        watched.claim(claims, Latency.RESPONSE, SERVICE_NS, 2);
        watched.claim(claims, Latency.TRANSFER, SERVICE_NS + DELIVERY_NS, 1);
        watched.claim(claims, Latency.END_TO_END, SERVICE_NS + DELIVERY_NS, 2);
        return claims;
    }

    /**
     * Checks stalls of length {@code D}, one in each of {@code k} periods, with one message in flight and {@code s} from one
     * intended time to the next. Of the messages sorted by their wait, the longest first, number {@code j} was intended
     * {@code m = j / k} steps after the stall began, give or take one, and waited {@code D - m s} for the end of the stall, then
     * {@code m + 1} cycles of the closed loop for its turn.
     */
    private List<BoundedValue> stalls() {
        double cycleNs = closedLoopCycleNs();
        Schedule schedule = Schedule.constant(Rate.perSecond(STALL_PER_SECOND));
        Map<String, String> script = Map.of("stall", "500ms every 2s");
        Watched watched = watch(
                new SelftestRunner.Setup("sim", script, schedule, stallsNs(periods), 0, 1, BODY_BYTES),
                "0.5 s of standing still");
        List<BoundedValue> claims = new ArrayList<>();
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            Optional<Histogram> histogram = watched.histogram(latency);
            for (double percentile : new double[] {90, 99, 99.9}) {
                histogram.ifPresent(h ->
                        claims.add(stalled(latency, percentile, h, periods, cycleNs, watched.lateness.getMaxValue())));
            }
        }
        stalledMessages = watched.histogram(Latency.SEND_ACK)
                .map(h -> h.getCountBetweenValues(STALL_NS / 2, 2 * STALL_NS))
                .orElse(0L);
        return claims;
    }

    private static long stallsNs(long periods) {
        return periods * STALL_PERIOD_NS + AFTER_STALLS_NS;
    }

    private static BoundedValue stalled(
            Latency latency, double percentile, Histogram histogram, long periods, double cycleNs, long lateNs) {
        long stepNs = SECOND_NS / STALL_PER_SECOND;
        long count = stallsNs(periods) / stepNs;
        long rankFromTop = count - (long) Math.ceil(percentile / 100 * count);
        long steps = rankFromTop / periods;
        long longestNs = STALL_NS - steps * stepNs;
        long catchUpNs = (long) ((steps + 1) * cycleNs);
        return BoundedValue.atPercentile(
                latency.tag(),
                percentile,
                histogram,
                longestNs - stepNs,
                longestNs + catchUpNs + 2 * lateNs,
                String.format(
                        Locale.ROOT,
                        "by %d messages before it in the queue at %.1f \u00b5s each, and by two waits that end up to %.3f ms late",
                        steps + 1,
                        cycleNs / 1e3,
                        lateNs / 1e6));
    }

    /** Checks that each stall has one message at the broker, the one in flight. */
    private void expectOneStalledMessagePerPeriod() {
        findings.line(
                "  %-34s %12d %25d  %s",
                "  service over 250 ms, messages",
                stalledMessages,
                periods,
                stalledMessages == periods ? "ok" : "UNTRUE");
        if (stalledMessages != periods) {
            findings.untrue(String.format(
                    Locale.ROOT,
                    "send-ack: %d messages took over 250 ms, and the broker stood still %d times with one message in it;"
                            + " both must be the same.",
                    stalledMessages,
                    periods));
        }
    }

    /**
     * Time in ns per message on a simulated broker without work, with one message in flight: the pace at which the backlog of a
     * stall is sent.
     */
    private double closedLoopCycleNs() {
        RunResult result = runner.run(
                new SelftestRunner.Setup("sim", Map.of(), LoadShape.ALL_OUT, length.ns(0.5), 0, 1, BODY_BYTES));
        long sent = result.totals().sent();
        return sent == 0 ? 0 : (double) result.measuredNs() / sent;
    }

    private Watched watch(SelftestRunner.Setup setup, String what) {
        JitterWatch jitter = new JitterWatch(runner.time, runner.threads, setup.durationNs());
        RunResult result = runner.run(setup);
        Histogram lateness = jitter.lateness();
        if (!result.outcome().success()) {
            findings.failed(what, result.outcome(), "the run failed");
        }
        return new Watched(result, lateness, findings);
    }

    /** A run, and the lateness of this machine's wake-ups during it. */
    private record Watched(RunResult result, Histogram lateness, Findings findings) {

        Optional<Histogram> histogram(Latency latency) {
            Optional<Histogram> histogram = result.latencies().get(latency);
            if (result.outcome().success() && histogram.isEmpty()) {
                findings.untrue(latency.tag() + ": was not recorded; it must be.");
            }
            return histogram;
        }

        /**
         * Adds claims: neither the minimum nor the median may be below the truth, or above the truth plus the given number of
         * late wake-ups.
         */
        void claim(List<BoundedValue> claims, Latency latency, long truthNs, int waits) {
            long lateNs = lateness.getValueAtPercentile(99);
            long mostNs = truthNs + waits * lateNs;
            String noise = String.format(
                    Locale.ROOT,
                    "by %s up to %.3f ms late, as 99 %% of the waits did here",
                    waits == 1 ? "a wait that ends" : "two waits that end",
                    lateNs / 1e6);
            histogram(latency).ifPresent(h -> {
                claims.add(BoundedValue.of(latency.tag() + ", least", h, h.getMinValue(), truthNs, mostNs, noise));
                claims.add(BoundedValue.atPercentile(latency.tag(), 50, h, truthNs, mostNs, noise));
            });
        }
    }
}
