package dev.dyno.broker.profile;

import dev.dyno.broker.resource.PuppetMain;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A JVM with two threads that compute, allocate, and fight for a monitor and for a lock, and a third one that has nothing to do.
 * A line on its input is the next phase: two in the method {@code before}, two in {@code measured}, then {@code afterwards}; the answer comes when both threads are in it and
 * have done some of it. It ends when its input does.
 */
public final class WorkingMain {

    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = 60;
    private static final int COMPUTE_NS = 2_000_000;
    private static final int HOLD_NS = 2_000_000;

    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final AtomicLong[] ROUNDS_IN_PHASE = {new AtomicLong(), new AtomicLong()};

    /** Nobody reads it, and the compiler cannot know. */
    static volatile byte[] garbage = {};

    private static final AtomicInteger PHASE = new AtomicInteger();
    private static final AtomicInteger ARRIVED = new AtomicInteger();

    private WorkingMain() {}

    public static void main(String[] arguments) throws Exception {
        daemon(() -> work(0));
        daemon(() -> work(1));
        daemon(WorkingMain::idle);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OUT.println(PuppetMain.MARK + "ready");
        while (in.readLine() != null) {
            PHASE.incrementAndGet();
            for (AtomicLong rounds : ROUNDS_IN_PHASE) {
                rounds.set(0);
                // The first round may be one of the phase before.
                while (rounds.get() < ROUNDS) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            OUT.println(PuppetMain.MARK + "ready");
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private static void work(int number) {
        while (true) {
            switch (PHASE.get()) {
                case 0, 1 -> before();
                case 2, 3 -> measured();
                default -> afterwards();
            }
            ROUNDS_IN_PHASE[number].incrementAndGet();
        }
    }

    private static void before() {
        round();
    }

    private static void measured() {
        round();
    }

    private static void afterwards() {
        round();
    }

    private static void round() {
        compute(COMPUTE_NS);
        garbage = new byte[100_000];
        meet();
        holdMonitor();
        meet();
        holdLock();
    }

    /** Waits for the other thread without a lock, or the two would take turns and neither would ever wait for a lock. */
    private static void meet() {
        int mine = ARRIVED.incrementAndGet();
        int both = mine + mine % 2;
        while (ARRIVED.get() < both) {
            Thread.onSpinWait();
        }
    }

    private static void compute(long forNs) {
        long end = System.nanoTime() + forNs;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static void holdMonitor() {
        synchronized (MONITOR) {
            compute(HOLD_NS);
        }
    }

    private static void holdLock() {
        LOCK.lock();
        try {
            compute(HOLD_NS);
        } finally {
            LOCK.unlock();
        }
    }

    /** Parks, as a thread that waits for a lock does. */
    private static void idle() {
        LinkedBlockingQueue<Object> empty = new LinkedBlockingQueue<>();
        try {
            while (empty.poll(3, TimeUnit.MILLISECONDS) == null) {
                // Until the end.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
