package dev.dyno.engine.run;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.SenderClocks;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Phases;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Several workers of one run, each with a clock and a broker of its own, one after the other, as they are one by one in a group. */
final class SimulatedGroup {

    static final long START_NS = 1_000_000_000;

    final VirtualTime time = new VirtualTime();
    final MultiWorkerRun joint;
    private final Phases phases;
    private final List<MultiWorkerRun.Identity> workers;
    private long drainNs;

    /** @param asked of all of them, for its plan */
    SimulatedGroup(int size, Simulation asked, RunListener listener) {
        phases = asked.plan().workload().phases();
        workers = IntStream.range(0, size)
                .mapToObj(i -> new MultiWorkerRun.Identity("w" + i, "host"))
                .toList();
        joint = new MultiWorkerRun(asked.plan(), workers, time, Probes.none(), listener);
        joint.begin(START_NS);
    }

    static RunResult run(int size, Simulation asked, IntFunction<Simulation> each, RunListener listener) {
        SimulatedGroup group = new SimulatedGroup(size, asked, listener);
        group.time.parkUntil(group.endNs());
        IntStream.range(0, size).forEach(i -> group.new Member(i, each.apply(i)).run());
        return group.result();
    }

    private long endNs() {
        return START_NS + phases.duration().toNanos();
    }

    RunResult result() {
        time.parkUntil(endNs());
        joint.endLoad();
        List<MultiWorkerRun.Clock> clocks = Collections.nCopies(workers.size(), new MultiWorkerRun.Clock(0, 0));
        return joint.result(new MultiWorkerRun.Ending(false, Optional.empty(), Optional.empty(), drainNs, clocks));
    }

    /** One of the workers: it waits for nobody but the end of the drain. */
    final class Member implements PeerWorkers {

        final Simulation simulation;
        private final int worker;
        Supplier<List<DeliveryReport>> arrivals = List::of;
        Consumer<List<ProducerAccount>> sent = joint::sent;
        Optional<WorkerReport> report = Optional.empty();

        Member(int worker, Simulation simulation) {
            this.worker = worker;
            this.simulation = simulation;
            simulation.share = Share.both(new Slice(worker, workers.size()));
            simulation.peers = this;
        }

        void run() {
            simulation.run();
            joint.arrived(arrivals.get());
            reportIntervals();
            end(report.orElseThrow());
        }

        /** Runs, and reports its intervals only. */
        void runToReport() {
            simulation.run();
            reportIntervals();
        }

        private void reportIntervals() {
            simulation.intervals.forEach(interval -> joint.interval(worker, interval));
        }

        void end(WorkerReport last) {
            joint.ended(worker, last);
            drainNs = Math.max(drainNs, last.result().drainNs());
        }

        @Override
        public boolean isAlone() {
            return false;
        }

        @Override
        public void reached(Stage stage) {}

        @Override
        public boolean haveAllReached(Stage stage) {
            return stage != Stage.DRAINED
                    || simulation.time.nanoTime() >= endNs() + phases.drain().toNanos();
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
        public void unprobed(BitSet subscriptions) {}

        @Override
        public long startNs(long nowNs) {
            return START_NS;
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
        public void ended(WorkerReport last) {
            report = Optional.of(last);
        }
    }
}
