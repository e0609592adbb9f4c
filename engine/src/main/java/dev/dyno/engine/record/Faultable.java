package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import java.util.Optional;

/** Executes faults on the broker of a run and on the way to it. */
@FunctionalInterface
public interface Faultable {

    /** A broker out of reach: all faults fail. */
    Faultable NONE = action -> {
        throw new DriverException("Dyno has not started the broker of this run, and cannot do anything to it");
    };

    /**
     * Does what a fault asks for. One call at a time, on any thread. Blocks until the broker is in that state, and throws with a
     * sentence if it does not get there; a broker that is in it already is no failure. A broker that is started again has the same
     * addresses and data, and is ready when this returns.
     *
     * @return for a command: how it ended
     */
    Optional<CommandResult> act(Fault.Action action) throws DriverException;
}
