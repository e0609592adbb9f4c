package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Samples;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressReporterTest {

    private static final int WIDTH = 100;
    private static final long MINUTE = 60 * Samples.SECOND;

    private static final Phases PHASES =
            new Phases(Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofMinutes(10));

    private final StringWriter out = new StringWriter();

    private ProgressReporter reporter(boolean terminal, String label) {
        return reporter(terminal, WIDTH, label);
    }

    private ProgressReporter reporter(boolean terminal, int width, String label) {
        Screen screen = new Screen(new PrintWriter(out), terminal, false, width);
        return new ProgressReporter(
                screen, screen, label, new ProgressLine.OfLoad(PHASES, Optional.of(ns -> ns / 1000), Roles.BOTH, 1));
    }

    /** Second of a million messages, acknowledged and not received. */
    private static Interval second(long endNs, Interval.Phase phase) {
        Latencies latencies = new Latencies();
        latencies.add(Latency.RESPONSE, Samples.histogram(1_234_567_890L, 12_345_678_900L));
        return Samples.interval(
                (int) (endNs / Samples.SECOND),
                phase,
                endNs - Samples.SECOND,
                endNs,
                new Counts(1_234_567, 0, 1_234_567, 0, 0, 0, 0, 0, 0, 0),
                latencies,
                new Latencies());
    }

    private List<String> lines() {
        return Arrays.stream(out.toString().split("[\r\n]+", -1))
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void linesOfALongLabelFitIn100ColumnsWithRateBacklogAndLatency() {
        String longest = "[18/18] one-million-messages-a-second-to-many on artemis:2.55.0-SNAPSHOT with a knob";
        for (boolean terminal : new boolean[] {true, false}) {
            out.getBuffer().setLength(0);
            ProgressReporter reporter = reporter(terminal, longest);
            reporter.onInterval(second(11 * MINUTE, Interval.Phase.MEASURE));
            for (int i = 0; i < 10; i++) {
                reporter.onInterval(second(11 * MINUTE, Interval.Phase.MEASURE));
            }
            assertThat(lines()).hasSize(terminal ? 11 : 2).allSatisfy(line -> assertThat(line)
                    .hasSizeLessThanOrEqualTo(WIDTH)
                    .startsWith(longest.substring(0, 14))
                    .contains("…  ")
                    .containsPattern("1,234,567 of 1,000,000/s  backlog [0-9,]+  response p99 "));
        }
    }

    @Test
    void aTerminalOf80ColumnsHasTheNumberOfTheRunItsRateAndItsLatency() {
        reporter(true, 80, "[18/18] partitioned-topic on artemis")
                .onInterval(second(11 * MINUTE, Interval.Phase.MEASURE));

        assertThat(lines())
                .containsExactly("[18/18] partition…  11:00 load  1,234,567 of 1,000,000/s  response p99 12,348 ms");
    }

    @Test
    void groupsFollowWhereThereIsRoomForThem() {
        Interval second = second(11 * MINUTE, Interval.Phase.MEASURE);
        Interval both = Samples.changed(second, Map.of("groups", Map.of("web", second)));
        reporter(true, 80, "").onInterval(both);
        assertThat(lines().get(0)).doesNotContain("web");
        out.getBuffer().setLength(0);
        reporter(true, 200, "").onInterval(both);
        assertThat(lines().get(0)).endsWith("  | web 1,234,567/s  response p99 12,348 ms");
    }

    /** Five messages took 2 ms, and five waited for 3 s at least. */
    @Test
    void aPercentileOfUnfinishedMessagesIsALowerBound() {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 3 * Samples.SECOND, 5);
        Counts counts = new Counts(10, 0, 10, 0, 0, 0, 0, 0, 0, 0);
        reporter(true, "run").onInterval(Samples.second(0, Interval.Phase.DRAIN, counts, latencies));

        assertThat(lines()).singleElement().asString().contains(" p99 ≥ 3,001 ms");
    }

    @Test
    void aShortLabelIsWhole() {
        reporter(false, "[1/2] one-queue on artemis").onInterval(second(MINUTE, Interval.Phase.WARMUP));

        assertThat(lines())
                .containsExactly("[1/2] one-queue on artemis  1:00 warm-up, 9:00 left  1,234,567 of 1,000,000/s"
                        + "  backlog 1,234,567");
    }

    @Test
    void aLongCauseIsBrokenOverLinesBehindTheLabel() {
        reporter(true, "[1/2] one-queue on artemis")
                .onResult(Samples.result(parts ->
                        parts.outcome = Outcome.failed("the broker refused " + "very ".repeat(30) + "long\nwords")));

        assertThat(lines())
                .hasSizeGreaterThan(1)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH))
                .first()
                .asString()
                .startsWith("[1/2] one-queue on artemis  failed: the broker refused very ");
        assertThat(lines().get(lines().size() - 1)).endsWith("long words, INVALID");
    }
}
