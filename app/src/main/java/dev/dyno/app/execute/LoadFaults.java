package dev.dyno.app.execute;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Command;
import dev.dyno.model.workload.Fault.OnNetwork;
import dev.dyno.model.workload.FaultPlan;
import java.util.Map;
import java.util.Optional;

/** Executes the faults of a load: on its broker, on the way to it, and by commands. */
record LoadFaults(StartedBroker broker, Optional<NetworkPath> path) implements Faultable, AutoCloseable {

    static LoadFaults of(FaultPlan plan, StartedBroker broker) {
        return new LoadFaults(
                broker,
                plan.disturbsNetwork() ? broker.path().or(() -> Optional.of(new NetworkPath())) : Optional.empty());
    }

    /** Facts for the semantics card, beside those of the broker. */
    Map<String, String> facts() {
        return path.isPresent() ? Map.of("network", "through a proxy of Dyno") : Map.of();
    }

    /** The plan, with the addresses of proxies in its URLs if the network is to be disturbed. */
    RunPlan through(RunPlan plan) throws CannotRun {
        return path.isPresent() ? path.get().through(plan) : plan;
    }

    @Override
    public Optional<CommandResult> act(Fault.Action action) throws DriverException {
        if (action instanceof Command command) {
            return Optional.of(CommandRun.of(command, CommandRun.LIMIT));
        }
        if (action instanceof OnNetwork network) {
            path.orElseThrow().act(network);
            return Optional.empty();
        }
        return broker.faultable().act(action);
    }

    @Override
    public void close() {
        if (broker.path().isEmpty()) {
            path.ifPresent(NetworkPath::close);
        }
    }
}
