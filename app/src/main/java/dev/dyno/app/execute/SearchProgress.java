package dev.dyno.app.execute;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.engine.capacity.CapacityMove;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Unit;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.ProgressLine;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Reporter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Progress line of a search: rate asked and why, rate achieved, p99s, capacity so far, time so far and at most. */
public final class SearchProgress implements Reporter {

    private final Screen screen;
    private final String label;
    private final SearchPilot pilot;
    private final List<Latency> latencies;
    private Optional<CapacityMove> last = Optional.empty();
    /** The step and the capacity known at its beginning: one line, for an output that is no terminal. */
    private String begun = "";

    /** @param latencies whose p99 is shown */
    public SearchProgress(Screen screen, String label, SearchPilot pilot, List<Latency> latencies) {
        this.screen = screen;
        this.label = label;
        this.pilot = pilot;
        this.latencies = latencies.stream().distinct().toList();
    }

    @Override
    public void onInterval(Interval interval) {
        if (interval.phase() == Interval.Phase.DRAIN) {
            return;
        }
        CapacityMove move = pilot.move();
        Counts counts = interval.counts();
        String p99s = latencies.stream()
                .flatMap(latency -> interval.shown().percentile(latency, 99).stream()
                        .map(p99 -> "  " + latency.tag() + " p99 " + p99.text(Unit::millis) + " ms"))
                .collect(Collectors.joining());
        String step = label + ValueType.word(move.kind()) + ' ' + CapacityLines.rate(move.perSecond()) + "/s";
        Capacity answer = pilot.answer();
        String known = "  capacity " + end(answer.low()) + " to " + end(answer.high()) + "  "
                + ProgressLine.clock(interval.endNs()) + " of at most " + ProgressLine.clock(pilot.endNs());
        if (!last.equals(Optional.of(move))) {
            last = Optional.of(move);
            begun = step + known;
        }
        long perSecond = Math.round(interval.perSecond(Math.max(counts.received(), counts.acknowledged())));
        screen.step(
                screen.isTerminal() ? step : begun,
                String.format(Locale.ROOT, "%,d/s done%s%s", perSecond, p99s, known));
    }

    private static String end(OptionalDouble perSecond) {
        return perSecond.isPresent() ? CapacityLines.rate(perSecond.getAsDouble()) : "?";
    }
}
