package dev.dyno.model.verdict;

import dev.dyno.model.result.Outcome;
import org.junit.jupiter.api.Test;

class RulesTest extends JudgedRun {

    @Test
    void whatIsOrdinaryIsNoReason() {
        // Reordered, stale, in doubt: told in the ledger.
        ledger = ledgerOf(0, 0, 0, true);
        assertValid();
        outcome = Outcome.INTERRUPTED;
        assertValid();
    }
}
