package dev.dyno.model.verdict;

import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All rules in order of precedence: among reasons of one level, and among notes, the first one is shown first. */
public final class Rules {

    /** Rules about the machine: whether broker and load generator had it to themselves, and whether it was fast enough. */
    private static final List<Rule> OF_THE_MACHINE = List.of(
            new Rule(
                    LimitRule::look,
                    "worker-saturated",
                    "processors-saturated",
                    "limited-by-generator",
                    "limited-by-disk",
                    "limited-by-acknowledgements",
                    "one-core-full"),
            new Rule(OthersRule::look, "others-busy", "processors-stolen"),
            new Rule(CollectionsRule::look, "worker-gc"));

    static final List<Rule> ALL = inOrder();

    private Rules() {}

    private static List<Rule> inOrder() {
        List<Rule> rules = new ArrayList<>(List.of(
                new Rule(
                        EndRule::look,
                        "run-failed",
                        "nothing-measured",
                        "fault-not-done",
                        "broker-away",
                        "backlog-not-built",
                        "backlog-not-drained"),
                new Rule(OutageRule::look, "outage"),
                new Rule(
                        DeliveryRule::look,
                        "messages-lost",
                        "deliveries-stopped",
                        "sequence-gaps",
                        "fate-unknown",
                        "messages-corrupt",
                        "messages-duplicated",
                        "ledger-overflow",
                        "delivered-exactly-once"),
                new Rule(ForeignRule::look, "foreign-messages"),
                new Rule(SendsRule::look, "sends-failed", "acknowledged-by-client"),
                new Rule(PersistenceRule::look, "not-persisted"),
                new Rule(RateRule::look, "rate-missed", "unsent-at-end", "rate-held"),
                new Rule(SendDelayRule::look, "send-delay", "sent-late"),
                new Rule(SamplesRule::look, "few-samples"),
                new Rule(ClocksRule::look, "negative-latency", "foreign-clock", "several-runs"),
                new Rule(WorkersRule::look, "worker-lost", "reports-missing", "late-start", "clock-bound"),
                new Rule(SteadinessRule::look, "never-steady", "rate-not-steady")));
        rules.addAll(OF_THE_MACHINE);
        rules.addAll(List.of(
                new Rule(StallsRule::look, "stalls"),
                new Rule(FaultsRule::look, "fault"),
                new Rule(BacklogRule::look, "backlog"),
                new Rule(UndeliveredRule::look, "undelivered"),
                new Rule(BrokerJvmRule::look, "broker-gc", "broker-memory-grew")));
        return Collections.unmodifiableList(rules);
    }

    /** The verdict on a run. */
    public static Verdict judge(RunResult run) {
        return judge(run, List.of());
    }

    /**
     * The verdict on a run.
     *
     * @param others reasons from outside its result
     */
    public static Verdict judge(RunResult run, List<Reason> others) {
        List<Reason> reasons = reasons(ALL, run);
        reasons.addAll(others);
        return Verdict.of(reasons);
    }

    /** Reasons about the machine of the load, or of a part of it. */
    public static List<Reason> ofTheMachine(RunResult run) {
        return reasons(OF_THE_MACHINE, run);
    }

    private static List<Reason> reasons(List<Rule> rules, RunResult run) {
        RunEvidence facts = new RunEvidence(run);
        return rules.stream()
                .flatMap(rule -> rule.look().apply(facts).stream())
                .flatMap(finding -> finding.reason().stream())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Notes on a run with a verdict. If the verdict is of an older version, a rule that gave a reason then has no notes now. */
    public static List<Finding> notes(RunEvidence facts) {
        Set<String> reasons =
                facts.run().verdict().reasons().stream().map(Reason::code).collect(Collectors.toSet());
        return ALL.stream()
                .filter(rule -> Collections.disjoint(rule.codes(), reasons))
                .flatMap(rule -> rule.look().apply(facts).stream())
                .filter(finding -> finding.level() == Finding.Level.NOTE)
                .toList();
    }
}
