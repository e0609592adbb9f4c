package dev.dyno.load;

import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.result.SemanticsCard;
import java.util.Map;
import java.util.TreeMap;

/** Fills in the semantics cards of runs. */
final class Cards {

    private Cards() {}

    /** @param semantics what the driver says */
    static SemanticsCard of(RunPlan plan, Semantics semantics) {
        Map<String, String> facts = new TreeMap<>(semantics.facts());
        facts.put(
                SemanticsCard.ACKNOWLEDGED_BY,
                semantics.acknowledgedBy() == AcknowledgedBy.BROKER ? "broker" : SemanticsCard.CLIENT_LIBRARY);
        plan.workload().producers().stream()
                .flatMap(group -> group.message().keys().stream())
                .map(Object::toString)
                .distinct()
                .reduce((some, more) -> some + ", " + more)
                .ifPresent(keys -> facts.put("keys", keys));
        plan.brokerFacts().forEach((name, value) -> facts.put("broker " + name, value));
        return new SemanticsCard(facts);
    }
}
