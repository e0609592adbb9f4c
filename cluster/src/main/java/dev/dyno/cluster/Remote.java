package dev.dyno.cluster;

import dev.dyno.cluster.group.Member;
import dev.dyno.engine.record.Ensemble.Stage;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;

/** A worker as the coordinator of a run sees it. One thread. */
final class Remote {

    final int index;
    final Member member;
    final Set<Stage> reached = EnumSet.noneOf(Stage.class);
    BitSet awaited = new BitSet();
    BitSet arrived = new BitSet();
    boolean probing;
    boolean sent;
    boolean ended;
    boolean lost;
    /** Of its next report. */
    long number;
    /** Names its clock. */
    String clock = "";

    Remote(int index, Member member) {
        this.index = index;
        this.member = member;
    }

    /** Whether something is to be expected of it yet. */
    boolean isLive() {
        return !lost && !ended;
    }
}
