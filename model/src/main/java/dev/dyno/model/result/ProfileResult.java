package dev.dyno.model.result;

import java.util.Optional;

/**
 * A profile of the broker in the measured phase, or why there is none.
 *
 * @param event what was sampled: cpu, lock or alloc
 * @param method by what, with its version
 * @param cannotSee what this method leaves out, in one sentence
 * @param recordedFromNs when the recording began, from the start of the load
 * @param recordedToNs when it ended; what was recorded outside the measured phase is not in the profile
 * @param samples how many there are in it
 * @param total what they stand for, in {@code unit}
 * @param unit samples, us (of waiting) or bytes
 * @param page the flame graph, a file beside the result; empty = there is none
 * @param problem what went wrong, or is missing, in one sentence
 */
public record ProfileResult(
        String event,
        String method,
        String cannotSee,
        long recordedFromNs,
        long recordedToNs,
        long samples,
        long total,
        String unit,
        Optional<String> page,
        Optional<String> problem) {}
