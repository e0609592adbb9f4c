package dev.dyno.report.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One cell in one round, as it came out. That a run failed is a result, too.
 *
 * @param cell the name of a value by the name of its axis
 * @param round from 1
 * @param tookMillis from the start of the broker to its end
 */
public record Trial(Map<String, String> cell, int round, long tookMillis, List<StepResult> steps) {

    public Trial {
        cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
        steps = List.copyOf(steps);
    }

    /**
     * One run, or what kept it from being one.
     *
     * @param step its name
     * @param run the folder of the stored run, within that of the study's runs; empty if there is none
     * @param success whether it ran to its end
     * @param outcome {@code ok}, or why it failed
     * @param verdict VALID, SUSPECT or INVALID; empty if there was no run
     * @param reasons of the verdict
     * @param measures by name; what was not measured is not there
     */
    public record StepResult(
            String step,
            Optional<String> run,
            boolean success,
            String outcome,
            String verdict,
            List<String> reasons,
            Map<String, Double> measures) {

        /** The outcome of a run that has nothing to say of it. */
        public static final String OK = "ok";

        /** The outcome of a run whose broker had no memory left. */
        public static final String OUT_OF_MEMORY = "broker out of memory";

        public StepResult {
            reasons = List.copyOf(reasons);
            measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        }

        /** What could not be run. */
        public static StepResult failed(String step, String cause) {
            return new StepResult(step, Optional.empty(), false, cause, "", List.of(), Map.of());
        }
    }
}
