package dev.dyno.cluster;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import java.util.function.Supplier;

/**
 * Counts of a load so far over all workers, for users who watch it. Workers report their counts only while they are asked for
 * them.
 *
 * <p>Assumptions and guarantees: {@link #latest} from any thread; the rest on the thread of the run.
 */
final class LiveCounts {

    private final TimeSource time;
    private final WorkerSet workers;
    private final Supplier<LedgerCounts> ledger;
    private long askAgainNs = Long.MIN_VALUE;
    private volatile Counts.At latest = Counts.At.START;

    LiveCounts(TimeSource time, WorkerSet workers, Supplier<LedgerCounts> ledger) {
        this.time = time;
        this.workers = workers;
        this.ledger = ledger;
    }

    Counts.At latest() {
        return latest;
    }

    /** Asks the workers for their counts, unless they were asked in the last second. */
    void ask() {
        long nowNs = time.nanoTime();
        if (nowNs >= askAgainNs) {
            askAgainNs = nowNs + WorkerRun.COUNTED_NS / 2;
            workers.sendToAll(Command.Count::new);
        }
    }

    /** Stores the counts of a worker. The sum is published once all live workers have reported that tenth of a second. */
    void counted(WorkerHandle worker, Report.Counted counted) {
        worker.counts = counted.counts();
        worker.tenth = counted.tenth();
        long ns = WorkerRun.TENTH_NS
                * workers.live().mapToLong(each -> each.tenth).min().orElse(0);
        if (ns > latest.ns()) {
            Counts sum = workers.all().stream().map(each -> each.counts).reduce(Counts.ZERO, Counts::plus);
            LedgerCounts arrived = ledger.get();
            latest = new Counts.At(ns, sum.lessReceived(Math.min(sum.received(), arrived.duplicate())), arrived);
        }
    }
}
