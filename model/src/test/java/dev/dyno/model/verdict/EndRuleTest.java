package dev.dyno.model.verdict;

import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Verdict.Level;
import org.junit.jupiter.api.Test;

class EndRuleTest extends JudgedRun {

    @Test
    void aFailedRunIsInvalidWithItsCause() {
        outcome = Outcome.failed("connection reset");
        measured(0, 0);
        intendedPerSecond = 0;
        assertReason(Level.INVALID, "run-failed", "the run failed: connection reset");
    }

    @Test
    void aRunWithoutAMessageIsInvalid() {
        intendedPerSecond = 0;
        measured(1, 0);
        assertValid();
        measured(0, 0);
        assertReason(Level.INVALID, "nothing-measured", "nothing was sent or received in the measured phase");
    }
}
