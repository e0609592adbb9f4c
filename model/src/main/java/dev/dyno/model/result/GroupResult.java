package dev.dyno.model.result;

import java.util.Map;

/**
 * Results of the groups of one name: for producers the messages from intended time to acknowledgement, for consumers the
 * deliveries. {@link RunResult#group} has them in the form of a run.
 *
 * @param totals counts of the whole run, warm-up and drain included
 * @param measured counts of the events inside the measured phase
 * @param latencies of the messages of the measured phase
 * @param due the messages of their producers, and the deliveries that their consumers missed
 * @param ledger account of the deliveries to their consumers; in doubt are messages of their producers
 * @param marks figures that are not the broker's alone or not well known, by name
 */
public record GroupResult(
        Counts totals,
        Counts measured,
        Latencies latencies,
        DueMessages due,
        LedgerCounts ledger,
        Map<String, FigureMark> marks) {}
