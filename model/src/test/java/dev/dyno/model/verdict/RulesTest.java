package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.Verdict.Level;
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

    @Test
    void theWorstReasonIsTheLevelAndComesFirst() {
        ledger = ledgerOf(3, 211, 0, true);
        runsSeen = 2;
        Verdict verdict = verdict();
        assertThat(verdict.level()).isEqualTo(Level.INVALID);
        assertThat(verdict.reasons()).extracting(Finding::code).containsExactly("messages-lost", "several-runs");
        assertThat(verdict.notes()).extracting(Finding::code).contains("messages-duplicated");
    }
}
