package dev.dyno.engine.selftest;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.Map;

/** Checks that the ledger shows exactly the faults of a simulated broker: lost, duplicate, reordered and corrupt messages. */
record LedgerCheck(SelftestRunner runner, Findings findings) {

    private static final int MESSAGES = 20_000;
    private static final int EVERY = 1_000;
    private static final int MAX_PENDING = 100;
    private static final int BODY_BYTES = 100;

    /**
     * Number of messages that a fault affects. The probe before the load is the broker's first message, so the broker's 1000th is
     * the 999th of the load: still 20 of the load are affected.
     */
    private static final int HIT = MESSAGES / EVERY;

    /** A setting of the broker, and the account it must lead to. */
    private record Fault(String setting, LedgerCounts truth) {}

    private static final List<Fault> FAULTS = List.of(
            new Fault(
                    "lose",
                    new LedgerCounts(MESSAGES, MESSAGES - HIT, HIT, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true)),
            new Fault(
                    "duplicate",
                    new LedgerCounts(MESSAGES, MESSAGES, 0, 0, HIT, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true)),
            new Fault(
                    "reorder", new LedgerCounts(MESSAGES, MESSAGES, 0, 0, 0, HIT, 0, 0, 0, 0, 0, 0, 0, 0, true, true)),
            // A corrupt message cannot be identified, so it is missing, too.
            new Fault(
                    "corrupt",
                    new LedgerCounts(MESSAGES, MESSAGES - HIT, HIT, 0, 0, 0, HIT, 0, 0, 0, 0, 0, 0, 0, true, true)));

    void run() {
        findings.line(
                "  %-34s %12s %12s %12s %12s",
                "one fault in 1,000 of 20,000", "lost", "duplicate", "reordered", "corrupt");
        FAULTS.forEach(this::check);
    }

    private void check(Fault fault) {
        RunResult result = runner.run(new SelftestRunner.Setup(
                "sim",
                Map.of(fault.setting, "every " + EVERY),
                LoadShape.ALL_OUT,
                0,
                MESSAGES,
                MAX_PENDING,
                BODY_BYTES));
        LedgerCounts ledger = result.ledger();
        boolean same = ledger.equals(fault.truth);
        findings.line(
                "  %-34s %12d %12d %12d %12d  %s",
                "  " + fault.setting,
                ledger.lost(),
                ledger.duplicate(),
                ledger.reordered(),
                ledger.corrupt(),
                same ? "ok" : "UNTRUE");
        if (!result.outcome().success()) {
            findings.failed(fault.setting, result.outcome(), "the run failed");
        } else if (!same) {
            findings.untrue(fault.setting + ": the ledger says " + ledger + " and the truth is " + fault.truth + ".");
        }
    }
}
