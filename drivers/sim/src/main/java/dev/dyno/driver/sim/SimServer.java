package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The work of the broker. A message arrives; it is served and acknowledged; {@code delivery} later it is deliverable and put into
 * its queue.
 *
 * <p>Assumptions and guarantees: all methods are called on the loop, except {@link #reserve} and {@link #awaitRoom}.
 */
final class SimServer {

    /** Longest time in ns for which a message to be reordered waits for the next one of its producer. */
    static final long REORDER_WAIT_NS = 100_000_000L;

    private final SimLoop loop;
    private final SimCounters counters;
    private final ServiceTime service;
    private final boolean oneServer;
    private final long deliveryNs;
    private final long lumpNs;
    private final int capacity;
    private final SplittableRandom serviceRandom;
    private final SplittableRandom corruptRandom;
    private final MessageSelection.Dice fail;
    private final MessageSelection.Dice lose;
    private final MessageSelection.Dice corrupt;
    private final MessageSelection.Dice duplicate;
    private final MessageSelection.Dice reorder;
    private final AtomicInteger occupied = new AtomicInteger();
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
    private final TimeSource time;

    private final List<ScriptedStalls.Stall> stallTimes;
    private ScriptedStalls stalls;
    private long originNs;
    private boolean busy;
    private long freeNs;
    private boolean dead;
    /** Number of times that the server has died; a message that arrived before the last one is not served. */
    private int lives;

    private boolean paused;
    private long resumedNs = Long.MIN_VALUE;
    /** Work held back during a pause, in order. */
    private final List<Runnable> held = new ArrayList<>();

    SimServer(SimLoop loop, TimeSource time, SimScript script, SimCounters counters) {
        this.loop = loop;
        this.time = time;
        this.counters = counters;
        this.service = script.get(ScriptReader.SERVICE);
        this.oneServer = script.get(ScriptReader.ONE_SERVER);
        this.deliveryNs = script.get(ScriptReader.DELIVERY);
        this.lumpNs = script.get(ScriptReader.LUMP);
        this.capacity = script.get(ScriptReader.CAPACITY);
        this.stallTimes = script.get(ScriptReader.STALLS);
        this.stalls = new ScriptedStalls(stallTimes, 0);
        final long seed = script.get(ScriptReader.SEED);
        this.serviceRandom = MessageSelection.random(seed, "service");
        this.corruptRandom = MessageSelection.random(seed, "corrupt-at");
        this.fail = script.get(ScriptReader.FAIL).dice(seed, "fail");
        this.lose = script.get(ScriptReader.LOSE).dice(seed, "lose");
        this.corrupt = script.get(ScriptReader.CORRUPT).dice(seed, "corrupt");
        this.duplicate = script.get(ScriptReader.DUPLICATE).dice(seed, "duplicate");
        this.reorder = script.get(ScriptReader.REORDER).dice(seed, "reorder");
    }

    SimCounters counters() {
        return counters;
    }

    /** Sets the origin, in ns: stalls, lumps and changes of the service time count from it. */
    void begin(long originNs) {
        this.originNs = originNs;
        stalls = new ScriptedStalls(stallTimes, originNs);
    }

    /** Ends all work: messages being worked on are dropped, and new ones fail. */
    void die() {
        dead = true;
        lives++;
        busy = false;
        resume();
        for (Thread thread = waiting.poll(); thread != null; thread = waiting.poll()) {
            time.unpark(thread);
        }
    }

    /** Continues after a death, without the messages that were being worked on. */
    void revive() {
        dead = false;
    }

    /** Holds back all work until {@link #resume}. */
    void pause() {
        paused = true;
    }

    /** Does the work that was held back, in order. */
    void resume() {
        paused = false;
        resumedNs = time.nanoTime();
        final List<Runnable> late = List.copyOf(held);
        held.clear();
        late.forEach(Runnable::run);
    }

    /**
     * Takes one of the {@code capacity} places for messages that wait or are worked on; false if none is free. A capacity of 0 is
     * no limit. Called on any thread.
     */
    boolean reserve() {
        if (capacity == 0) {
            return true;
        }
        int taken = occupied.get();
        while (taken < capacity) {
            if (occupied.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = occupied.get();
        }
        return false;
    }

    /** Waits until a place may be free; may return without a reason. Called on any thread but the loop's. */
    void awaitRoom() {
        waiting.add(Thread.currentThread());
        if (capacity == 0 || occupied.get() < capacity) {
            return;
        }
        time.parkUntil(time.nanoTime() + SimLoop.FOR_EVER_NS);
    }

    void arrived(SimMessage message) {
        counters.sent.increment();
        message.producer.began(message);
        if (message.transaction != null) {
            message.transaction.arrived();
        }
        admit(message);
    }

    private void admit(SimMessage message) {
        if (paused) {
            held.add(() -> admit(message));
            return;
        }
        if (dead || message.producer.isClosed()) {
            release();
            failed(message, "closed before the broker acknowledged the message");
            return;
        }
        message.life = lives;
        message.servedNs = serve(Math.max(message.sentNs, resumedNs));
        message.station = SimMessage.Station.SERVED;
        loop.at(message.servedNs, message);
    }

    void commitArrived(SimTransaction transaction, long atNs) {
        if (paused) {
            held.add(() -> commitArrived(transaction, time.nanoTime()));
            return;
        }
        transaction.confirmedAt(serve(atNs));
        loop.at(transaction.confirmedNs(), transaction);
    }

    void commitServed(SimTransaction transaction) {
        if (paused) {
            held.add(() -> {
                transaction.confirmedAt(time.nanoTime());
                commitServed(transaction);
            });
            return;
        }
        if (!dead) {
            transaction.commitServed(transaction.confirmedNs());
        }
    }

    private long serve(long arrivedNs) {
        final long workNs = service.nextNs(serviceRandom, arrivedNs - originNs);
        final boolean waits = oneServer && busy && freeNs - arrivedNs > 0;
        final long doneNs = stalls.doneNs(waits ? freeNs : arrivedNs, workNs);
        busy = true;
        freeNs = doneNs;
        return answeredNs(doneNs);
    }

    /**
     * Time in ns at which work is acknowledged: when it is done or, with {@code lump}, at the next multiple of {@code lump}. A
     * stall at that multiple delays it to the end of the stall.
     */
    private long answeredNs(long doneNs) {
        if (lumpNs == 0) {
            return doneNs;
        }
        final long sinceOriginNs = doneNs - originNs;
        final long lumps = Math.floorDiv(sinceOriginNs + lumpNs - 1, lumpNs);
        return stalls.doneNs(originNs + lumps * lumpNs, 0);
    }

    void served(SimMessage message) {
        if (paused) {
            held.add(() -> {
                message.servedNs = time.nanoTime();
                served(message);
            });
            return;
        }
        release();
        if (dead || message.life != lives) {
            return;
        }
        final boolean failed = fail.hit();
        if (message.transaction != null) {
            message.producer.forget(message);
            message.transaction.served(message, failed);
        } else if (failed) {
            failed(message, "the simulated broker refused the message, as its setting 'fail' asks for");
        } else {
            accept(message);
            message.producer.completed(message, null);
        }
    }

    /** Accepts a message, acknowledged at its {@link SimMessage#servedNs}, and sends it to its queue unless it is to be lost. */
    void accept(SimMessage message) {
        counters.acknowledged.increment();
        if (lose.hit()) {
            counters.lost.increment();
            return;
        }
        if (corrupt.hit() && message.body.length > 0) {
            message.body[corruptRandom.nextInt(message.body.length)] ^= (byte) 0x55;
            counters.corrupted.increment();
        }
        if (duplicate.hit()) {
            message.copies = 2;
            counters.duplicated.increment();
        }
        message.target = message.producer.target().now();
        message.target.underWay(message.copies);
        message.station = SimMessage.Station.STORED;
        loop.at(message.servedNs + deliveryNs, message);
    }

    void deliverable(SimMessage message) {
        if (paused) {
            held.add(() -> deliverable(message));
            return;
        }
        if (message.life != lives) {
            // The message was acknowledged before the broker died: a persistent one is kept, any other is lost.
            if (message.isPersistent()) {
                store(message);
            } else {
                arrive(message);
                counters.forgotten.increment();
            }
            return;
        }
        final SimProducer producer = message.producer;
        final boolean hit = reorder.hit();
        final SimMessage held = producer.takeHeld();
        if (held != null) {
            store(message);
            counters.reordered.increment();
            store(held);
        } else if (hit) {
            producer.hold(message);
            loop.at(time.nanoTime() + REORDER_WAIT_NS, () -> {
                if (producer.isHeld(message)) {
                    producer.takeHeld();
                    store(message);
                }
            });
        } else {
            store(message);
        }
    }

    private void store(SimMessage message) {
        final SimTarget target = arrive(message);
        if (dead && !message.isPersistent()) {
            return;
        }
        for (int copy = 0; copy < message.copies; copy++) {
            target.put(message);
        }
    }

    /** Notes that a message is no longer on its way to its target. */
    private static SimTarget arrive(SimMessage message) {
        final SimTarget target = Objects.requireNonNull(message.target);
        target.underWay(-message.copies);
        return target;
    }

    private void failed(SimMessage message, String why) {
        if (message.pending) {
            counters.failed.increment();
            message.producer.completed(message, new DriverException(why));
        }
    }

    private void release() {
        if (capacity > 0) {
            occupied.decrementAndGet();
            final Thread thread = waiting.poll();
            if (thread != null) {
                time.unpark(thread);
            }
        }
    }
}
