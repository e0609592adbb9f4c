package dev.dyno.report;

import static dev.dyno.report.Words.count;

import dev.dyno.result.LedgerCounts;
import java.util.List;

/** That every message came, once and in order. What is not so is the verdict's. */
final class LedgerRule implements FindingRule {

    @Override
    public List<Finding> look(FindingEvidence seen) {
        LedgerCounts ledger = seen.run().ledger();
        boolean whole = ledger.lossKnown()
                && ledger.exact()
                && ledger.delivered() > 0
                && ledger.expected() == ledger.delivered()
                && ledger.lost() + ledger.duplicate() + ledger.reordered() + ledger.corrupt() + ledger.inDoubt() == 0;
        return whole
                ? List.of(new Finding(
                        "delivered-exactly-once",
                        "Every message came exactly once and in order: "
                                + count(ledger.delivered(), "delivery.", "deliveries.")))
                : List.of();
    }
}
