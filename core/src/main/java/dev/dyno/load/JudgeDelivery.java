package dev.dyno.load;

import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.result.FaultResult;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Verdict.Level;

/** Whether what was sent came, whole and once. */
final class JudgeDelivery {

    private final Judge.Evidence seen;
    private final LoadFigures load;
    private final Reasons found;

    private JudgeDelivery(Judge.Evidence seen, Reasons found) {
        this.seen = seen;
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeDelivery judge = new JudgeDelivery(seen, found);
        judge.delivery();
        judge.acknowledgements();
    }

    private void delivery() {
        LedgerCounts ledger = load.ledger();
        if (ledger.lost() > 0 && seen.produces()) {
            found.add(
                    Level.INVALID,
                    "messages-lost",
                    "%,d of %,d messages did not arrive, and the broker has nothing left for their subscriptions",
                    ledger.lost(),
                    ledger.expected());
        }
        if (!seen.produces() && ledger.lost() + ledger.fateUnknown() > 0) {
            // Only the producers know what a consumer that runs alone should get.
            found.add(
                    Level.SUSPECT,
                    "sequence-gaps",
                    "%,d of %,d messages up to the last ones did not arrive: lost%s, or taken by consumers that are not of"
                            + " this run",
                    ledger.lost() + ledger.fateUnknown(),
                    ledger.expected(),
                    ledger.fateUnknown() > 0 ? ", still in the broker" : "");
        } else if (ledger.fateUnknown() > 0 && !load.brokerAway()) {
            found.add(
                    Level.SUSPECT,
                    "fate-unknown",
                    "%,d of %,d messages did not arrive by the end of the drain, and the broker did not say whether it still"
                            + " has them: they are lost, or a longer --drain receives them",
                    ledger.fateUnknown(),
                    ledger.expected());
        }
        if (ledger.corrupt() > 0) {
            found.add(Level.INVALID, "messages-corrupt", "%,d messages were not whole", ledger.corrupt());
        }
        long duplicate = ledger.duplicate() - seen.sum(FaultResult::duplicate);
        if (duplicate > 0) {
            found.add(Level.SUSPECT, "messages-duplicated", "%,d deliveries were duplicates", duplicate);
        }
        if (!ledger.exact()) {
            found.add(Level.SUSPECT, "ledger-overflow", "more gaps than the ledger remembers: its counts are bounds");
        }
        // A fault explains what fails after it; without one it is the load that was not what it was meant to be.
        long failed = load.total().failed() - seen.sum(FaultResult::inDoubt);
        if (failed > 0) {
            found.add(
                    Level.SUSPECT,
                    "sends-failed",
                    "%,d of %,d sends failed",
                    failed,
                    load.total().sent());
        }
    }

    private void acknowledgements() {
        if (seen.produces() && seen.acknowledgedBy() == AcknowledgedBy.CLIENT) {
            found.add(
                    Level.SUSPECT,
                    "acknowledged-by-client",
                    "sends were completed by the client library, not by the broker: send and response times say nothing"
                            + " about the broker");
        }
    }
}
