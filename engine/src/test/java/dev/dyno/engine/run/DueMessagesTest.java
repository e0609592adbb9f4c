package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every message that was due in the measured phase counts, wherever a broker stands still: before, across and after the end of the
 * warmup, in the middle, across the end of the load, and for the whole load. docs/stalls.md has the numbers.
 */
@Tag("slow")
class DueMessagesTest {

    /** The load begins when the runner has seen its probe: 1 ms to serve it, and 5 ms until it looks again. */
    private static final long START_NS = 6_000_000;

    static final int WORKERS = 3;

    @ParameterizedTest
    @MethodSource("dev.dyno.engine.run.StallScript#stalls")
    void aStallIsInThePercentilesWhereverItLies(int fromS, int toS) {
        for (int maxPending : new int[] {1, 100, 0}) {
            for (ArrivalProcess arrivals : ArrivalProcess.values()) {
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

    /** In one thread a call lasts until it is answered, so of stalls that end before the drain does. */
    @ParameterizedTest
    @CsvSource({"1,2", "1,4", "2,3", "3,5", "6,8", "9,12", "9,16"})
    void blockingSendsSayTheSame(int fromS, int toS) {
        for (ArrivalProcess arrivals : ArrivalProcess.values()) {
            StallScript script = new StallScript(arrivals, 1, SendMode.SYNC, fromS, toS);
            script.assertSays(script.simulation(START_NS).run(), 1, arrivals + ", blocking");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.dyno.engine.run.StallScript#stalls")
    void threeWorkersTogetherSayTheSame(int fromS, int toS) {
        for (int maxPending : new int[] {1, 100, 0}) {
            for (ArrivalProcess arrivals : ArrivalProcess.values()) {
                StallScript script = new StallScript(arrivals, maxPending, fromS, toS);
                script.assertSays(together(script), WORKERS, arrivals + ", " + maxPending + " pending");
            }
        }
    }

    /** One after the other, each with a clock and a broker of its own, as they are one by one in a group. */
    private static RunResult together(StallScript script) {
        VirtualTime time = new VirtualTime();
        RunPlan plan = script.simulation(0).manyProducers(WORKERS).plan();
        List<MultiWorkerRun.Who> workers = IntStream.range(0, WORKERS)
                .mapToObj(i -> new MultiWorkerRun.Who("w" + i, "host", Share.both(new Slice(i, WORKERS))))
                .toList();
        MultiWorkerRun joint = new MultiWorkerRun(plan, workers, time, Probes.none(), new Simulation());
        long startNs = StallScript.SECOND;
        joint.begin(startNs);
        for (int i = 0; i < WORKERS; i++) {
            Simulation simulation = script.simulation(startNs).manyProducers(WORKERS);
            simulation.share = Share.both(new Slice(i, WORKERS));
            long drainedNs = startNs + (StallScript.SECONDS + StallScript.DRAIN) * StallScript.SECOND;
            SimulatedMember member = new SimulatedMember(joint, i, simulation, startNs, drainedNs);
            simulation.run();
            simulation.intervals.forEach(interval -> joint.interval(member.worker, interval));
            joint.arrived(member.arrivals.get());
            joint.ended(i, member.contribution.orElseThrow());
        }
        time.parkUntil(startNs + StallScript.SECONDS * StallScript.SECOND);
        joint.endLoad();
        List<MultiWorkerRun.Clock> clocks =
                workers.stream().map(who -> new MultiWorkerRun.Clock(0, 0)).toList();
        return joint.result(new MultiWorkerRun.Ending(
                false, Optional.empty(), Optional.empty(), StallScript.DRAIN * StallScript.SECOND, clocks));
    }
}
