package dev.dyno.engine.receive;

import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.Recorder;
import java.util.Arrays;

/**
 * Sequences received on a subscription from one producer since the last {@link #take}. A worker that gets only part of a queue's
 * messages cannot know which messages are missing, so it passes on the sequences instead of keeping an account.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of the subscription's {@link Recorder}. Allocates only when more
 * sequences arrive between two calls of {@link #take} than ever before.
 */
final class ArrivalLog {

    private static final int FIRST = 256;

    private long[] inOrder = new long[FIRST];
    private int inOrderSize;
    private long[] late = new long[0];
    private int lateSize;

    /** @param isLate whether the same consumer has received this or a later sequence before */
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

    /** Returns the sequences received since the last call, unsorted, and forgets them. */
    DeliveryReport take(int subscription, long runId, int producerId) {
        DeliveryReport taken = new DeliveryReport(
                subscription, runId, producerId, Arrays.copyOf(inOrder, inOrderSize), Arrays.copyOf(late, lateSize));
        inOrderSize = 0;
        lateSize = 0;
        return taken;
    }
}
