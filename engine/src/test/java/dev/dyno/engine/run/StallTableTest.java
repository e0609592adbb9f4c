package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.ArrivalProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The numbers that {@link DueMessagesTest} finds in the reports are those of the page. {@code -Ddyno.generate=true} writes it anew. */
class StallTableTest {

    private static final Path PAGE = Path.of("../docs/stalls.md");

    @Test
    void pageIsCurrent() throws IOException {
        if (Boolean.getBoolean("dyno.generate")) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE)
                .as("made again by: mvn -pl engine -am test -Dtest=StallTableTest -Ddyno.generate=true")
                .hasContent(page());
    }

    private static String page() {
        return """
                # Stalls of a broker, on paper and in the report

                A load of 200/s for 12 s, of which 3 s are warmup, on a broker that takes 1 ms for each message and stands still once; the drain waits for 10 s more. Each row is worked out message by message, from the script alone, \
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
