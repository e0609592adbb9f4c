package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.load.Ensemble.Stage;
import dev.dyno.pace.Arrivals;
import dev.dyno.pace.Slice;
import dev.dyno.resource.Probes;
import dev.dyno.result.RunResult;
import dev.dyno.sim.VirtualTime;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every message that was due in the measured phase counts, wherever a broker stands still: before, across and after the end of the
 * warmup, in the middle, across the end of the load, and for the whole load.
 */
@Tag("slow")
class DueMessagesTest {

    /** The load begins when the runner has seen its probe: 1 ms to serve it, and 5 ms until it looks again. */
    private static final long START_NS = 6_000_000;

    private static final int WORKERS = 3;

    @ParameterizedTest
    @CsvSource({"1,2", "1,4", "2,3", "3,5", "6,8", "9,12", "9,16", "11,30", "0,1000"})
    void aStallIsInThePercentilesWhereverItLies(int fromS, int toS) {
        for (int maxPending : new int[] {1, 100, 0}) {
            for (Arrivals arrivals : Arrivals.values()) {
                StallScript script = new StallScript(arrivals, maxPending, fromS, toS);
                Simulation simulation = script.simulation(START_NS);
                RunResult result = simulation.run();
                String which = arrivals + ", " + maxPending + " pending";
                assertThat(simulation.begins)
                        .as(which)
                        .containsExactly(START_NS + StallScript.WARMUP * StallScript.SECOND);
                script.assertSays(result, 1, which);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,4", "9,12", "9,16", "11,30", "0,1000"})
    void threeWorkersTogetherSayTheSame(int fromS, int toS) {
        for (int maxPending : new int[] {1, 100, 0}) {
            for (Arrivals arrivals : Arrivals.values()) {
                StallScript script = new StallScript(arrivals, maxPending, fromS, toS);
                script.assertSays(together(script), WORKERS, arrivals + ", " + maxPending + " pending");
            }
        }
    }

    /** One after the other, each with a clock and a broker of its own, as they are one by one in a group. */
    private static RunResult together(StallScript script) {
        VirtualTime time = new VirtualTime();
        RunPlan plan = script.simulation(0).manyProducers(WORKERS).plan();
        List<JointRun.Who> workers = IntStream.range(0, WORKERS)
                .mapToObj(i -> new JointRun.Who("w" + i, "host"))
                .toList();
        JointRun joint = new JointRun(plan, workers, time, Probes.none(), new Simulation());
        long startNs = StallScript.SECOND;
        joint.begin(startNs);
        for (int i = 0; i < WORKERS; i++) {
            Simulation simulation = script.simulation(startNs).manyProducers(WORKERS);
            simulation.share = Share.both(new Slice(i, WORKERS));
            Member member = new Member(joint, i, simulation, startNs);
            simulation.whileRunning = runner -> runner.joins(member);
            simulation.run();
            simulation.intervals.forEach(interval -> joint.interval(member.worker, interval));
            joint.arrived(member.arrivals.get());
            joint.ended(i, member.contribution.orElseThrow());
        }
        time.parkUntil(startNs + StallScript.SECONDS * StallScript.SECOND);
        joint.endLoad();
        List<JointRun.Clock> clocks =
                workers.stream().map(who -> new JointRun.Clock(0, 0)).toList();
        return joint.result(new JointRun.Ending(
                false, Optional.empty(), Optional.empty(), 0, StallScript.DRAIN * StallScript.SECOND, clocks));
    }

    /** A worker that waits for nobody but the end of the drain. */
    private static final class Member implements Ensemble {

        final int worker;
        private final JointRun joint;
        private final Simulation simulation;
        private final long startNs;
        Supplier<List<dev.dyno.load.Arrivals>> arrivals = List::of;
        Optional<Contribution> contribution = Optional.empty();

        Member(JointRun joint, int worker, Simulation simulation, long startNs) {
            this.joint = joint;
            this.worker = worker;
            this.simulation = simulation;
            this.startNs = startNs;
        }

        @Override
        public boolean isAlone() {
            return false;
        }

        @Override
        public void reached(Stage stage) {}

        @Override
        public boolean haveAllReached(Stage stage) {
            long endNs = startNs + (StallScript.SECONDS + StallScript.DRAIN) * StallScript.SECOND;
            return stage != Stage.DRAINED || simulation.time.nanoTime() >= endNs;
        }

        @Override
        public void consuming(List<SubscriptionName> subscriptions, Supplier<List<dev.dyno.load.Arrivals>> taken) {
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
            joint.sent(accounts);
        }

        @Override
        public void ended(Contribution told) {
            contribution = Optional.of(told);
        }
    }
}
