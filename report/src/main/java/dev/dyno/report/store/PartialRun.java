package dev.dyno.report.store;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.IntervalSums;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import java.util.List;
import java.util.Optional;

/**
 * Sums up the intervals of a run that has not ended, because Dyno was killed or the run is still in progress. Counts and
 * latencies are those of the seconds so far. There is no account of messages, because those in flight at the end of the last
 * interval are in no interval. The result of a stored run is therefore INVALID, with the one reason {@value #CODE}.
 */
public final class PartialRun {

    static final String CODE = "partial";

    private final RunResult begun;
    private final IntervalSums sums = new IntervalSums();
    private long warmupNs;
    private long measuredNs;
    private long drainNs;
    private int count;

    /** @param begun everything known when the load began */
    public PartialRun(RunResult begun) {
        this.begun = begun;
    }

    public void add(Interval interval) {
        count++;
        sums.add(interval);
        long ns = interval.endNs() - interval.startNs();
        if (interval.phase() == Phase.MEASURE) {
            measuredNs += ns;
        } else if (interval.phase() == Phase.WARMUP) {
            warmupNs += ns;
        } else {
            drainNs += ns;
        }
    }

    /** @param cut whether a file ends with half a line */
    RunResult result(boolean cut) {
        Finding partial = Finding.invalid(CODE, Value.count("intervals", count))
                .with(Optional.of(Value.text("cut", "partial.cut")).filter(half -> cut));
        return soFar().with(parts -> {
            parts.due = Optional.empty();
            parts.outcome = Outcome.failed(FindingText.FLAGS.of(partial));
            parts.groups = sums.groups(name -> LedgerCounts.EMPTY);
            parts.verdict = Verdict.of(List.of(partial));
        });
    }

    /** The seconds so far of a run in progress, without groups and without a judgement. */
    public RunResult soFar() {
        return begun.with(parts -> {
            parts.warmupNs = warmupNs;
            parts.measuredNs = measuredNs;
            parts.drainNs = drainNs;
            parts.totals = sums.total();
            parts.measured = sums.measured();
            parts.latencies = sums.latencies();
            parts.due = Optional.of(sums.due());
        });
    }
}
