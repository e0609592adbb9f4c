package dev.dyno.model.result;

import java.util.Map;

/**
 * Results of the groups of one name: of their producers from the intended time to the acknowledgement, of their consumers up to
 * the delivery. {@link RunResult#group} has them in the form of a run.
 *
 * @param totals as in {@link RunResult}
 * @param measured as in {@link RunResult}
 * @param latencies as in {@link RunResult}
 * @param due the messages of their producers, and the deliveries that their consumers missed
 * @param ledger account of the deliveries to their consumers; in doubt are messages of their producers
 * @param marks as in {@link Verdict}
 */
public record GroupResult(
        Counts totals,
        Counts measured,
        Latencies latencies,
        DueMessages due,
        LedgerCounts ledger,
        Map<String, FigureMark> marks) {}
