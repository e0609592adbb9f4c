package dev.dyno.cluster;

import dev.dyno.cluster.group.ClockOffset;
import dev.dyno.cluster.group.ClockProbe;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.engine.run.MultiWorkerRun.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Differences of the workers' clocks from the coordinator's, measured before the load, every ten seconds during it, and after it.
 * Times are corrected by the measurement before the load; the later measurements widen the bound.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 *
 * @param own id of the coordinator's clock; a worker whose clock has this id need not be measured
 */
record Clocks(Group group, List<WorkerHandle> workers, String own) {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** Readings per measurement during the load and after it: enough to see a drift, with little effect on the load. */
    private static final int READINGS_UNDER_LOAD = 80;

    private static final int AGAIN_SECONDS = 10;

    /** Workers whose clock is not the coordinator's. */
    private List<WorkerHandle> others() {
        return workers.stream().filter(worker -> !worker.clock.equals(own)).toList();
    }

    /** Measures all clocks, before the load, after the workers have reported the ids of their clocks. */
    void measure() throws GroupException {
        for (WorkerHandle worker : others()) {
            enter(worker, ClockProbe.measure(group, worker.member, ClockProbe.READINGS, DEADLINE));
        }
    }

    /** Measures all clocks, during the load and after it; a worker that does not answer keeps its last values. */
    void measureAgain() {
        for (WorkerHandle worker : others()) {
            if (group.members().contains(worker.member)) {
                try {
                    enter(worker, ClockProbe.measure(group, worker.member, READINGS_UNDER_LOAD, DEADLINE));
                } catch (GroupException e) {
                    // If the worker is lost, the group reports that.
                }
            }
        }
    }

    /** Measures all clocks every ten seconds, on a thread of its own, until the thread is interrupted. */
    Thread watch() {
        Thread watch = new Thread(
                () -> {
                    try {
                        for (; ; ) {
                            TimeUnit.SECONDS.sleep(AGAIN_SECONDS);
                            measureAgain();
                        }
                    } catch (InterruptedException e) {
                        // The load has ended.
                    }
                },
                "clocks");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private synchronized void enter(WorkerHandle worker, ClockOffset offset) {
        if (worker.offset.isEmpty()) {
            worker.offset = Optional.of(offset);
            worker.boundNs = offset.boundNs();
            return;
        }
        // Measurements under load have a wider bound, as they have fewer readings; a difference within it is not a
        // drift.
        ClockOffset first = worker.offset.get();
        long driftNs = Math.abs(offset.offsetNs() - first.offsetNs()) - offset.boundNs();
        worker.boundNs = Math.max(worker.boundNs, first.boundNs() + Math.max(0, driftNs));
    }

    /** Clock of the worker minus the coordinator's, in ns, as measured before the load. */
    synchronized long offsetNs(WorkerHandle worker) {
        return worker.offset.map(ClockOffset::offsetNs).orElse(0L);
    }

    /** Correction in ns to add to times of one worker's clock, which converts them to another's. */
    long shiftNs(WorkerHandle from, WorkerHandle to) {
        return from.clock.equals(to.clock) ? 0 : offsetNs(to) - offsetNs(from);
    }

    synchronized Clock of(WorkerHandle worker) {
        return new Clock(offsetNs(worker), worker.boundNs);
    }
}
