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
    /** Subscriptions whose probes have not arrived at this worker; empty until reported. */
    Optional<BitSet> unprobed = Optional.empty();

    boolean sent;
    boolean ended;
    boolean lost;
    Counts counts = Counts.ZERO;
    /** Number of the tenth of a second of {@link #counts}. */
    long tenth;
    /** Number that the next report of the worker must have. */
    long number;
    /** Id of the worker's clock, see HostClock; empty until reported. */
    String clock = "";
    /** Difference of the worker's clock from the coordinator's, as first measured. Guarded by {@link Clocks}. */
    Optional<ClockOffset> offset = Optional.empty();
    /** Largest possible error of {@link #offset} in ns, with the drift seen since it was measured. Guarded by {@link Clocks}. */
    long boundNs;

    WorkerHandle(int index, Member member) {
        this.index = index;
        this.member = member;
    }

    /** Whether the worker still has to report: it is not lost, and has not ended its run. */
    boolean isLive() {
        return !lost && !ended;
    }
}
