package dev.dyno.model.result;

import java.util.Optional;

/**
 * Profile of the broker in the measured phase, or the reason why there is none.
 *
 * @param event sampled event: cpu, lock or alloc
 * @param method profiler, with its version
 * @param cannotSee what the profiler leaves out, in one sentence
 * @param recordedFromNs start of the recording, from the start of the load
 * @param recordedToNs end of the recording; samples outside the measured phase are not in the profile
 * @param total sum of the samples, in {@code unit}
 * @param unit samples, us (of waiting) or bytes
 * @param page the flame graph, a file beside the result; empty = there is none
 * @param problem what failed or is missing, in one sentence
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
