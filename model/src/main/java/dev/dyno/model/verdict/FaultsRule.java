package dev.dyno.model.verdict;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.model.verdict.NumberText.duration;
import static dev.dyno.model.verdict.NumberText.number;

import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Cost of each fault; faults that share an outage are named together. */
final class FaultsRule {

    private static final String CODE = "fault";

    /** Time in ns after a fault in which messages already in flight may still arrive. */
    private static final long AFTERMATH_NS = 100_000_000;

    private static final int MAX_FAULTS = 6;

    private FaultsRule() {}

    static List<Finding> look(RunEvidence seen) {
        Map<String, List<FaultResult>> groups = new LinkedHashMap<>();
        for (FaultResult fault : seen.run().faults()) {
            groups.computeIfAbsent(fault.publish() + " " + fault.consume(), key -> new ArrayList<>())
                    .add(fault);
        }
        List<Finding> findings = new ArrayList<>();
        groups.values().stream().limit(MAX_FAULTS).forEach(group -> findings.add(Finding.note(CODE, outage(group))));
        if (groups.size() > MAX_FAULTS) {
            findings.add(Finding.note(
                    CODE,
                    "And " + count(groups.size() - MAX_FAULTS, "more fault", "more faults")
                            + ", in the table of faults."));
        }
        return findings;
    }

    private static String outage(List<FaultResult> group) {
        List<FaultResult> within = group.stream()
                .filter(f -> f.publish()
                        .or(f::consume)
                        .filter(o -> f.beganNs() >= o.fromNs() - AFTERMATH_NS && f.beganNs() <= o.toNs())
                        .isPresent())
                .toList();
        // An event before the outage, with nothing after it, shares the outage but did not cause it.
        String names = (within.isEmpty() ? group : within)
                .stream()
                        .map(f -> f.action() + " at " + number(f.beganNs() / 1e9) + " s")
                        .collect(Collectors.joining(" and "));
        List<String> parts = new ArrayList<>();
        FaultResult first = group.get(0);
        first.publish().ifPresent(o -> parts.add("nothing was acknowledged for " + length(o)));
        first.consume().ifPresent(o -> parts.add("nothing was delivered for " + length(o)));
        if (parts.isEmpty()) {
            parts.add("no outage of a millisecond or more");
        }
        long inDoubt = sum(group, FaultResult::inDoubt);
        return "After " + names + ", " + String.join(", and ", parts) + "; "
                + count(inDoubt, "message", "messages") + " in doubt, "
                + count(sum(group, FaultResult::lost), "lost", "lost") + ", "
                + count(sum(group, FaultResult::duplicate), "duplicate", "duplicates") + "." + cause(group);
    }

    /** Cause of the last break that the run did not ask for. */
    private static String cause(List<FaultResult> group) {
        return group.stream()
                .filter(fault -> fault.action().equals(FaultResult.BREAK))
                .flatMap(fault -> fault.reconnects().cause().stream())
                .reduce((first, last) -> last)
                .map(cause -> " The last cause: " + cause + ".")
                .orElse("");
    }

    private static String length(Outage outage) {
        return duration(outage.toNs() - outage.fromNs()) + (outage.over() ? "" : ", until the end of the load");
    }

    private static long sum(List<FaultResult> faults, ToLongFunction<FaultResult> count) {
        return faults.stream().mapToLong(count).sum();
    }
}
