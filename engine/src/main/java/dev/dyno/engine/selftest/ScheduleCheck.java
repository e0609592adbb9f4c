package dev.dyno.engine.selftest;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.TimerJitter;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Measures how well the tool keeps its schedule on this machine, and checks that the verdict names a rate it could not reach. */
record ScheduleCheck(SelftestRunner runner, Selftest.Length length, Findings findings) {

    private static final long[] PER_SECOND = {100, 1_000, 10_000, 100_000};
    private static final double SECONDS = 1;

    /** Share of the messages intended: if fewer are sent, the verdict must say so. The verdict's own threshold is 99 %. */
    private static final double RATE_REACHED = 0.98;

    private static final int BODY_BYTES = 48;
    private static final long JITTER_INTERVAL_NS = 1_000_000;

    void run() {
        findings.title("Precision of its schedule here: from intended to handed over, in \u00b5s, on the null driver");
        findings.line("  %-12s %12s %10s %10s %10s %10s", "asked for", "reached", "p50", "p99", "p99.9", "max");
        for (long perSecond : PER_SECOND) {
            atRate(perSecond);
        }
        timerLateness();
    }

    private void atRate(long perSecond) {
        Schedule schedule = Schedule.constant(Rate.perSecond(perSecond));
        long durationNs = length.ns(SECONDS);
        RunResult result =
                runner.run(new SelftestRunner.Setup("null", Map.of(), schedule, durationNs, 0, 0, BODY_BYTES));
        String asked = String.format(Locale.ROOT, "%,d/s", perSecond);
        Optional<Histogram> delays = result.latencies().get(Latency.SEND_DELAY);
        if (!result.outcome().success() || delays.isEmpty()) {
            findings.failed("schedule, " + asked, result.outcome(), "no send delay was recorded");
            return;
        }
        Histogram delay = delays.get();
        long sent = result.totals().sent();
        findings.line(
                "  %-12s %12s %10.1f %10.1f %10.1f %10.1f",
                asked,
                String.format(Locale.ROOT, "%,.0f/s", sent / (durationNs / 1e9)),
                delay.getValueAtPercentile(50) / 1e3,
                delay.getValueAtPercentile(99) / 1e3,
                delay.getValueAtPercentile(99.9) / 1e3,
                delay.getMaxValue() / 1e3);
        check(asked, schedule.count(durationNs), sent, delay, result);
    }

    private void check(String asked, long intended, long sent, Histogram delay, RunResult result) {
        if (sent > intended) {
            findings.untrue(String.format(
                    Locale.ROOT,
                    "schedule, %s: %,d messages were sent and %,d were intended; no message may be sent before its time.",
                    asked,
                    sent,
                    intended));
        }
        if (delay.getTotalCount() != sent || result.totals().negative() != 0) {
            findings.untrue(String.format(
                    Locale.ROOT,
                    "schedule, %s: of %,d messages sent %,d have a send delay, and %,d latencies were below zero; all"
                            + " must have one, of at least zero.",
                    asked,
                    sent,
                    delay.getTotalCount(),
                    result.totals().negative()));
        }
        boolean reported =
                result.verdict().reasons().stream().anyMatch(r -> r.code().equals("rate-missed"));
        if (sent < RATE_REACHED * intended && !reported) {
            findings.untrue(String.format(
                    Locale.ROOT,
                    "schedule, %s: only %,d of %,d messages were sent in time, and the verdict does not say so.",
                    asked,
                    sent,
                    intended));
        }
    }

    private void timerLateness() {
        try {
            TimerJitter jitter = TimerJitter.measure(
                    runner.time, JITTER_INTERVAL_NS, (int) (length.ns(SECONDS) / 2 / JITTER_INTERVAL_NS));
            findings.line(
                    "  %-25s %10.1f %10.1f %10.1f %10.1f",
                    "waits of 1 ms end late by",
                    jitter.percentileNs(50) / 1e3,
                    jitter.percentileNs(99) / 1e3,
                    jitter.percentileNs(99.9) / 1e3,
                    jitter.maxNs() / 1e3);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
