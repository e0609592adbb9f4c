package dev.dyno.model.verdict;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.LedgerCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether every message that was sent arrived, undamaged and once. */
final class DeliveryRule {

    /** Time in ns without a delivery after which consumers are not expected to receive the rest, as far as a drain can tell. */
    private static final long SILENT_NS = 5_000_000_000L;

    private DeliveryRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        LedgerCounts ledger = seen.run().ledger();
        List<Finding> found = new ArrayList<>();
        missing(seen, ledger, found);
        stopped(seen, found);
        if (ledger.corrupt() > 0) {
            found.add(Finding.invalid("messages-corrupt", Value.count("corrupt", ledger.corrupt())));
        }
        // Duplicates after a fault are explained by it.
        long duplicate = ledger.duplicate()
                - seen.run().faults().stream().mapToLong(FaultResult::duplicate).sum();
        if (duplicate > 0) {
            found.add(Finding.suspect("messages-duplicated", Value.count("duplicates", duplicate))
                    .with(whyAgain(seen)));
        }
        if (!ledger.exact()) {
            found.add(Finding.suspect("ledger-overflow"));
        }
        if (found.isEmpty() && isWhole(ledger)) {
            found.add(Finding.note("delivered-exactly-once", Value.count("deliveries", ledger.delivered())));
        }
        return found;
    }

    /** Cause of duplicates: a think time longer than the wait for acknowledgements, if the driver knows that wait. */
    private static List<Value> whyAgain(RunEvidence seen) {
        Map<String, String> facts = seen.run().semantics().facts();
        String wait = facts.getOrDefault(DriverSemantics.ACK_WAIT, "");
        String think = seen.ofConsumers("thinkTime").orElse("0s");
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

    private static void missing(RunEvidence seen, LedgerCounts ledger, List<Finding> found) {
        boolean produces = seen.conditions().produces();
        Map<String, String> facts = seen.run().semantics().facts();
        Value expected = Value.count("expected", ledger.expected());
        if (ledger.lost() > 0 && produces) {
            Optional<String> others = Optional.ofNullable(facts.get(DriverSemantics.OTHER_CONSUMERS));
            found.add(Finding.invalid(
                            "messages-lost",
                            Value.count("lost", ledger.lost()),
                            expected,
                            Value.text("help", others.isPresent() ? "messages-lost.consumers" : "messages-lost.log"))
                    .with(others.map(words -> Value.text("consumers", words))));
        }
        if (!produces && ledger.lost() + ledger.fateUnknown() > 0) {
            // Without producers in the run, the number of messages that consumers should get is unknown.
            found.add(Finding.suspect(
                            "sequence-gaps", Value.count("missing", ledger.lost() + ledger.fateUnknown()), expected)
                    .with(Optional.of(Value.text("broker", "sequence-gaps.broker"))
                            .filter(some -> ledger.fateUnknown() > 0)));
        } else if (ledger.fateUnknown() > 0 && !seen.conditions().brokerAway()) {
            found.add(Finding.suspect("fate-unknown", Value.count("unknown", ledger.fateUnknown()), expected)
                    .with(Optional.of(Value.text("protocol", "fate-unknown.mqtt"))
                            .filter(some -> facts.getOrDefault("protocol", "").startsWith("MQTT"))));
        }
    }

    /**
     * Consumers that stopped while the broker had messages; not after a fault, when a broker may hold messages for a broken
     * connection.
     */
    private static void stopped(RunEvidence seen, List<Finding> found) {
        long left = seen.run().ledger().inBroker();
        long silentNs = seen.conditions().silentNs().orElse(0L);
        if (left > 0 && silentNs >= SILENT_NS && seen.run().faults().isEmpty()) {
            found.add(Finding.invalid("deliveries-stopped", Value.ns("silence", silentNs), Value.count("left", left)));
        }
    }

    private static boolean isWhole(LedgerCounts ledger) {
        return ledger.lossKnown()
                && ledger.delivered() > 0
                && ledger.expected() == ledger.delivered()
                && ledger.lost() + ledger.duplicate() + ledger.reordered() + ledger.corrupt() + ledger.inDoubt() == 0;
    }
}
