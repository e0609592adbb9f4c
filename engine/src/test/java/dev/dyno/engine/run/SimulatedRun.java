package dev.dyno.engine.run;

import dev.dyno.model.result.RunResult;

/** A test of runs, with a simulation of its own and the assertions about results. */
abstract class SimulatedRun extends RunAssertions {

    static final long MS = 1_000_000;
    static final long SECOND = 1_000 * MS;

    final Simulation simulation = new Simulation();

    /** Result of a run for which a line is set, see {@link Simulation#set}. */
    final RunResult run(String line, Object... values) {
        return simulation.set(line, values).run();
    }
}
