package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.MISSING;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that every message that was sent arrived, undamaged and once. */
final class DeliveryRule {

    private DeliveryRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        LedgerCounts ledger = evidence.run().ledger();
        List<Finding> found = new ArrayList<>();
        Optional<Finding> nothing = nothing(evidence, ledger);
        nothing.ifPresent(found::add);
        missing(evidence, ledger, found);
        expired(evidence, ledger).filter(some -> nothing.isEmpty()).ifPresent(found::add);
        evidence.stoppedNs()
                .ifPresent(silentNs -> found.add(Finding.invalid(
                                "deliveries-stopped",
                                Value.ns("silence", silentNs),
                                Value.count("left", ledger.inBroker()))
                        .with(evidence.ofConsumers("commitInterval")
                                .filter(messages -> !messages.equals("1"))
                                .map(messages -> Value.text("commits", "deliveries-stopped.commits")))));
        if (ledger.corrupt() > 0) {
            found.add(Finding.invalid("messages-corrupt", Value.count("corrupt", ledger.corrupt())));
        }
        // A fault explains the duplicates after it.
        long duplicate = ledger.duplicate()
                - evidence.run().faults().stream()
                        .mapToLong(FaultResult::duplicate)
                        .sum();
        if (duplicate > 0) {
            found.add(Finding.note("messages-duplicated", Value.count("duplicates", duplicate))
                    .with(whyAgain(evidence)));
        }
        if (!ledger.exact()) {
            found.add(Finding.note("ledger-overflow"));
        }
        if (ledger.lossKnown() && ledger.notOwed() > 0) {
            found.add(Finding.note("messages-missed", Value.count("missed", ledger.notOwed())));
        }
        if (ledger.reordered() > 0 && evidence.run().faults().isEmpty()) {
            found.add(Finding.note("messages-reordered", Value.count("reordered", ledger.reordered())));
        }
        if (found.isEmpty() && isWhole(ledger)) {
            found.add(Finding.note("delivered-exactly-once", Value.count("deliveries", ledger.delivered())));
        }
        return found;
    }

    /** Cause of duplicates: consumers think longer than the broker waits, or messages were rejected or acknowledged late. */
    private static List<Value> whyAgain(RunEvidence evidence) {
        Map<String, String> facts = evidence.run().semantics().facts();
        String wait = facts.getOrDefault(DriverSemantics.ACK_WAIT, "");
        String think = evidence.ofConsumers("thinkTime").orElse("0s");
        long handedOut = DriverSemantics.HANDED_OUT.stream()
                .flatMap(fact -> Optional.ofNullable(facts.get(fact)).stream())
                .filter(text -> text.matches("[1-9][0-9]{0,8}"))
                .mapToLong(Long::parseLong)
                .min()
                .orElse(1);
        return !wait.isEmpty() && handedOut * Units.parseDurationNs(think) > Units.parseDurationNs(wait)
                ? List.of(
                        Value.text("why", "messages-duplicated.ack-wait"),
                        Value.ns("wait", Units.parseDurationNs(wait)),
                        Value.ns("think", Units.parseDurationNs(think)),
                        Value.count("held", handedOut))
                : List.of(Value.text("why", "messages-duplicated.rejected"));
    }

    /** Whether a number of deliveries is large enough to change the rate noticeably. */
    static boolean isMuch(RunEvidence evidence, long deliveries) {
        return deliveries > MISSING * evidence.run().ledger().expected();
    }

    /** Finding, with the cause as far as it is known, if consumers received none of the messages that were sent. */
    private static Optional<Finding> nothing(RunEvidence evidence, LedgerCounts ledger) {
        RunResult run = evidence.run();
        boolean isExpected = evidence.conditions().produces()
                && evidence.conditions().consumes()
                && run.outcome().success()
                && run.totals().acknowledged() > 0
                // Lost messages have their own finding.
                && ledger.lost() == 0;
        if (!isExpected || run.totals().received() + ledger.corrupt() > 0) {
            return Optional.empty();
        }
        String left = evidence.stoppedNs().isPresent() ? "nothing-delivered.held" : "nothing-delivered.broker";
        String cause = evidence.ofConsumers("selector").isPresent()
                ? "nothing-delivered.selector"
                : timeToLive(evidence).isPresent()
                        ? "nothing-delivered.expired"
                        : ledger.inBroker() > 0 ? left : "nothing-delivered.unknown";
        return Optional.of(Finding.invalid(
                        "nothing-delivered",
                        Value.count("sent", run.totals().acknowledged()),
                        Value.text("cause", cause))
                .with(Stream.of(
                                evidence.ofConsumers("selector").map(text -> Value.text("selector", text)),
                                timeToLive(evidence).map(text -> Value.text("ttl", text)))
                        .flatMap(Optional::stream)
                        .toList()));
    }

    /** Time to live of messages; empty without one, or if it is longer than the run and no message expired. */
    private static Optional<String> timeToLive(RunEvidence evidence) {
        RunResult run = evidence.run();
        long ns = run.ledger().expired() > 0 ? Long.MAX_VALUE : run.warmupNs() + run.measuredNs() + run.drainNs();
        return run.configured().producers().stream()
                .flatMap(group -> group.text("timeToLive").stream())
                .filter(text -> Units.parseDurationNs(text) > 0 && Units.parseDurationNs(text) < ns)
                .findFirst();
    }

    private static void missing(RunEvidence evidence, LedgerCounts ledger, List<Finding> found) {
        boolean produces = evidence.conditions().produces();
        Map<String, String> facts = evidence.run().semantics().facts();
        Value expected = Value.count("expected", ledger.expected());
        if (ledger.lost() > 0 && produces) {
            Optional<String> others = Optional.ofNullable(facts.get(DriverSemantics.OTHER_CONSUMERS));
            Optional<String> limit = Optional.ofNullable(facts.get(DriverSemantics.DELIVERIES_AT_MOST))
                    .filter(text -> text.matches("[1-9][0-9]*"));
            String kept = "NATS core".equals(facts.get("protocol")) ? "messages-lost.nats" : "messages-lost.log";
            String otherwise = limit.isPresent() ? "messages-lost.deliveries" : kept;
            found.add(Finding.invalid(
                            "messages-lost",
                            Value.count("lost", ledger.lost()),
                            expected,
                            Value.text("help", others.isPresent() ? "messages-lost.consumers" : otherwise))
                    .with(droppedByLibrary(evidence, ledger.lost()))
                    .with(Optional.of(Value.text("persistent", "messages-lost.persistent"))
                            .filter(advice -> !evidence.isPersistent()))
                    .with(others.map(words -> Value.text("consumers", words)))
                    .with(limit.map(words -> Value.text("deliveries", words))));
        }
        // Losses of a subscription that was gone for a time are unknown.
        boolean wasGone = !ledger.lossKnown()
                && evidence.run().outcome().success()
                && !evidence.hasLostWorker()
                && evidence.ofConsumers("selector").isEmpty();
        long gaps = wasGone ? ledger.outstanding() : ledger.lost() + ledger.fateUnknown();
        if (!produces && gaps > 0) {
            // Without producers in the run, the number of messages that consumers should get is unknown.
            found.add(Finding.note("sequence-gaps", Value.count("missing", gaps), expected)
                    .suspectIf(isMuch(evidence, gaps))
                    .with(droppedByLibrary(evidence, gaps))
                    .with(Optional.of(Value.text("broker", wasGone ? "sequence-gaps.gone" : "sequence-gaps.broker"))
                            .filter(some -> wasGone || ledger.fateUnknown() > 0)));
        } else if (ledger.fateUnknown() > 0
                && !evidence.conditions().brokerAway()
                && timeToLive(evidence).isEmpty()) {
            found.add(Finding.note("fate-unknown", Value.count("unknown", ledger.fateUnknown()), expected)
                    .suspectIf(isMuch(evidence, ledger.fateUnknown()))
                    .with(dropped(evidence)));
        }
    }

    /**
     * Finding about messages that the broker dropped after their time to live, as far as it reports what it still has, or that
     * arrived elsewhere as dead letters; empty without such messages, or with a selector.
     */
    private static Optional<Finding> expired(RunEvidence evidence, LedgerCounts ledger) {
        Optional<String> ttl = timeToLive(evidence);
        long missing = ttl.isPresent() ? ledger.outstanding() - ledger.lost() - ledger.inBroker() : ledger.expired();
        return missing <= 0 || evidence.ofConsumers("selector").isPresent()
                ? Optional.empty()
                : Optional.of(Finding.note(
                                "deliveries-expired",
                                Value.count("missing", missing),
                                Value.count("expected", ledger.expected()),
                                Value.text(
                                        "why",
                                        ttl.isPresent() ? "deliveries-expired.ttl" : "deliveries-expired.elsewhere"))
                        .with(ttl.map(text -> Value.text("ttl", text)))
                        .with(dropped(evidence).filter(some -> ledger.fateUnknown() > 0))
                        .suspectIf(isMuch(evidence, missing)));
    }

    /** Number of missing messages that the client library dropped, if it says that it dropped some. */
    private static Optional<Value> droppedByLibrary(RunEvidence evidence, long missing) {
        return Optional.of(evidence.conditions().dropped())
                .filter(dropped -> dropped > 0)
                .map(dropped -> Value.count("dropped", Math.min(dropped, missing)));
    }

    /** Part of a sentence about where an MQTT broker or client library may have dropped messages; empty for other protocols. */
    private static Optional<Value> dropped(RunEvidence evidence) {
        Map<String, String> facts = evidence.run().semantics().facts();
        String where = "0".equals(facts.get("qos")) ? "fate-unknown.mqtt-unacknowledged" : "fate-unknown.mqtt";
        return Optional.of(Value.text("protocol", where))
                .filter(some -> facts.getOrDefault("protocol", "").startsWith("MQTT"));
    }

    private static boolean isWhole(LedgerCounts ledger) {
        return ledger.lossKnown()
                && ledger.delivered() > 0
                && ledger.expected() == ledger.delivered()
                && ledger.lost() + ledger.duplicate() + ledger.reordered() + ledger.corrupt() + ledger.inDoubt() == 0
                && ledger.rejected() + ledger.deadLettered() == 0;
    }
}
