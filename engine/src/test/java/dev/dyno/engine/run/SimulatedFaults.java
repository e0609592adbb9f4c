package dev.dyno.engine.run;

import dev.dyno.driver.sim.SimBroker;
import dev.dyno.engine.record.Faultable;

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
    public void kill() {
        broker(simulation).kill();
    }

    @Override
    public void stop() {
        broker(simulation).kill();
    }

    @Override
    public void restart() {
        broker(simulation).restart();
    }

    @Override
    public void pause() {
        broker(simulation).pause();
    }

    @Override
    public void resume() {
        broker(simulation).resume();
    }
}
