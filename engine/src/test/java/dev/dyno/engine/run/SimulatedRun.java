package dev.dyno.engine.run;

import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.RunResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A test of runs, with a simulation of its own and the assertions about results. */
abstract class SimulatedRun extends RunAssertions {

    static final long MS = 1_000_000;
    static final long SECOND = 1_000 * MS;

    final Simulation simulation = new Simulation();

    /** Result of a run for which a line is set, see {@link Simulation#set}. */
    final RunResult run(String line, Object... values) {
        return simulation.set(line, values).run();
    }

    /** Number of messages that a schedule has for so many producers before a time. */
    static long arrivals(Schedule schedule, int producers, long seed, long untilNs) {
        long count = 0;
        for (int i = 0; i < producers; i++) {
            Cursor cursor = schedule.cursor(new Slice(i, producers), seed);
            while (cursor.next() < untilNs) {
                count++;
            }
        }
        return count;
    }

    /** Whether somebody counts a latch down within 20 s. */
    static boolean isOver(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
