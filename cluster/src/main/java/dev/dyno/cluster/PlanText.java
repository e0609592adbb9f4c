package dev.dyno.cluster;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.config.file.WorkloadText;
import dev.dyno.model.config.file.WorkloadValues;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A workload as it is sent to workers: a file of our own format with all values in it. */
public final class PlanText {

    private PlanText() {}

    static String of(Workload workload) {
        String text = WorkloadText.of(
                WorkloadValues.of(workload, "", Optional.empty(), path -> Optional.empty()), path -> "");
        WorkloadFile read = WorkloadFile.of("plan", text);
        if (!read.problems().isEmpty() || !read.workload().equals(workload)) {
            throw new IllegalStateException("a workload does not come back as it was written: " + read.problems());
        }
        return text;
    }

    /** Reasons against dividing a run among workers, with settings in braces; empty if there are none. */
    public static List<String> obstacles(Workload workload, FaultPlan faults) {
        List<String> found = new ArrayList<>();
        if (faults.isDisturbed()) {
            found.add("{faults} and {reconnect} are not timed across workers");
        }
        if (workload.rotates()) {
            found.add("consumers that leave and join (rotate) are not timed across workers");
        }
        if (workload.phases().backlog().isPresent()) {
            found.add("a backlog of the workload is not built by several workers");
        }
        if (workload.phases().untilSteady()) {
            found.add(
                    "a warm-up until the load is steady is not agreed upon by several workers, only one of a given length");
        }
        if (workload.consumers().stream().anyMatch(group -> group.messageCount() > 0)) {
            found.add("consumers that end the load after a number of messages cannot be divided among several workers");
        }
        // Each worker knows only what its own consumers receive.
        if (workload.consumers().stream().anyMatch(group -> group.exitWhen().isPresent())) {
            found.add(
                    "consumers that end the load when they are idle (exit-when) cannot be divided among several workers");
        }
        // One connection becomes one in each worker; more would have to be divided.
        if (workload.consumers().stream().anyMatch(group -> group.connections() > 1)) {
            found.add("connections that consumers share cannot be divided among several workers");
        }
        return found;
    }
}
