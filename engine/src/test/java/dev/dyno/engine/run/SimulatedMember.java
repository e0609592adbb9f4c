package dev.dyno.engine.run;

import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.SenderClocks;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.WorkerReport;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One of several workers, each with a clock and a broker of its own, one after the other, as they are one by one in a group: it
 * waits for nobody but the end of the drain.
 */
final class SimulatedMember implements PeerWorkers {

    final int worker;
    private final MultiWorkerRun joint;
    private final Simulation simulation;
    private final long startNs;
    private final long drainedNs;
    Supplier<List<DeliveryReport>> arrivals = List::of;
    Consumer<List<ProducerAccount>> sent;
    Optional<WorkerReport> contribution = Optional.empty();

    /** @param drainedNs when the drain of all ends, on the clock of the simulation */
    SimulatedMember(MultiWorkerRun joint, int worker, Simulation simulation, long startNs, long drainedNs) {
        this.joint = joint;
        sent = joint::sent;
        this.worker = worker;
        this.simulation = simulation;
        this.startNs = startNs;
        this.drainedNs = drainedNs;
        simulation.ensemble = this;
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void reached(Stage stage) {}

    @Override
    public boolean haveAllReached(Stage stage) {
        return stage != Stage.DRAINED || simulation.time.nanoTime() >= drainedNs;
    }

    @Override
    public void consuming(List<SubscriptionName> subscriptions, Supplier<List<DeliveryReport>> taken) {
        joint.subscriptions(worker, subscriptions);
        arrivals = taken;
    }

    @Override
    public void connected(int producers, int consumers) {
        joint.connected(worker, producers, consumers);
    }

    @Override
    public void probes(BitSet awaited, BitSet arrived) {}

    @Override
    public long startNs(long nowNs) {
        return startNs;
    }

    @Override
    public SenderClocks clocks() {
        return new SenderClocks(0);
    }

    @Override
    public void sent(List<ProducerAccount> accounts) {
        sent.accept(accounts);
    }

    @Override
    public void ended(WorkerReport told) {
        contribution = Optional.of(told);
    }
}
