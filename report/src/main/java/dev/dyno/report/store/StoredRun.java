package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import java.util.List;

/** A finished run read from its folder. */
public record StoredRun(RunResult result, List<Interval> intervals, List<ResourceSample> resources) {

    public StoredRun {
        intervals = List.copyOf(intervals);
        resources = List.copyOf(resources);
    }
}
