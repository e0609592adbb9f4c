package dev.dyno.cluster;

import dev.dyno.cluster.group.ClockOffset;
import dev.dyno.cluster.group.ClockProbe;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.Member;
import dev.dyno.engine.run.MultiWorkerRun.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Differences of the workers' clocks from the coordinator's, measured before the load, now and then during it, and after it.
 * Times are corrected by the measurement before the load; later ones widen the bound.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class Clocks {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** Readings per measurement during the load: enough to see a drift, with little effect on the load. */
    private static final int READINGS_UNDER_LOAD = 80;

    private static final int AGAIN_SECONDS = 10;

    private final Group group;
    private final List<Entry> entries = new ArrayList<>();

    private static final class Entry {
        final Member member;
        /** Whether the clock is our own, so that nothing needs to be measured. */
        final boolean same;

        Optional<ClockOffset> first = Optional.empty();
        long boundNs;

        Entry(Member member, boolean same) {
            this.member = member;
            this.same = same;
        }
    }

    Clocks(Group group) {
        this.group = group;
    }

    /** @param same whether it is the clock of this process */
    synchronized void add(Member member, boolean same) {
        entries.add(new Entry(member, same));
    }

    /** Measures all clocks, before the load. */
    void measure() throws GroupException {
        for (Entry entry : all()) {
            if (!entry.same) {
                enter(entry, ClockProbe.measure(group, entry.member, ClockProbe.READINGS, DEADLINE));
            }
        }
    }

    /** Measures all clocks, during the load and after it; a worker that does not answer keeps its last values. */
    void measureAgain() {
        for (Entry entry : all()) {
            if (!entry.same && group.members().contains(entry.member)) {
                try {
                    enter(entry, ClockProbe.measure(group, entry.member, READINGS_UNDER_LOAD, DEADLINE));
                } catch (GroupException e) {
                    // A lost worker is reported elsewhere.
                }
            }
        }
    }

    /** Measures all clocks now and then, on a thread of its own, until that is interrupted. */
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

    private synchronized List<Entry> all() {
        return List.copyOf(entries);
    }

    private synchronized void enter(Entry entry, ClockOffset offset) {
        if (entry.first.isEmpty()) {
            entry.first = Optional.of(offset);
            entry.boundNs = offset.boundNs();
            return;
        }
        // The bound is wider here, because fewer readings were made under load; a difference within it is not a drift.
        long driftNs = Math.abs(offset.offsetNs() - entry.first.get().offsetNs()) - offset.boundNs();
        entry.boundNs = Math.max(entry.boundNs, entry.first.get().boundNs() + Math.max(0, driftNs));
    }

    /** Clock of the worker minus ours, as measured before the load. */
    synchronized long offsetNs(int worker) {
        return entries.get(worker).first.map(ClockOffset::offsetNs).orElse(0L);
    }

    /** Correction that converts times of one worker's clock to another's. */
    long shiftNs(WorkerHandle from, WorkerHandle to) {
        return from.clock.equals(to.clock) ? 0 : offsetNs(to.index) - offsetNs(from.index);
    }

    synchronized Clock of(int worker) {
        return new Clock(offsetNs(worker), entries.get(worker).boundNs);
    }
}
