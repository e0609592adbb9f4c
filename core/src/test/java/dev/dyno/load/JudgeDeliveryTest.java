package dev.dyno.load;

import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.result.Counts;
import dev.dyno.result.Verdict.Level;
import org.junit.jupiter.api.Test;

class JudgeDeliveryTest extends JudgedRun {

    @Test
    void oneLostMessageMakesItInvalid() {
        ledger = ledgerOf(1, 0, 0, true);
        assertReason(
                Level.INVALID,
                "messages-lost",
                "1 of 21,000 messages that should have come had not when the drain ended");
    }

    @Test
    void aConsumerAloneCannotKnowThatAMessageIsLost() {
        ledger = ledgerOf(1, 0, 0, true);
        produces = false;
        assertSuspect(
                "sequence-gaps",
                "1 of 21,000 messages up to the last ones had not come: lost, still under way, or taken by consumers that"
                        + " are not of this run");
    }

    @Test
    void corruptMessagesMakeItInvalid() {
        ledger = ledgerOf(0, 0, 1, true);
        assertReason(Level.INVALID, "messages-corrupt", "1 messages were not whole");
    }

    @Test
    void duplicatesAreSuspect() {
        ledger = ledgerOf(0, 1, 0, true);
        assertSuspect("messages-duplicated", "1 deliveries were duplicates");
    }

    @Test
    void anInexactLedgerIsSuspect() {
        ledger = ledgerOf(0, 0, 0, false);
        assertSuspect("ledger-overflow", "more gaps than the ledger remembers: its counts are bounds");
    }

    @Test
    void failedSendsAreSuspect() {
        total = new Counts(21_000, 0, 20_999, 20_999, 1, 0, 0, 0);
        assertSuspect("sends-failed", "1 of 21,000 sends failed");
    }

    @Test
    void acknowledgementsOfTheClientAreSuspectWhereThereAreSends() {
        acknowledgedBy = AcknowledgedBy.CLIENT;
        assertSuspect(
                "acknowledged-by-client",
                "sends were completed by the client library, not by the broker: send and response times say nothing about"
                        + " the broker");
        produces = false;
        assertValid();
    }
}
