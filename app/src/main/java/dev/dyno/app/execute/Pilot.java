package dev.dyno.app.execute;

import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows a load in progress, and may change its rate or end it. The default methods do nothing.
 *
 * <p>Assumptions and guarantees: one call at a time, in the order of the methods here, unless a method says otherwise.
 */
public interface Pilot {

    Pilot NONE = () -> Map.of();

    /** Task of the pilot, for the stored configuration of the run. */
    Map<String, Object> config();

    /** Whether the pilot changes the rate, so that no viewer of the page can. */
    default boolean steers() {
        return false;
    }

    /**
     * Called before the load begins.
     *
     * @param overloadSigns supplies the effects of an overload on the broker since it was last asked
     */
    default void begin(RunPlan plan, Runner runner, Supplier<List<String>> overloadSigns) {}

    default void onInterval(Interval interval) {}

    /** Called for the use of a resource, also while another call is under way. */
    default void onResources(ResourceSample sample) {}

    /** Messages a second that were due in an interval; NaN if they are due by no schedule. Called on any thread. */
    default double askedPerSecond(Workload workload, Interval interval) {
        return ofSchedule(workload, interval);
    }

    /** Messages a second that were due in an interval by the schedules of a workload; NaN if a producer has none. */
    static double ofSchedule(Workload workload, Interval interval) {
        return workload.due()
                .map(due -> interval.perSecond(due.applyAsLong(interval.endNs()) - due.applyAsLong(interval.startNs())))
                .orElse(Double.NaN);
    }

    /** Called when the load has ended, with the run second by second. */
    default void onSeconds(RunTimeSeries seconds) {}

    /**
     * Called with the judged result, before it is shown and stored.
     *
     * @param folder in which the run is stored
     * @return the result to show and to store
     */
    default RunResult end(RunResult result, Optional<Path> folder) {
        return result;
    }
}
