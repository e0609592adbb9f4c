package dev.dyno.cluster;

import dev.dyno.cluster.group.ClockOffset;
import dev.dyno.cluster.group.Member;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.model.result.Counts;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** State of a worker, as seen by the coordinator of a run. One thread. */
final class WorkerHandle {

    final int index;
    final Member member;
    final Set<Stage> reached = EnumSet.noneOf(Stage.class);
    /** Subscriptions whose probes have not arrived there; empty until reported. */
    Optional<BitSet> unprobed = Optional.empty();

    boolean sent;
    boolean ended;
    boolean lost;
    Counts counts = Counts.ZERO;
    /** Tenth of a second of its counts. */
    long tenth;
    /** Number of its next report. */
    long number;
    /** Id of the worker's clock, see HostClock; empty until reported. */
    String clock = "";
    /** Difference of that clock from ours, as measured first. Guarded by {@link Clocks}. */
    Optional<ClockOffset> offset = Optional.empty();
    /** Largest error of the difference, its drift included. Guarded by {@link Clocks}. */
    long boundNs;

    WorkerHandle(int index, Member member) {
        this.index = index;
        this.member = member;
    }

    /** Whether something is still expected from it. */
    boolean isLive() {
        return !lost && !ended;
    }
}
