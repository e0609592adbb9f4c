package dev.dyno.engine.selftest;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the tool's cost per message, all-out and without a broker: to send it, and to record its acknowledgement and receipt.
 */
record CostCheck(SelftestRunner runner, Selftest.Length length, Findings findings) {

    private static final int[] BODY_BYTES = {48, 1024};
    private static final double WARMUP_SECONDS = 0.6;
    private static final double SECONDS = 1;

    void run() {
        findings.title("Cost of the tool per message: sent, acknowledged and received on the null driver, all-out");
        findings.line("  %-12s %12s %12s %12s %12s", "body", "messages", "ns", "ns of CPU", "B allocated");
        for (int bytes : BODY_BYTES) {
            // A separate run first, so that the counted loop starts with compiled code.
            runner.run(allOut(bytes, length.ns(WARMUP_SECONDS)));
            LoopMeter meter = new LoopMeter(runner.threads);
            SelftestRunner.Setup setup = allOut(bytes, length.ns(SECONDS));
            RunResult result = runner.run(setup, SelftestRunner.workload(setup), meter);
            long messages = result.totals().sent();
            findings.line(
                    "  %-12s %,12d %12.1f %12.1f %12.2f",
                    bytes + " bytes",
                    messages,
                    (double) result.measuredNs() / messages,
                    (double) meter.cpuNs() / messages,
                    (double) meter.allocatedBytes() / messages);
            check(bytes, result);
        }
    }

    private static SelftestRunner.Setup allOut(int bytes, long durationNs) {
        return new SelftestRunner.Setup("null", Map.of(), LoadShape.ALL_OUT, durationNs, 0, 1, bytes);
    }

    /** Checks that a broker that does nothing acknowledges and delivers every message. */
    private void check(int bytes, RunResult result) {
        Counts counts = result.totals();
        LedgerCounts ledger = result.ledger();
        long sent = counts.sent();
        LedgerCounts truth = new LedgerCounts(sent, sent, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        if (!result.outcome().success()) {
            findings.failed("cost, " + bytes + " bytes", result.outcome(), "the run failed");
        } else if (counts.acknowledged() != sent || counts.received() != sent || !ledger.equals(truth)) {
            findings.untrue(String.format(
                    Locale.ROOT,
                    "cost, %d bytes: %,d messages were sent to a broker that loses none, and %,d acknowledged and %,d"
                            + " received were counted, with the ledger %s; all must be the same.",
                    bytes,
                    sent,
                    counts.acknowledged(),
                    counts.received(),
                    ledger));
        }
    }
}
