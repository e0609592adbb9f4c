package dev.dyno.engine.run;

import dev.dyno.engine.record.RunListener;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.verdict.Marks;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.verdict.RunEvidence;
import java.util.List;

/**
 * Passes the intervals of a run on to its listener, collects them as a time series, and has the run judged with it at the end.
 *
 * <p>Assumptions and guarantees: those of {@link RunListener} for intervals and resources; {@link #judged} once, at the very end.
 */
final class RunSeconds {

    private final RunListener listener;
    private final OverTimeCollector collector = new OverTimeCollector();

    private final boolean isWhole;

    /** @param isWhole whether the run is judged here; otherwise nothing is collected */
    RunSeconds(RunListener listener, boolean isWhole) {
        this.listener = listener;
        this.isWhole = isWhole;
    }

    void onInterval(Interval interval) {
        if (isWhole) {
            synchronized (collector) {
                collector.add(interval);
            }
        }
        listener.onInterval(interval);
    }

    void onResources(ResourceSample sample) {
        if (isWhole) {
            synchronized (collector) {
                collector.add(sample);
            }
        }
        listener.onResources(sample);
    }

    /** Outages of the run with that result. */
    List<Outage> outages(RunResult result) {
        synchronized (collector) {
            return collector.outages(result);
        }
    }

    /**
     * The result with its verdict.
     *
     * @param others findings from outside the result
     */
    RunResult judged(RunResult unjudged, List<Finding> others) {
        RunTimeSeries seconds;
        synchronized (collector) {
            seconds = collector.build(unjudged);
        }
        listener.onSeconds(seconds);
        RunResult marked = Marks.onGroups(new RunEvidence(unjudged, seconds));
        return marked.withVerdict(Rules.judge(new RunEvidence(marked, seconds), others));
    }
}
