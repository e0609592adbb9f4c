package dev.dyno.driver.tck;

import dev.dyno.driver.SendListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Hands out the tokens of one producer, receives its completions, and notes every completion that should not have come. */
public final class Acks implements SendListener {

    private final Deque<Integer> free = new ArrayDeque<>();
    private final boolean[] inUse;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile Runnable after = () -> {};
    private long completed;

    public Acks(int maxInFlight) {
        inUse = new boolean[maxInFlight];
        for (int i = 0; i < maxInFlight; i++) {
            free.add(i);
        }
    }

    /** Waits for a free token, for 30 s at most. */
    public synchronized int take() throws InterruptedException {
        awaitThat(this::hasFree);
        return begin();
    }

    /** Takes a free token; there must be one. */
    synchronized int begin() {
        int token = free.remove();
        inUse[token] = true;
        return token;
    }

    synchronized boolean hasFree() {
        return !free.isEmpty();
    }

    /** Takes back a token whose message was not sent. */
    public synchronized void giveBack(int token) {
        inUse[token] = false;
        free.addFirst(token);
        notifyAll();
    }

    @Override
    public void onSendCompleted(long token, @Nullable Throwable failure) {
        boolean alone = inside.incrementAndGet() == 1;
        complete(token, failure, alone);
        inside.decrementAndGet();
    }

    private synchronized void complete(long token, @Nullable Throwable failure, boolean alone) {
        if (!alone) {
            faults.add("two completions of one producer at the same time");
        }
        if (token < 0 || token >= inUse.length || !inUse[(int) token]) {
            faults.add("completion of token " + token + ", which is not under way");
            return;
        }
        inUse[(int) token] = false;
        free.addLast((int) token);
        completed++;
        if (failure != null) {
            failures.add(failure);
        }
        notifyAll();
    }

    @Override
    public void afterCompletions() {
        after.run();
    }

    /** Sets the action that runs after completions. */
    void then(Runnable then) {
        after = then;
    }

    /** Waits until {@code count} sends have completed in all, for 30 s at most; returns the number that have. */
    public synchronized long awaitCompleted(long count) throws InterruptedException {
        awaitThat(() -> completed >= count);
        return completed;
    }

    /** Failures of sends. */
    public synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Completions that should not have come. */
    public synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    synchronized long acknowledged() {
        return completed - failures.size();
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
