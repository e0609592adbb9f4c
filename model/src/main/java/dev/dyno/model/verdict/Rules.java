package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All rules in order of precedence: among reasons of one level, and among notes, the first one is shown first. */
public final class Rules {

    /** Rules about the machine: whether broker and load generator had it to themselves, and whether it was fast enough. */
    private static final List<Rule> OF_THE_MACHINE =
            List.of(LimitRule::saturation, OwnMachineRule::others, OwnMachineRule::collections);

    static final List<Rule> ALL = List.of(
            EndRule::evaluate,
            ThresholdRule::evaluate,
            FaultsRule::outages,
            DeliveryRule::evaluate,
            TimesRule::foreign,
            SendsRule::success,
            RateRule::evaluate,
            SendsRule::delay,
            TimesRule::samples,
            TimesRule::clocks,
            WorkersRule::evaluate,
            SteadinessRule::evaluate,
            evidence -> found(OF_THE_MACHINE, evidence).toList(),
            LimitRule::evaluate,
            StallsRule::evaluate,
            FaultsRule::faults,
            WaitingRule::backlog,
            WaitingRule::undelivered,
            BrokerJvmRule::evaluate);

    /** Codes of good news, which the verdict on a run leaves out if its numbers must not be used. */
    static final Set<String> GOOD_NEWS = Set.of("rate-held", "delivered-exactly-once", ThresholdRule.MET);

    /** Codes of findings about a load of one rate. A search, which changes its rate on purpose, has its own answer instead. */
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
            "backlog",
            "broker-memory-grew");

    private Rules() {}

    public static Verdict judge(RunEvidence evidence) {
        return judge(evidence, List.of());
    }

    /**
     * The verdict on a run.
     *
     * @param others findings that do not follow from the result of the run
     */
    public static Verdict judge(RunEvidence evidence, List<Finding> others) {
        Stream<Finding> own = found(ALL, evidence)
                .filter(finding -> !evidence.run().configured().isSearch() || !OF_ONE_RATE.contains(finding.code()));
        List<Finding> all = Stream.concat(own, others.stream())
                .map(finding -> FindingText.settings(finding).contains("phases.measure")
                        ? finding.with(evidence.insteadOfTime())
                        : finding)
                .map(finding -> finding.withSettings(FindingText.settings(finding)))
                .toList();
        boolean isUsable = all.stream().noneMatch(finding -> finding.level() == Finding.Level.INVALID);
        Verdict found = Verdict.of(all.stream()
                .filter(finding -> isUsable || !GOOD_NEWS.contains(finding.code()))
                .toList());
        return Marks.of(evidence).on(found);
    }

    /** Findings about the machine of the load, or of one worker's part of the load. */
    public static List<Finding> ofTheMachine(RunResult run) {
        return found(OF_THE_MACHINE, new RunEvidence(run)).toList();
    }

    private static Stream<Finding> found(List<Rule> rules, RunEvidence evidence) {
        return rules.stream().flatMap(rule -> rule.evaluate(evidence).stream());
    }
}
