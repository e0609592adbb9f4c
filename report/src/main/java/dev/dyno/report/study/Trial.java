package dev.dyno.report.study;

import dev.dyno.model.result.Finding;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of one cell in one round. A failed run is a result, too.
 *
 * @param cell the name of a value by the name of its axis
 * @param round from 1
 * @param tookMillis length of the trial, with the start and the end of its broker unless a neighbouring trial shares the broker
 */
public record Trial(Map<String, String> cell, int round, long tookMillis, List<StepResult> steps) {

    public Trial {
        cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
        steps = List.copyOf(steps);
    }

    /** Values of the axes and, in a study of several steps, the step. */
    Map<String, String> values(StepResult result, Study study) {
        return study.steps().size() > 1 ? Cell.with(cell, Study.STEP, result.step) : cell;
    }

    /**
     * One run, or the obstacle that prevented it.
     *
     * @param step name of the step
     * @param run folder of the stored run, relative to the folder of the study's runs; empty if there is none
     * @param success whether the run ended well
     * @param outcome {@code ok}, or the cause of the failure
     * @param verdict VALID, SUSPECT or INVALID, with its reach; empty if there was no run
     * @param reasons reasons of the verdict
     * @param measures values by name; without those that were not measured
     */
    public record StepResult(
            String step,
            Optional<String> run,
            boolean success,
            String outcome,
            String verdict,
            List<Finding> reasons,
            Map<String, Double> measures) {

        /** Outcome of a run that ended well. */
        public static final String OK = "ok";

        /** Outcome of a run whose broker ran out of memory. */
        public static final String OUT_OF_MEMORY = "broker out of memory";

        /** Beginning of the outcome of a run that needed more than its driver or broker offers. */
        public static final String NOT_OFFERED = "not offered";

        public StepResult {
            reasons = List.copyOf(reasons);
            measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
        }

        /** The verdict without its reach. */
        public String level() {
            return verdict.split(" ", 2)[0];
        }

        /** Whether driver and broker offer the features that the run needed. */
        boolean offered() {
            return !outcome.startsWith(NOT_OFFERED);
        }

        /** Result of a step that could not be run. */
        public static StepResult failed(String step, String cause) {
            return new StepResult(step, Optional.empty(), false, cause, "", List.of(), Map.of());
        }
    }
}
