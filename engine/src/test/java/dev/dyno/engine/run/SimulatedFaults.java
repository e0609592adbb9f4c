package dev.dyno.engine.run;

import dev.dyno.driver.sim.SimBroker;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Does faults to the broker of a {@link Simulation}, each in no time. */
final class SimulatedFaults implements Faultable {

    private final Simulation simulation;

    SimulatedFaults(Simulation simulation) {
        this.simulation = simulation;
    }

    /** Plans faults like {@code kill 3s}; broken connections are replaced. */
    static void plan(Simulation simulation, String... texts) {
        List<Fault> faults = Arrays.stream(texts)
                .map(text -> text.toUpperCase(Locale.ROOT).split(" ", -1))
                .map(words -> new Fault(Duration.parse("PT" + words[1]), OnBroker.valueOf(words[0])))
                .toList();
        simulation.broker = new SimulatedFaults(simulation);
        simulation.faults = new FaultPlan(faults, Optional.of(Duration.ofMillis(100)));
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
