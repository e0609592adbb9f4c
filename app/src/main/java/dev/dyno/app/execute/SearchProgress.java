package dev.dyno.app.execute;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.engine.capacity.CapacityMove;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Reporter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Progress of a search: the rate that is asked and why, what it comes to, what is known, and the longest time it can take. */
public final class SearchProgress implements Reporter {

    private final Screen screen;
    private final String label;
    private final SearchPilot pilot;
    private final CapacityPlan plan;

    public SearchProgress(Screen screen, String label, SearchPilot pilot, CapacityPlan plan) {
        this.screen = screen;
        this.label = label;
        this.pilot = pilot;
        this.plan = plan;
    }

    @Override
    public void onInterval(Interval interval) {
        if (interval.phase() == Interval.Phase.DRAIN) {
            return;
        }
        CapacityMove move = pilot.move();
        Counts counts = interval.counts();
        String latencies = plan.latencies().stream()
                .distinct()
                .flatMap(latency -> interval.shown().percentile(latency, 99).stream()
                        .map(p99 -> "  " + latency.tag() + " p99 " + millis(p99) + " ms"))
                .collect(Collectors.joining());
        screen.step(
                label + ValueType.word(move.kind()) + ' ' + CapacityLines.rate(move.perSecond()) + "/s",
                String.format(
                        Locale.ROOT,
                        "%,d/s done%s  %s  %s of at most %s",
                        Math.round(interval.perSecond(Math.max(counts.received(), counts.acknowledged()))),
                        latencies,
                        known(pilot.answer()),
                        clock(interval.endNs()),
                        clock(pilot.endNs())));
    }

    private static String millis(LatencyRange range) {
        return range.text(Unit::millis);
    }

    private static String known(Capacity answer) {
        String low = answer.low().isPresent() ? CapacityLines.rate(answer.low().getAsDouble()) : "?";
        String high =
                answer.high().isPresent() ? CapacityLines.rate(answer.high().getAsDouble()) : "?";
        return "capacity " + low + " to " + high;
    }

    private static String clock(long ns) {
        long all = Math.round(ns / 1e9);
        return String.format(Locale.ROOT, "%d:%02d", all / 60, all % 60);
    }

    @Override
    public void onResult(RunResult result) {
        // The answer is shown with those of other searches.
    }
}
