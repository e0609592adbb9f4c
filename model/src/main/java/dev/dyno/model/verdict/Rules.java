package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All rules in order of precedence: among reasons of one level, and among notes, the first one is shown first. */
public final class Rules {

    /** Rules about the machine: whether broker and load generator had it to themselves, and whether it was fast enough. */
    private static final List<Rule> OF_THE_MACHINE = List.of(
            new Rule(LimitRule::saturation, "worker-saturated", "processors-saturated"),
            new Rule(OwnMachineRule::others, "others-busy", "processors-stolen", "processors-throttled"),
            new Rule(OwnMachineRule::collections, "worker-gc"));

    static final List<Rule> ALL = inOrder();

    /** Not said of a run whose numbers must not be used. */
    static final Set<String> GOOD_NEWS = Set.of("rate-held", "delivered-exactly-once", ThresholdRule.MET);

    /** Findings about a load of one rate: a search changes it, beyond what the broker can take, and has an answer of its own. */
    private static final Set<String> OF_ONE_RATE = Set.of(
            "rate-missed",
            "unsent-at-end",
            "rate-held",
            "send-delay",
            "sent-late",
            "never-steady",
            "rate-not-steady",
            "latency-not-steady",
            "limited-by-generator",
            "limited-by-disk",
            "limited-by-acknowledgements",
            "stalls",
            "backlog");

    private Rules() {}

    private static List<Rule> inOrder() {
        List<Rule> rules = new ArrayList<>(List.of(
                new Rule(
                        EndRule::evaluate,
                        "run-failed",
                        "nothing-measured",
                        "fault-not-done",
                        "broker-away",
                        "backlog-not-built",
                        "backlog-not-drained"),
                new Rule(
                        ThresholdRule::evaluate,
                        "threshold-missed",
                        "threshold-unmeasured",
                        ThresholdRule.UNDECIDED,
                        ThresholdRule.MET),
                new Rule(FaultsRule::outages, "outage"),
                new Rule(
                        DeliveryRule::evaluate,
                        "nothing-delivered",
                        "messages-lost",
                        "deliveries-stopped",
                        "sequence-gaps",
                        "fate-unknown",
                        "deliveries-expired",
                        "messages-missed",
                        "messages-corrupt",
                        "messages-duplicated",
                        "messages-reordered",
                        "ledger-overflow",
                        "delivered-exactly-once"),
                new Rule(TimesRule::foreign, "foreign-messages"),
                new Rule(SendsRule::success, "sends-failed", "acknowledged-by-client", "not-persisted"),
                new Rule(RateRule::evaluate, "rate-missed", "unsent-at-end", "consumer-rate-missed", "rate-held"),
                new Rule(SendsRule::delay, "send-delay", "sent-late"),
                new Rule(TimesRule::samples, "few-samples"),
                new Rule(TimesRule::clocks, "negative-latency", "foreign-clock", "several-runs"),
                new Rule(WorkersRule::evaluate, "worker-lost", "reports-missing", "late-start", "clock-bound"),
                new Rule(SteadinessRule::evaluate, "never-steady", "rate-not-steady", "latency-not-steady")));
        rules.addAll(OF_THE_MACHINE);
        rules.addAll(List.of(
                new Rule(
                        LimitRule::evaluate,
                        "limited-by-generator",
                        "limited-by-disk",
                        "limited-by-acknowledgements",
                        "one-core-full"),
                new Rule(StallsRule::evaluate, "stalls"),
                new Rule(FaultsRule::faults, "fault"),
                new Rule(WaitingRule::backlog, "backlog"),
                new Rule(WaitingRule::undelivered, "undelivered"),
                new Rule(BrokerJvmRule::evaluate, "broker-gc", "broker-memory-grew")));
        return Collections.unmodifiableList(rules);
    }

    public static Verdict judge(RunEvidence evidence) {
        return judge(evidence, List.of());
    }

    /**
     * The verdict on a run.
     *
     * @param others findings from outside its result
     */
    public static Verdict judge(RunEvidence evidence, List<Finding> others) {
        Set<String> known = others.stream().map(Finding::code).collect(Collectors.toSet());
        // A rule of the whole has no notes where a worker has a finding of the same rule.
        Stream<Finding> own = ALL.stream().flatMap(rule -> found(List.of(rule), evidence)
                .filter(finding -> finding.level() != Finding.Level.NOTE || Collections.disjoint(rule.codes(), known))
                .filter(finding -> !evidence.run().configured().isSearch() || !OF_ONE_RATE.contains(finding.code())));
        List<Finding> all = Stream.concat(own, others.stream())
                .map(finding -> finding.withSettings(FindingText.settings(finding)))
                .toList();
        boolean isUsable = all.stream().noneMatch(finding -> finding.level() == Finding.Level.INVALID);
        Verdict found = Verdict.of(all.stream()
                .filter(finding -> isUsable || !GOOD_NEWS.contains(finding.code()))
                .toList());
        return Marks.of(evidence).on(found);
    }

    /** Findings about the machine of the load, or of a part of it. */
    public static List<Finding> ofTheMachine(RunResult run) {
        return found(OF_THE_MACHINE, new RunEvidence(run)).toList();
    }

    private static Stream<Finding> found(List<Rule> rules, RunEvidence evidence) {
        return rules.stream().flatMap(rule -> rule.evaluate().apply(evidence).stream());
    }
}
