package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.NumberText.duration;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether every message that was sent arrived, undamaged and once. */
final class DeliveryRule {

    /** Time in ns without a delivery after which consumers are not expected to receive the rest, as far as a drain can tell. */
    private static final long SILENT_NS = 5_000_000_000L;

    private DeliveryRule() {}

    static List<Finding> look(RunEvidence seen) {
        LedgerCounts ledger = seen.run().ledger();
        List<Finding> found = new ArrayList<>();
        missing(seen, ledger, found);
        stopped(seen, found);
        if (ledger.corrupt() > 0) {
            found.add(Finding.invalid(
                    "messages-corrupt",
                    "%s not whole; another --driver shows whether the client library or the broker changed them",
                    Plural.count(ledger.corrupt(), "message was", "messages were")));
        }
        // Duplicates after a fault are explained by it.
        long duplicate = ledger.duplicate()
                - seen.run().faults().stream().mapToLong(FaultResult::duplicate).sum();
        if (duplicate > 0) {
            found.add(Finding.suspect(
                    "messages-duplicated",
                    "%s, and no connection broke before: %s",
                    Plural.count(duplicate, "delivery was a duplicate", "deliveries were duplicates"),
                    whyAgain(seen)));
        }
        if (!ledger.exact()) {
            found.add(Finding.suspect(
                    "ledger-overflow",
                    "more gaps than the ledger remembers: its counts are bounds; fewer --producers or a shorter --duration leave"
                            + " fewer gaps"));
        }
        if (found.isEmpty() && isWhole(ledger)) {
            found.add(Finding.note(
                    "delivered-exactly-once",
                    "Every message came exactly once and in order: "
                            + Plural.count(ledger.delivered(), "delivery.", "deliveries.")));
        }
        return found;
    }

    /** Cause of duplicates: a think time longer than the wait for acknowledgements, if the driver knows that wait. */
    private static String whyAgain(RunEvidence seen) {
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
                ? "the broker delivers again what has no acknowledgement after the ack wait of " + wait
                        + ", and consumers think " + think + " about each of up to "
                        + Plural.count(handedOut, "message", "messages")
                        + " that they have at a time; raise the ack wait, or lower that number or --think-time"
                : "the broker delivers again what is rejected or not acknowledged in time; see its log, and --ack-mode";
    }

    private static void missing(RunEvidence seen, LedgerCounts ledger, List<Finding> found) {
        boolean produces = seen.conditions().produces();
        if (ledger.lost() > 0 && produces) {
            found.add(
                    Finding.invalid(
                            "messages-lost",
                            "%,d of %,d messages did not arrive, and the broker has nothing left for their subscriptions; %s",
                            ledger.lost(),
                            ledger.expected(),
                            Optional.ofNullable(seen.run().semantics().facts().get(DriverSemantics.OTHER_CONSUMERS))
                                    .map(others -> others + " and may have taken them: run it alone")
                                    .orElse(
                                            "see its log, and whether --persistent and an acknowledgement by more nodes keep them")));
        }
        if (!produces && ledger.lost() + ledger.fateUnknown() > 0) {
            // Without producers in the run, the number of messages that consumers should get is unknown.
            found.add(Finding.suspect(
                    "sequence-gaps",
                    "%,d of %,d messages up to the last ones did not arrive: lost%s, or taken by consumers that are not of"
                            + " this run; run producers and consumers together (dyno client), or name the run by --run-id",
                    ledger.lost() + ledger.fateUnknown(),
                    ledger.expected(),
                    ledger.fateUnknown() > 0 ? ", still in the broker" : ""));
        } else if (ledger.fateUnknown() > 0 && !seen.conditions().brokerAway()) {
            found.add(Finding.suspect(
                    "fate-unknown",
                    "%,d of %,d messages did not arrive by the end of the drain, and the broker did not say whether it still"
                            + " has them: they are lost, or a longer --drain receives them%s",
                    ledger.fateUnknown(),
                    ledger.expected(),
                    seen.run().semantics().facts().getOrDefault("protocol", "").startsWith("MQTT")
                            ? "; a Mosquitto counts those that its full queues drop in $SYS/broker/publish/messages/dropped"
                            : ""));
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
            found.add(Finding.invalid(
                    "deliveries-stopped",
                    "for the last %s nothing arrived, while the broker still had %s for consumers that were connected; see"
                            + " its log, and lower --consumer-commit-interval or raise its limit of unacknowledged messages",
                    duration(silentNs),
                    Plural.count(left, "message", "messages")));
        }
    }

    private static boolean isWhole(LedgerCounts ledger) {
        return ledger.lossKnown()
                && ledger.delivered() > 0
                && ledger.expected() == ledger.delivered()
                && ledger.lost() + ledger.duplicate() + ledger.reordered() + ledger.corrupt() + ledger.inDoubt() == 0;
    }
}
