package dev.dyno.model.verdict;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.model.verdict.NumberText.duration;
import static dev.dyno.model.verdict.NumberText.number;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Messages that were still in the broker at the end of the run: a reason to wait longer, not to doubt the run. */
public final class UndeliveredRule {

    /** Share of the deliveries owed below which consumers do not keep up. */
    static final double KEPT_UP = 0.95;

    /** Last seconds of the drain, which show whether deliveries still arrive. */
    static final double LAST_SECONDS = 10;

    private UndeliveredRule() {}

    static List<Finding> look(RunEvidence seen) {
        return sentence(seen.run()).stream()
                .map(sentence -> Finding.note("undelivered", sentence + " " + rest(seen)))
                .toList();
    }

    /** Sentence about the messages still in the broker, and whether the consumers kept up; empty if there were none. */
    public static Optional<String> sentence(RunResult run) {
        LedgerCounts ledger = run.ledger();
        if (ledger.inBroker() == 0) {
            return Optional.empty();
        }
        double seconds = run.measuredNs() / 1e9;
        Counts totals = run.totals();
        double copies = totals.acknowledged() > 0 ? ledger.expected() / (double) totals.acknowledged() : 0;
        double owed = seconds > 0 ? copies * run.measured().acknowledged() / seconds : 0;
        double received = seconds > 0 ? run.measured().received() / seconds : 0;
        String left = count(ledger.inBroker(), "message was", "messages were")
                + " still in the broker when the drain of " + duration(run.drainNs()) + " ended.";
        return Optional.of(
                received < KEPT_UP * owed
                        ? String.format(
                                Locale.ROOT,
                                "The consumers took %s/s of %s/s; %s",
                                number(received),
                                number(owed),
                                left)
                        : left);
    }

    private static String rest(RunEvidence seen) {
        IntervalSeries intervals = seen.overTime().intervals();
        double seconds = 0;
        double received = 0;
        for (int i = intervals.size() - 1; i >= 0 && seconds < LAST_SECONDS; i--) {
            if (intervals.phaseOf(i) == Interval.Phase.DRAIN
                    && intervals.receivedPerSecond().has(i)) {
                double length = intervals.endS().get(i) - intervals.startS().get(i);
                seconds += length;
                received += intervals.receivedPerSecond().get(i) * length;
            }
        }
        if (received <= 0) {
            return "None arrived in the last " + number(seconds)
                    + " s: the broker holds them, perhaps for a connection that"
                    + " broke and that it has not given up yet.";
        }
        return "At " + number(received / seconds) + "/s they take another "
                + duration(seen.run().ledger().inBroker() / (received / seconds) * 1e9)
                + ": a longer --drain receives them.";
    }
}
