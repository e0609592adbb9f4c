package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.result.GeneratedFile;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every message that was due in the measured phase counts, wherever a broker stands still: before, across and after the end of the
 * warm-up, in the middle, across the end of the load, and for the whole load. docs/stalls.md has the numbers.
 */
class DueMessagesTest {

    /** The load begins when the runner has seen its probe: 1 ms to serve it, and 5 ms until it looks again. */
    private static final long START_NS = 6_000_000;

    static final int WORKERS = 3;
    private static final Path PAGE = Path.of("../docs/stalls.md");

    @Tag("slow")
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
                script.assertSays(together(script), WORKERS, which + ", three workers");
            }
        }
    }

    /** In one thread a call lasts until it is answered, so of stalls that end before the drain does. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"1,2", "1,4", "2,3", "3,5", "6,8", "9,12", "9,16"})
    void blockingSendsSayTheSame(int fromS, int toS) {
        for (ArrivalProcess arrivals : ArrivalProcess.values()) {
            StallScript script = new StallScript(arrivals, 1, SendMode.SYNC, fromS, toS);
            script.assertSays(script.simulation(START_NS).run(), 1, arrivals + ", blocking");
        }
    }

    private static RunResult together(StallScript script) {
        return SimulatedGroup.run(
                WORKERS,
                script.simulation(0).manyProducers(WORKERS),
                i -> script.simulation(SimulatedGroup.START_NS).manyProducers(WORKERS),
                new Simulation());
    }

    // The numbers that {@link DueMessagesTest} finds in the reports are those of the page. {@code
    // -Ddyno.generate=true} writes it anew.

    @Test
    void pageIsCurrent() throws IOException {
        GeneratedFile.assertCurrent(getClass(), PAGE, page());
    }

    private static String page() {
        return """
                # Stalls of a broker, on paper and in the report

                A load of 200/s for 12 s, of which 3 s are warm-up, on a broker that takes 1 ms for each message and stands still once; the drain waits for 10 s more. Each row is worked out message by message, from the script alone, \
                without Dyno. `DueMessagesTest` runs each load on the simulated broker, and the report has each number within a step of the histogram, 0.1 %, of response and of end-to-end.

                - **stall**: in seconds of the load; the measured phase is from 3 to 12.
                - **in flight**: `--max-pending`; 0 is no limit.
                - **due**: messages of the measured phase, sent or not; of these **in time**: acknowledged before its end; **unsent**: never handed over; **unacknowledged**: at the end of the drain.
                - **p50** to **max** of response, of all that were due. `≥ 2.8 s`: not known to be more; `1.1–2.8 s`: known to be in between.

                ## One process

                """ + table(1) + """

                ## Three workers, each with a broker of its own

                """ + table(DueMessagesTest.WORKERS);
    }

    private static String table(int workers) {
        return """
                | stall | in flight | arrivals | due | in time | unsent | unacknowledged | p50 | p90 | p99 | p99.9 | max |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """
                + StallScript.stalls()
                        .flatMap(stall -> rows(workers, (int) stall.get()[0], (int) stall.get()[1]))
                        .collect(Collectors.joining());
    }

    private static Stream<String> rows(int workers, int fromS, int toS) {
        return Stream.of(1, 100, 0).flatMap(maxPending -> Stream.of(ArrivalProcess.values())
                .map(arrivals -> String.format(
                        Locale.ROOT,
                        "| %d–%d | %d | %s | %s |\n",
                        fromS,
                        toS,
                        maxPending,
                        arrivals.name().toLowerCase(Locale.ROOT),
                        new StallScript(arrivals, maxPending, fromS, toS).row(workers))));
    }
}
