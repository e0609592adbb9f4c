package dev.dyno.engine.run;

import dev.dyno.driver.sim.SimBroker;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import java.util.Optional;

/** Does faults to the broker of a {@link Simulation}, each in no time. */
final class SimulatedFaults implements Faultable {

    private final Simulation simulation;

    SimulatedFaults(Simulation simulation) {
        this.simulation = simulation;
    }

    static SimBroker broker(Simulation simulation) {
        return SimBroker.find("sim://" + simulation.name).orElseThrow();
    }

    @Override
    public Optional<CommandResult> act(Fault.Action action) {
        SimBroker broker = broker(simulation);
        switch ((OnBroker) action) {
            case KILL, STOP -> broker.kill();
            case RESTART -> broker.restart();
            case PAUSE -> broker.pause();
            case RESUME -> broker.resume();
        }
        return Optional.empty();
    }
}
