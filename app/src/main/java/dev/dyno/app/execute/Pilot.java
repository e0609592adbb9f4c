package dev.dyno.app.execute;

import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Follows a load while it goes on, and may change its rate or end it. The default methods do nothing.
 *
 * <p>Assumptions and guarantees: one call at a time, in the order of the methods here.
 */
public interface Pilot {

    /** Does nothing. */
    Pilot NONE = () -> Map.of();

    /** Its task, for the stored configuration of the run. */
    Map<String, Object> config();

    /** Whether the load goes beyond what the broker holds. */
    default boolean overloads() {
        return false;
    }

    /** Called before the load begins. */
    default void begin(RunPlan plan, Runner runner) {}

    default void onInterval(Interval interval) {}

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
