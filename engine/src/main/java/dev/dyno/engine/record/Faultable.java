package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import java.util.Optional;

/** Executes faults on the broker of a run and on the way to it. */
@FunctionalInterface
public interface Faultable {

    /** For a broker that Dyno has not started: all faults fail. */
    Faultable NONE = action -> {
        throw new DriverException("Dyno has not started the broker of this run, and cannot do anything to it");
    };

    /**
     * Executes an action. One call at a time, on any thread. Blocks until the broker is in the state that the action asks for,
     * and throws with a sentence if it does not reach it; a broker that is in it already is no failure. A broker that is started
     * again has the same addresses and data, and is ready when this returns.
     *
     * @return result of a command; empty for other actions
     */
    Optional<CommandResult> act(Fault.Action action) throws DriverException;
}
