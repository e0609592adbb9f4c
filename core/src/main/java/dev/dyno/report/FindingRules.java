package dev.dyno.report;

import java.util.List;

/** What made the numbers of a run: every rule, in the order in which a reader is told. */
final class FindingRules {

    private static final List<FindingRule> RULES = List.of(
            new LimitRule(),
            new OneCoreRule(),
            new LatenessRule(),
            new StallsRule(),
            new FaultsRule(),
            new BacklogRule(),
            new UndeliveredRule(),
            new BrokerJvmRule(),
            new LedgerRule());

    private FindingRules() {}

    static List<Finding> of(FindingEvidence seen) {
        return RULES.stream().flatMap(rule -> rule.look(seen).stream()).toList();
    }
}
