package dev.dyno.engine.receive;

import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.Recorder;
import java.util.Arrays;

/**
 * What has come to a subscription from one producer since it was looked at last: sequences, one after the other. A worker that gets
 * only its part of a queue's messages cannot know what is missing, so it keeps no account of its own: it passes on what came.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of the subscription's {@link Recorder}. Allocates only when more comes
 * between two looks than ever before.
 */
final class ArrivalLog {

    private static final int FIRST = 256;

    private long[] inOrder = new long[FIRST];
    private int inOrderSize;
    private long[] late = new long[0];
    private int lateSize;

    /** @param isLate whether the same consumer has had a later one */
    void add(long sequence, boolean isLate) {
        if (isLate) {
            addLate(sequence);
            return;
        }
        if (inOrderSize == inOrder.length) {
            inOrder = Arrays.copyOf(inOrder, 2 * inOrderSize);
        }
        inOrder[inOrderSize++] = sequence;
    }

    private void addLate(long sequence) {
        if (lateSize == late.length) {
            late = Arrays.copyOf(late, Math.max(FIRST, 2 * lateSize));
        }
        late[lateSize++] = sequence;
    }

    boolean isEmpty() {
        return inOrderSize + lateSize == 0;
    }

    /** What has come, and forgets it. Not sorted. */
    Arrivals take(int subscription, long runId, int producerId) {
        Arrivals taken = new Arrivals(
                subscription, runId, producerId, Arrays.copyOf(inOrder, inOrderSize), Arrays.copyOf(late, lateSize));
        inOrderSize = 0;
        lateSize = 0;
        return taken;
    }
}
