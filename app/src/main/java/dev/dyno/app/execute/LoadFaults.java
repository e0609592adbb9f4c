package dev.dyno.app.execute;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Command;
import dev.dyno.model.workload.Fault.OnNetwork;
import java.util.Optional;

/** Executes the faults of a load: on its broker, on the way to it, and by commands. */
record LoadFaults(Faultable broker, Optional<NetworkPath> path) implements Faultable {

    @Override
    public Optional<CommandResult> act(Fault.Action action) throws DriverException {
        if (action instanceof Command command) {
            return Optional.of(CommandRun.of(command, CommandRun.LIMIT));
        }
        if (action instanceof OnNetwork network) {
            path.orElseThrow().act(network);
            return Optional.empty();
        }
        return broker.act(action);
    }
}
