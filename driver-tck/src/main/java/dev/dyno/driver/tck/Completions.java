package dev.dyno.driver.tck;

import dev.dyno.driver.SendListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Keeps the tokens of one producer and notes every completion that should not have come. */
final class Completions implements SendListener {

    private final boolean[] underWay;
    private final Deque<Integer> free = new ArrayDeque<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile Runnable after = () -> {};
    private int acknowledged;
    private int failed;

    Completions(int tokens) {
        underWay = new boolean[tokens];
        for (int token = 0; token < tokens; token++) {
            free.addLast(token);
        }
    }

    synchronized boolean hasFree() {
        return !free.isEmpty();
    }

    synchronized int begin() {
        final int token = free.removeFirst();
        underWay[token] = true;
        return token;
    }

    synchronized void notSent(int token) {
        underWay[token] = false;
        free.addFirst(token);
    }

    @Override
    public void onSendCompleted(long token, @Nullable Throwable failure) {
        final boolean alone = inside.incrementAndGet() == 1;
        complete(token, failure, alone);
        inside.decrementAndGet();
    }

    @Override
    public void afterCompletions() {
        after.run();
    }

    /** What to do when completions have come. */
    void then(Runnable then) {
        after = then;
    }

    private synchronized void complete(long token, @Nullable Throwable failure, boolean alone) {
        if (!alone) {
            faults.add("two completions of one producer at the same time");
        }
        if (token < 0 || token >= underWay.length || !underWay[(int) token]) {
            faults.add("completion of token " + token + ", which is not under way");
            return;
        }
        underWay[(int) token] = false;
        free.addLast((int) token);
        if (failure == null) {
            acknowledged++;
        } else {
            failed++;
        }
    }

    synchronized int acknowledged() {
        return acknowledged;
    }

    synchronized int failed() {
        return failed;
    }

    synchronized boolean allDone() {
        return free.size() == underWay.length;
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }
}
