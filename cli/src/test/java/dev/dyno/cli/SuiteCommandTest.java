package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dyno suite} on the brokers that live in this JVM, at a given rate, so that nothing is searched for. */
class SuiteCommandTest extends WithDyno {

    /** Deliveries of each message; one where nothing is said. */
    private static final Map<String, Integer> DELIVERIES = Map.of("fan-out", 3, "request-reply", 2, "many-topics", 2);

    private Path studies = Path.of("");

    @BeforeEach
    void prepareFiles() throws IOException {
        studies = folder.resolve("studies");
        for (String each : List.of("studies", "workloads")) {
            Dyno.copy(Path.of("..", each), folder.resolve("home").resolve(each));
        }
    }

    private Ran run(String line) {
        return dyno.type("suite " + line + " --studies %s", studies);
    }

    private Ran brief(String broker, String more) {
        return run("--broker " + broker + " --quick --setup workload.producers[0].rate=200/s"
                + " --setup workload.phases.warmup=0s --setup workload.phases.measure=300ms " + more);
    }

    @Test
    void eachKindOfTrafficIsARowOfOnePage() throws IOException {
        brief("sim", "--setup workload.consumers[0].start=0s").good();
        Path study = Listing.only(studies);
        List<String> lines = Files.readAllLines(study.resolve("table.csv"));
        List<String> head = List.of(lines.get(0).split(",", -1));
        List<String> seen = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> row = List.of(line.split(",", -1));
            String kind = row.get(head.indexOf("workload"));
            seen.add(kind);
            if (kind.equals("reconnect-storm")) {
                assertThat(row.get(head.indexOf("outcome"))).contains("not offered: ", "12s reset");
                continue;
            }
            assertThat(row.get(head.indexOf("outcome"))).as(kind).isEqualTo("ok");
            double acknowledged = number(head, row, "acknowledged");
            assertThat(acknowledged).as(kind).isPositive();
            // On a busy machine some messages are late for their time to live.
            assertThat(number(head, row, "delivered") + number(head, row, "expired"))
                    .as(kind)
                    .isEqualTo(acknowledged * DELIVERIES.getOrDefault(kind, 1));
            assertThat(number(head, row, "lost")).as(kind).isZero();
        }
        assertThat(seen).startsWith("one-queue", "one-at-a-time", "fan-out").hasSize(kinds());
        assertThat(study.resolve("report.html")).content().contains(seen);
    }

    /** A cell; 0 where there is none. */
    private static double number(List<String> head, List<String> row, String figure) {
        int column = head.indexOf(figure);
        return column < 0 || row.get(column).isEmpty() ? 0 : Double.parseDouble(row.get(column));
    }

    private static int kinds() throws IOException {
        return (int) Files.readAllLines(Path.of("..", "studies", "suite.yaml")).stream()
                .filter(line -> line.contains(": ../workloads/"))
                .count();
    }

    @Test
    void aKindThatTheDriverDoesNotOfferIsARowThatSaysWhy() throws IOException {
        Ran ran = brief("null", "--only workload=one-queue --only workload=transactions")
                .ended(Exit.GOOD);
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("one-queue +~?[0-9,.]+ .*"))
                .anyMatch(line -> line.startsWith("transactions ")
                        && line.contains(
                                "not offered by driver null: no transactions in the null driver; no synchronous"
                                        + " receives in the null driver"));
        assertThat(Listing.only(studies).resolve("report.html"))
                .content()
                .contains("1 not offered")
                .doesNotContain("1 failed", "run-failed in");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --quick                               | --broker: is missing; name the broker to start, or the address of one by --url.
                    --broker sim --url sim://x            | --broker: contradicts --url. Leave one of them out.
                    --broker sim --within fast            | --within: fast; must be
                    --broker sim --only workload=queue    | --only: workload=queue; the value must be one of one-queue, one-at-a-time,
                    --broker sim --within 2m --only workload=one-queue | --within: 2m; is too short for 1 run; must be at least 3m. Leave some of them out by --only.
                    """)
    void badInputIsRefusedWithASentence(String words, String sentence) {
        Ran ran = run(words).ended(Exit.USAGE);
        assertThat(ran.errLines().get(0)).startsWith("dyno suite: " + sentence);
        assertThat(studies).doesNotExist();
    }

    /** Three of 9 s are for connecting and to cool down, and 50 ms for the ten messages: 5 are left, beyond the least of 5. */
    @Test
    void theRunsShareTheTime() throws IOException {
        run("--broker sim --within 9s --only workload=one-queue --setup workload.producers[0].rate=200/s"
                        + " --setup workload.phases.warmup=0s --setup workload.producers[0].messages=10")
                .good();
        assertThat(Listing.only(studies).resolve("begin.json"))
                .content()
                .contains("\"workload.phases.measure\":\"10s\"");
    }

    /** With its setup typed again, as a secret has to be. */
    @Test
    void aSuiteThatIsContinuedHasTheTimeThatItBeganWith() throws IOException {
        String line = "--broker sim --only workload=one-queue --setup workload.producers[0].rate=200/s"
                + " --setup workload.phases.warmup=0s --setup workload.producers[0].messages=10";
        run(line + " --within 9s").good();
        Path study = Listing.only(studies);
        Files.writeString(study.resolve("progress.jsonl"), "");
        String sentence = "--within: a study whose runs share a time keeps that of its beginning; leave it out.";
        run(line + " --resume --within 9s").refused("dyno suite: " + sentence);
        dyno.type("study %s --resume --within 20m", study).refused("dyno study: " + sentence);
        run(line + " --resume").good();
        assertThat(Files.readAllLines(study.resolve("progress.jsonl"))).hasSize(1);
    }
}
