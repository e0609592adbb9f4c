package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code dyno run} on the brokers that live in this JVM. */
class RunCommandTest extends WithDyno {

    private String counted(String name, int messages) throws IOException {
        return file(name + ".yaml", """
                producers: { to: queue://%s, messages: %d }
                consumers: { from: queue://%s }
                """.formatted(name, messages, name));
    }

    private static List<String> table(Ran ran) {
        List<String> lines = ran.outLines();
        int head = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("run "))
                .findFirst()
                .orElseThrow());
        return lines.subList(head + 1, lines.size());
    }

    @Test
    void everyFileRunsOnEveryBrokerInTheOrderThatIsSaid() throws IOException {
        Ran ran = dyno.run("run", counted("one", 20_000), counted("two", 30_000), "--broker", "sim", "--broker", "null")
                .good();
        assertThat(ran.outLines())
                .startsWith(
                        "4 runs, in this order:",
                        "  1  one on sim",
                        "  2  one on null",
                        "  3  two on sim",
                        "  4  two on null");
        assertThat(ran.outLines())
                .filteredOn(line -> line.startsWith("report "))
                .hasSize(4);
        assertThat(table(ran).subList(0, 4))
                .extracting(line -> line.split(" {2,}", -1)[0])
                .containsExactly("one on sim", "one on null", "two on sim", "two on null");
        assertThat(runs())
                .extracting(RunCommandTest::received)
                .containsExactlyInAnyOrder(20_000L, 20_000L, 30_000L, 30_000L);
    }

    private static long received(Path run) throws IOException {
        return new RunFolderReader(run).result().totals().received();
    }

    @Test
    void aRunThatFailsIsALineWithItsCauseAndTheOthersContinue() throws IOException {
        String text = file("text.yaml", "producers: { to: queue://q, messages: 10, message: { priority: 4 } }");
        Ran ran = dyno.run("run", text, counted("good", 20_000), "--broker", "null")
                .ended(Exit.FAILED);
        assertThat(table(ran).get(0)).startsWith("text on null").endsWith("INVALID");
        assertThat(table(ran).get(1)).startsWith("good on null");
        assertThat(table(ran).get(2))
                .startsWith("text on null: INVALID run-failed: ")
                .contains("driver null does not offer what the workload needs: no priorities in the null driver");
        assertThat(table(ran).subList(2, table(ran).size()))
                .allMatch(line -> line.matches("(text|good) on null: (INVALID|SUSPECT) [a-z-]+: .+"));
    }

    @Test
    void allThatIsWrongInFilesAndOptionsIsReportedBeforeAnythingStarts() throws IOException {
        String bad = file("bad.yaml", "producers: { too: queue://q }");
        Ran ran = dyno.run("run", bad, counted("good", 10), "--broker", "sim", "--url", "sim://x")
                .ended(Exit.USAGE);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .contains("--broker: contradicts --url, which names a broker that is running; leave one of them out.")
                .contains(bad + ":1:14: unknown key 'too'; must be one of to, count,")
                .contains("\n    producers: { too: queue://q }\n                 ^\n")
                .contains("dyno run --help lists the options.");
        assertThat(place()).isEmptyDirectory();
    }

    @Test
    void theQuickSizeIsShorterAndSlowerAndSaysSo() throws IOException {
        String slow = file("slow.yaml", """
                producers: { to: queue://q, rate: 10000000/s, messages: 12000 }
                consumers: { from: queue://q }
                phases: { warmup: 1m, measure: 10m }
                """);
        int processors = Runtime.getRuntime().availableProcessors();
        Ran ran = dyno.run("run", slow, "--broker", "null", "--quick").ended(Exit.INVALID);
        assertThat(ran.outLines())
                .startsWith(
                        "QUICK: " + slow + ": 5s of warm-up instead of 60s",
                        "QUICK: " + slow + ": 15s measured instead of 10m",
                        "QUICK: " + slow + ": " + String.format("%,d", 2_500 * processors)
                                + " messages a second instead of 10,000,000");
    }

    @Test
    void filesAreValidatedWithoutARun() throws IOException {
        String good = counted("good", 10);
        String bad = file("bad.yaml", "producers: { to: queue://q, cuont: 2 }");
        Ran ran = dyno.run("validate", good, bad).ended(Exit.USAGE);
        assertThat(ran.outLines())
                .containsExactly(good + ": good: 1 producer, 1 consumer, 1 destination, 10 messages, measured 60s");
        assertThat(ran.err())
                .startsWith("dyno validate: " + bad + ":1:29: unknown key 'cuont'; must be one of to, count,")
                .contains("Did you mean count?");
        dyno.run("validate", good).ended(Exit.GOOD);
    }

    @Test
    void whatAFileWantsOfItsBrokerIsRefusedAtItsPlace() throws IOException {
        String file = file("faults.yaml", """
                producers: { to: queue://q, rate: 10/s }
                phases: { measure: 10s }
                faults: [2s kill, 4s restart]
                profile: cpu
                workers: 2
                """);
        Ran ran = dyno.run("run", file, "--broker", "sim", "--broker", "null").ended(Exit.USAGE);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.errLines())
                .filteredOn(line -> line.startsWith("dyno run: "))
                .containsExactly(
                        "dyno run: " + file + ":3:9: faults: 2s kill, 4s restart; only a broker that Dyno starts can be"
                                + " killed, stopped, restarted or paused; of another give faults TIME exec and the command that"
                                + " does it. Leave out --url or --broker, or faults.",
                        "dyno run: " + file
                                + ":4:10: profile: cpu; only a broker that Dyno starts in a process of its own"
                                + " can be profiled. Leave out --url or --broker, or profile.",
                        "dyno run: " + file
                                + ":5:10: workers: faults and reconnect are not timed across workers; leave one"
                                + " of them out.");
    }

    @Test
    void allRunsOfACommandHaveTheSameWorkers() throws IOException {
        String two = file("two.yaml", "{ producers: { to: queue://q, messages: 1 }, workers: 2 }");
        Ran ran = dyno.run("run", counted("none", 10), two, "--url", "tcp://localhost:1")
                .ended(Exit.USAGE);
        assertThat(ran.errLines())
                .contains("dyno run: " + two
                        + ":1:55: workers: 2; all runs of a command have the same workers, and none on"
                        + " tcp://localhost:1 has others or none. Run it by itself, or give --workers for all.");
    }

    @Test
    void aFlagBesideAFileWinsAndIsNamedWhereItIsWrong() throws IOException {
        String file = file("faults.yaml", """
                producers: { to: queue://q, rate: 10/s }
                phases: { measure: 10s }
                faults: 2s kill
                reconnect: true
                reconnect-delay: 5s
                """);
        Ran printed = dyno.type("run %s --at 3s stop --at 4s restart --reconnect-delay 1s --print-config", file)
                .good();
        assertThat(printed.outLines())
                .anyMatch(line -> line.matches("faults: \\[\"3s stop\", \"4s restart\"] +# flag --at"))
                .anyMatch(line -> line.matches("reconnect: true +# file .*faults.yaml:4"))
                .anyMatch(line -> line.matches("reconnect-delay: 1s +# flag --reconnect-delay"));
        Ran wrong = dyno.run("run", file, "--at", "30s", "stop", "--profile", "gpu");
        assertThat(wrong.errLines())
                .contains(
                        "dyno run: --at: 30s stop; must be before the end of the load, which is 10s long. Make the load"
                                + " longer.")
                .contains("dyno run: --profile: gpu; must be one of cpu, lock, alloc.");
    }
}
