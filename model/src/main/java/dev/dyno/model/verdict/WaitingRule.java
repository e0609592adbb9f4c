package dev.dyno.model.verdict;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;

/** Notes on deliveries that waited in the broker, during the load and at its end. */
final class WaitingRule {

    /** Number of outstanding deliveries up to which all count as in flight, not as waiting. */
    static final double MIN_MESSAGES = 1_000;

    /** Ratio of deliveries received to those owed, below which consumers do not keep up. */
    static final double KEPT_UP = 0.95;

    /** Length in s of the end of the drain that shows whether deliveries still arrive. */
    static final double LAST_SECONDS = 10;

    private WaitingRule() {}

    static List<Finding> backlog(RunEvidence evidence) {
        int last = -1;
        int peak = -1;
        IntervalSeries intervals = evidence.overTime().intervals();
        Column outstanding = intervals.outstanding();
        for (int i = 0; i < intervals.size(); i++) {
            if (intervals.phaseOf(i) == Interval.Phase.MEASURE && outstanding.has(i)) {
                last = i;
                peak = peak < 0 || outstanding.get(i) > outstanding.get(peak) ? i : peak;
            }
        }
        // Deliveries in flight, at most those of one second, are no backlog, and lost or expired ones do not wait.
        double bound = evidence.run().ledger().lost()
                + evidence.run().ledger().expired()
                + Math.max(
                        MIN_MESSAGES,
                        evidence.perSecond(evidence.run().measured().received()));
        boolean isAsked = evidence.run().backlog().isPresent();
        if (isAsked || last < 0 || outstanding.get(peak) <= bound) {
            return List.of();
        }
        boolean isLeft = outstanding.get(last) > bound;
        // A fault or an outage explains a backlog that was gone by the end of the load, and has its own sentence.
        if (!isLeft && !(evidence.run().faults().isEmpty() && evidence.outages().isEmpty())) {
            return List.of();
        }
        return List.of(Finding.note(
                "backlog",
                Value.text("what", isLeft ? "backlog.left" : "backlog.drained"),
                Value.number("peak", outstanding.get(peak)),
                Value.of("at", intervals.endS().get(peak), Unit.CLOCK_SECONDS),
                Value.number("end", outstanding.get(last))));
    }

    /** Note on messages that could still be delivered at the end of the run: a reason to wait longer, not to doubt the run. */
    static List<Finding> undelivered(RunEvidence evidence) {
        RunResult run = evidence.run();
        // Deliveries that stopped have their own sentence, which says more.
        if (run.ledger().inBroker() == 0 || evidence.stoppedNs().isPresent()) {
            return List.of();
        }
        List<Value> values = new ArrayList<>();
        double copies = run.totals().acknowledged() > 0
                ? run.ledger().expected() / (double) run.totals().acknowledged()
                : 0;
        double owed = copies * evidence.perSecond(run.measured().acknowledged());
        double received = evidence.perSecond(run.measured().received());
        if (received < KEPT_UP * owed) {
            values.add(Value.number("received", received));
            values.add(Value.number("owed", owed));
        }
        long left = run.ledger().inBroker();
        long fetched = Math.min(left, evidence.conditions().fetched());
        values.add(Value.count("left", left));
        values.add(Value.count("fetched", fetched));
        values.add(Value.text(
                "where",
                fetched == 0 ? "undelivered.broker" : fetched < left ? "undelivered.both" : "undelivered.library"));
        if (run.drainNs() > 0) {
            values.add(Value.ns("drain", run.drainNs()));
        }
        rest(evidence, fetched < left, values);
        return List.of(Finding.note("undelivered").with(values));
    }

    /**
     * Adds whether deliveries still arrived, and how long the rest would take.
     *
     * @param isInBroker whether the broker had some of the undelivered messages
     */
    private static void rest(RunEvidence evidence, boolean isInBroker, List<Value> values) {
        IntervalSeries intervals = evidence.overTime().intervals();
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
        String held = isInBroker ? "undelivered.silence" : "undelivered.untaken";
        String silent = seconds > 0 ? held : "undelivered.short";
        values.add(Value.text("rest", received > 0 ? "undelivered.arriving" : silent));
        values.add(Value.ns("seconds", 1e9 * seconds));
        if (received > 0) {
            values.add(Value.number("perSecond", received / seconds));
            values.add(Value.ns("time", evidence.run().ledger().inBroker() / (received / seconds) * 1e9));
        }
    }
}
