package dev.dyno.cluster;

import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.Report.Event;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.SenderClocks;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.engine.run.LocalRunner;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A worker's part of a run: an ordinary run that waits for the other workers at each stage, and reports its measurements to the
 * coordinator.
 *
 * <p>Assumptions and guarantees: methods of {@link PeerWorkers} and {@link RunListener} as they say; all others on any thread.
 */
final class WorkerRun implements PeerWorkers, RunListener {

    /** Interval of delivery reports in ns, by which the coordinator may notice the end of the drain late. */
    private static final long REPORT_NS = 200_000_000;

    /** Interval of reports of counts in ns. */
    static final long TENTH_NS = 100_000_000;

    /** Time in ns for which counts are reported after a command; the coordinator asks again after half of it. */
    static final long COUNTED_NS = 2_000_000_000;

    private static final long CLOSING_NS = 5_000_000_000L;

    private final Consumer<byte[]> coordinator;
    final String id;
    private final TimeSource time;
    /** The run itself, to steer it and to end it. */
    final LocalRunner runner;

    private final SenderClocks clocks;
    private final Probes probes;
    private final Set<Stage> reached = ConcurrentHashMap.newKeySet();
    private final Set<Stage> passed = ConcurrentHashMap.newKeySet();
    private final CountDownLatch over = new CountDownLatch(1);

    private volatile long startNs;

    /** Number of the next report. Guarded by this. */
    private long number;
    /** Whether the next counts are scheduled. Guarded by this. */
    private boolean counting;
    /** Time until which counts are reported. Guarded by this. */
    private long countUntilNs;
    /** Whether the run has begun. Guarded by this. */
    private boolean begun;
    /** Whether the last report was sent. Guarded by this. */
    private boolean ended;
    /** Whether the death of the broker was reported. Guarded by this. */
    private boolean deathReported;

    private volatile Future<Void> watch = CompletableFuture.completedFuture(null);
    private volatile CompletableFuture<BrokerDeath> death =
            CompletableFuture.failedFuture(new CancellationException("there is no broker"));
    /** Returns the arrivals since its last call. Guarded by this. */
    private Supplier<List<DeliveryReport>> arrivals = List::of;

    /** @param coordinator takes the reports */
    WorkerRun(
            Consumer<byte[]> coordinator,
            String run,
            RunPlan plan,
            Drivers drivers,
            TimeSource time,
            Threads threads,
            Probes probes) {
        this.coordinator = coordinator;
        id = run;
        this.time = time;
        clocks = new SenderClocks(plan.producerIdBase());
        this.probes = probes;
        runner = new LocalRunner(plan, drivers, time, threads, this, Faultable.NONE, probes, this);
    }

    /**
     * Reports the end of the broker on this machine, if it ends by itself before the run is over.
     *
     * @param broker completes with that end
     */
    void watch(CompletableFuture<BrokerDeath> broker) {
        death = broker;
        watch = broker.thenAccept(this::reportDeath);
    }

    private synchronized void reportDeath(BrokerDeath how) {
        if (!ended && !deathReported) {
            deathReported = true;
            report(new Report.BrokerDied(how));
        }
    }

    /** Begins the run on a thread of its own; later calls do nothing. */
    void begin(Threads threads) {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        threads.start("run", () -> {
            try {
                runner.run();
            } finally {
                probes.close();
                watch.cancel(false);
                over.countDown();
            }
        });
    }

    /** Whether the run's thread has ended, or never began. */
    synchronized boolean isOver() {
        return !begun || over.getCount() == 0;
    }

    /** Gives up the run if it has not begun: closes its probes. */
    synchronized void discard() {
        if (!begun) {
            probes.close();
        }
    }

    /**
     * Waits at most five seconds for the end of the run's thread, which closes the probes after the last report. After a network
     * failure that may not be enough: each connection may take seconds to close, and a connection attempt half a minute to fail.
     *
     * @return whether the thread has ended, or never began
     */
    boolean awaitEnd() {
        try {
            return isOver() || over.await(CLOSING_NS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void start(long atNs, long[] shiftsNs) {
        startNs = atNs;
        clocks.set(shiftsNs);
    }

    void continueFrom(Stage stage) {
        passed.add(stage);
        runner.wake();
    }

    /** Reports counts at each tenth of a second of the load: all workers report at these instants. */
    void count() {
        synchronized (this) {
            countUntilNs = time.nanoTime() + COUNTED_NS;
            if (counting) {
                return;
            }
            counting = true;
        }
        countNext();
    }

    private void countNext() {
        time.schedule(startNs + (tenth() + 1) * TENTH_NS, () -> {
            // On a busy machine this task can run in a later tenth than planned.
            long tenth = tenth();
            // Not in this monitor, or both could deadlock: the collector holds its own while it reports an interval
            // here.
            Counts counts = runner.counts().counts();
            synchronized (this) {
                counting = !ended && time.nanoTime() < countUntilNs;
                if (!counting) {
                    return;
                }
                report(new Report.Counted(tenth, counts));
            }
            countNext();
        });
    }

    private long tenth() {
        return Math.floorDiv(time.nanoTime() - startNs, TENTH_NS);
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void reached(Stage stage) {
        if (reached.add(stage)) {
            report(new Report.Reached(stage));
        }
    }

    @Override
    public boolean haveAllReached(Stage stage) {
        return passed.contains(stage);
    }

    @Override
    public void consuming(List<SubscriptionName> subscriptions, Supplier<List<DeliveryReport>> source) {
        synchronized (this) {
            arrivals = source;
        }
        report(new Report.Consuming(subscriptions));
        scheduleArrivals();
    }

    private void scheduleArrivals() {
        time.schedule(time.nanoTime() + REPORT_NS, () -> {
            if (reportArrivals()) {
                scheduleArrivals();
            }
        });
    }

    /** Reports arrivals; false if the run has ended, after which no report is allowed. */
    private synchronized boolean reportArrivals() {
        if (ended) {
            return false;
        }
        List<DeliveryReport> taken = arrivals.get();
        if (!taken.isEmpty()) {
            report(Report.Arrived.of(taken));
        }
        return true;
    }

    @Override
    public void connected(int producers, int consumers) {
        report(new Report.Connected(producers, consumers));
    }

    @Override
    public void unprobed(BitSet subscriptions) {
        report(new Report.Probed(subscriptions.toLongArray()));
    }

    @Override
    public long startNs(long nowNs) {
        return startNs;
    }

    @Override
    public SenderClocks clocks() {
        return clocks;
    }

    @Override
    public void sent(List<ProducerAccount> accounts) {
        // Arrivals are reported first, so that the coordinator knows the deliveries outstanding now.
        reportArrivals();
        report(new Report.Sent(accounts));
    }

    @Override
    public void ended(WorkerReport report) {
        if (!report.result().outcome().success()) {
            // Connections may break up to a second before the death of the broker, which is the cause, is known.
            Runner.death(death, true).ifPresent(this::reportDeath);
        }
        synchronized (this) {
            reportArrivals();
            ended = true;
            report(new Report.Ended(report));
        }
    }

    @Override
    public void onInterval(Interval interval) {
        // Arrivals are reported first: each delivery of the interval is then known, even if this worker is lost.
        reportArrivals();
        report(new Report.Second(interval));
    }

    @Override
    public void onResources(ResourceSample sample) {
        report(new Report.Used(sample));
    }

    @Override
    public void onNote(String sentence) {
        report(new Report.Note(sentence));
    }

    private synchronized void report(Event event) {
        coordinator.accept(WireJson.write(new Report(id, number++, event)));
    }
}
