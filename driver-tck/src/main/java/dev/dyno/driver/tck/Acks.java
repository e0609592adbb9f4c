package dev.dyno.driver.tck;

import dev.dyno.driver.SendListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hands out tokens, takes completions, and checks that each token in use completes once. */
public final class Acks implements SendListener {

    private final Deque<Integer> free = new ArrayDeque<>();
    private final boolean[] inUse;
    private final List<Throwable> failures = new ArrayList<>();
    private long completed;
    private long unexpected;

    public Acks(int maxInFlight) {
        inUse = new boolean[maxInFlight];
        for (int i = 0; i < maxInFlight; i++) {
            free.add(i);
        }
    }

    /** Waits for a free token, 30 s at the most. */
    public synchronized int take() throws InterruptedException {
        awaitThat(() -> !free.isEmpty());
        int token = free.remove();
        inUse[token] = true;
        return token;
    }

    public synchronized void giveBack(int token) {
        inUse[token] = false;
        free.add(token);
        notifyAll();
    }

    @Override
    public synchronized void onSendCompleted(long token, @Nullable Throwable failure) {
        if (!inUse[(int) token]) {
            unexpected++;
        }
        completed++;
        if (failure != null) {
            failures.add(failure);
        }
        giveBack((int) token);
    }

    /** Waits until so many have completed, 30 s at the most. */
    public synchronized long awaitCompleted(long count) throws InterruptedException {
        awaitThat(() -> completed >= count);
        return completed;
    }

    public synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    public synchronized long unexpected() {
        return unexpected;
    }

    public synchronized int inFlight() {
        return inUse.length - free.size();
    }

    private interface Condition {
        boolean holds();
    }

    private void awaitThat(Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.holds()) {
            long leftNs = deadline - System.nanoTime();
            if (leftNs <= 0) {
                throw new AssertionError(
                        "no completion in 30 s; completed " + completed + ", in use " + Arrays.toString(inUse));
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
    }
}
