package dev.dyno.model.verdict;

import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Notes on faults (on each outage, which several may share, on commands and on a proxy), and on outages without a fault. */
public final class FaultsRule {

    private static final String CODE = "fault";

    /** Time in ns after a fault in which messages already in flight may still arrive. */
    private static final long AFTERMATH_NS = 100_000_000;

    /** Maximum number of notes on faults, and of notes on outages; a further note counts the rest. */
    private static final int MAX_NAMED = 6;

    /** Share of an outage above which the time before its first fault is named: the fault did not cause that time. */
    private static final double BEFORE = 0.1;

    private FaultsRule() {}

    static List<Finding> faults(RunEvidence evidence) {
        Map<String, List<FaultResult>> groups = new LinkedHashMap<>();
        for (FaultResult fault : evidence.run().faults()) {
            if (evidence.hasWorkers() && fault.publish().isEmpty()) {
                // With several workers, outages of deliveries, and those of less than a second, are unknown.
                continue;
            }
            groups.computeIfAbsent(fault.publish() + " " + fault.consume(), key -> new ArrayList<>())
                    .add(fault);
        }
        List<Finding> findings = new ArrayList<>();
        groups.values().stream().limit(MAX_NAMED).forEach(group -> findings.add(outage(group, !evidence.hasWorkers())));
        if (groups.size() > MAX_NAMED) {
            findings.add(Finding.note(
                    CODE, Value.text("what", "fault.more"), Value.count("more", groups.size() - MAX_NAMED)));
        }
        evidence.run().faults().forEach(fault -> fault.command()
                .ifPresent(command -> findings.add(command(fault, command))));
        if (evidence.run().semantics().facts().containsKey(DriverSemantics.NETWORK)) {
            findings.add(Finding.note(CODE, Value.text("what", "fault.proxy")));
        }
        return findings;
    }

    private static Finding command(FaultResult fault, CommandResult command) {
        List<Value> values = new ArrayList<>(List.of(
                Value.text("what", "fault.command"),
                Value.ns("at", fault.beganNs()),
                Value.text("status", command.status())));
        command.firstLine().ifPresent(line -> values.add(Value.text("output", line)));
        return Finding.note(CODE).with(values);
    }

    /** @param isCounted whether messages were counted by fault, which is not done in a run of several workers */
    private static Finding outage(List<FaultResult> group, boolean isCounted) {
        List<FaultResult> within = group.stream()
                .filter(f -> f.publish()
                        .or(f::consume)
                        .filter(o -> f.beganNs() + f.tookNs() >= o.fromNs() - AFTERMATH_NS && f.beganNs() <= o.toNs())
                        .isPresent())
                .toList();
        // A fault that was over before the outage began shares the outage but did not cause it.
        List<Value> values = new ArrayList<>();
        values.add(Value.text("what", "fault.one"));
        List<FaultResult> named = within.isEmpty() ? group : within;
        named.forEach(f -> values.add(Value.ns("faults", f.beganNs()).with(f.action())));
        FaultResult first = named.get(0);
        String outage = first.publish().isPresent()
                ? first.consume().isPresent() ? "fault.both" : "fault.publish"
                : first.consume().isPresent() ? "fault.consume" : "fault.none";
        values.add(Value.text("outage", outage));
        first.publish().ifPresent(o -> length("publish", o, first.beganNs(), values));
        first.consume().ifPresent(o -> length("consume", o, first.beganNs(), values));
        if (isCounted) {
            values.add(Value.count("inDoubt", sum(group, FaultResult::inDoubt)));
            values.add(Value.count("lost", sum(group, FaultResult::lost)));
            values.add(Value.count("duplicates", sum(group, FaultResult::duplicate)));
        }
        cause(group).ifPresent(cause -> values.add(Value.text("cause", cause)));
        return Finding.note(CODE).with(values);
    }

    /** Cause of the last unplanned break of connections, if one is known. */
    private static Optional<String> cause(List<FaultResult> group) {
        return group.stream()
                .filter(fault -> fault.action().equals(FaultResult.BREAK))
                .flatMap(fault -> fault.reconnects().cause().stream())
                .reduce((first, last) -> last);
    }

    private static void length(String name, Outage outage, long faultNs, List<Value> values) {
        long length = outage.toNs() - outage.fromNs();
        long before = faultNs - outage.fromNs();
        values.add(Value.ns(name, length));
        if (before > Math.max(AFTERMATH_NS, BEFORE * length)) {
            values.add(Value.ns(name + "Before", before));
        }
        if (!outage.over()) {
            values.add(Value.text(name + "End", "until-the-end"));
        }
    }

    private static long sum(List<FaultResult> faults, ToLongFunction<FaultResult> count) {
        return faults.stream().mapToLong(count).sum();
    }

    static List<Finding> outages(RunEvidence evidence) {
        // An outage caused by a fault is named with the fault.
        List<Outage> outages = evidence.overTime().outages().stream()
                .filter(outage -> evidence.run().faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .noneMatch(known -> known.fromNs() < outage.toNs() && known.toNs() > outage.fromNs()))
                .toList();
        List<Finding> found = new ArrayList<>();
        outages.stream().limit(MAX_NAMED).forEach(outage -> found.add(note(evidence, outage)));
        if (outages.size() > MAX_NAMED) {
            found.add(Finding.note(
                    "outage", Value.text("what", "outage.more"), Value.count("outages", outages.size() - MAX_NAMED)));
        }
        return found;
    }

    private static Finding note(RunEvidence evidence, Outage outage) {
        return Finding.note(
                        "outage",
                        Value.text("what", "outage.one"),
                        Value.ns("length", outage.toNs() - outage.fromNs()),
                        Value.of("at", outage.fromNs() / 1e9, Unit.CLOCK_SECONDS))
                .with(outage.over() ? Optional.empty() : Optional.of(Value.text("end", "until-the-end")))
                .with(evidence.profile());
    }

    /** Length and start, from the start of the load: {@code 3 s at 1:10}. */
    public static String headline(Outage outage) {
        return Unit.NANOSECONDS.text((double) (outage.toNs() - outage.fromNs())) + " at "
                + Unit.CLOCK_SECONDS.text(outage.fromNs() / 1e9)
                + (outage.over() ? "" : ", until the end of the load");
    }
}
