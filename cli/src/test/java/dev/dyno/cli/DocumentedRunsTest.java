package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command lines in the code blocks of README and docs, each in a process of its own, on real brokers and for some seconds. Not
 * those that a comment says need something that is not here, and not those that have a test of their own.
 */
@Tag("nightly")
class DocumentedRunsTest {

    private static final Set<String> LOADS = Set.of("client", "producer", "consumer", "run");

    /** The verdict may well be that this machine is too busy. */
    private static final Set<Integer> ENDED = Set.of(Exit.GOOD, Exit.INVALID);

    private static final Set<String> URL_OPTIONS = Set.of("--url", "--consumer-url");

    private static final String STUDY = """
            workloads: { w: { producers: { to: queue://q, messages: 100 }, consumers: { from: queue://q } } }
            axes: { broker: { values: [sim] } }
            table: [sent, received]
            """;

    @TempDir
    private static Path folder = Path.of("");

    /** The recipe for a driver, or for the scheme of a URL. */
    private static final Map<String, String> RECIPES = Map.ofEntries(
            Map.entry("tcp", "artemis"),
            Map.entry("kafka", "kafka"),
            Map.entry("pulsar", "pulsar"),
            Map.entry("rabbitmq", "rabbitmq"),
            Map.entry("amqp091", "rabbitmq"),
            Map.entry("nats", "nats"),
            Map.entry("jetstream", "nats"),
            Map.entry("mqtt", "mosquitto"),
            Map.entry("andes", "andes"));

    /** Verbs that end with Ctrl+C, and what they print when they are ready. */
    private static final Map<String, String> READY = Map.of("broker", "Ctrl+C stops it", "ui", "Stored runs at http");

    /** By recipe, each started when a document first names one of its kind. Artemis is there from the beginning, at its usual port. */
    private static final Map<String, ManagedBroker> BROKERS = new HashMap<>();

    private static List<String> ids = List.of();

    @BeforeAll
    static void startABrokerAndStoreRuns() throws Exception {
        broker("artemis");
        Files.writeString(folder.resolve("my-study.yaml"), STUDY);
        for (int i = 0; i < 4; i++) {
            run(List.of("client", "--broker", "sim", "--rate", "500", "--duration", "2", "queue://Q"), List.of());
        }
        run(List.of("study", "my-study.yaml"), List.of());
        ids = Listing.of(folder.resolve("runs")).stream()
                .map(run -> String.valueOf(run.getFileName()))
                .sorted()
                .map(name -> name.substring(name.lastIndexOf('-') + 1))
                .toList();
        assertThat(ids).hasSize(4);
    }

    @AfterAll
    static void stopTheBrokers() throws Exception {
        for (ManagedBroker each : BROKERS.values()) {
            each.close();
        }
    }

    private static ManagedBroker broker(String recipe) throws Exception {
        if (!BROKERS.containsKey(recipe)) {
            BROKERS.put(recipe, new BrokerLauncher(Path.of(BuiltDyno.HOME)).start(BrokerSpec.of(recipe)));
        }
        return BROKERS.get(recipe);
    }

    /** Commands of one line belong together: all but the last run beside it. With {@code -Ddyno.documented='faults|history'}, of some pages. */
    @TestFactory
    Stream<DynamicTest> everyCommandLineRuns() throws IOException {
        Pattern pages = Pattern.compile(System.getProperty("dyno.documented", ""));
        Map<String, List<DocumentedCommand>> lines = DocumentedCommand.all().stream()
                .filter(command -> command.needs().isEmpty() && !hasATestOfItsOwn(command))
                .filter(command -> pages.matcher(command.place()).find())
                .collect(Collectors.groupingBy(DocumentedCommand::place, LinkedHashMap::new, Collectors.toList()));
        return lines.values().stream().map(line -> DynamicTest.dynamicTest(line.toString(), () -> runLine(line)));
    }

    private static boolean hasATestOfItsOwn(DocumentedCommand command) {
        // CalibrationTest, SuiteOnBrokersTest; workers are started beside the load that has them; studies of minutes
        // run in their quick size once.
        return Set.of("selftest", "worker", "suite").contains(command.verb())
                || (command.verb().equals("study")
                        && Stream.of("--only", "--resume", "--rounds", "--within", "--url", "--set")
                                .anyMatch(command::has));
    }

    private static void runLine(List<DocumentedCommand> line) throws Exception {
        List<Process> beside = new ArrayList<>();
        try {
            runLine(line, beside);
        } finally {
            for (Process process : beside) {
                end(process);
            }
        }
    }

    private static void runLine(List<DocumentedCommand> line, List<Process> beside) throws Exception {
        for (DocumentedCommand command : line.subList(0, line.size() - 1)) {
            beside.add(start(shortened(command), command.environment(), "beside"));
        }
        DocumentedCommand last = line.get(line.size() - 1);
        List<String> words = shortened(last);
        if (words.contains("--workers")) {
            for (int i = 0; i < 2; i++) {
                beside.add(start(List.of("worker", "--join", "127.0.0.1:7400", "--once"), List.of(), "worker" + i));
            }
        }
        if (READY.containsKey(last.verb())) {
            startAndStop(words, READY.get(last.verb()));
            return;
        }
        int status = run(words, last.environment());
        String said = Files.readString(folder.resolve("last.txt"));
        if (LOADS.contains(last.verb())
                || last.verb().equals("compare")
                || last.verb().equals("study")) {
            assertThat(ENDED).as(said).contains(status);
        } else {
            assertThat(status)
                    .as(said)
                    .isIn(
                            Set.of("gate", "capacity").contains(last.verb())
                                    ? Set.of(Exit.GOOD, Exit.THRESHOLD, Exit.INVALID)
                                    : Set.of(Exit.GOOD));
        }
        for (Process process : beside) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ENDED).contains(process.exitValue());
        }
    }

    /** With its broker, which ends a moment after a killed one. */
    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static void startAndStop(List<String> words, String ready) throws Exception {
        Process process = start(words, List.of(), "last");
        try {
            for (int i = 0;
                    i < 300 && !Files.readString(folder.resolve("last.txt")).contains(ready);
                    i++) {
                assertThat(process.isAlive())
                        .as(Files.readString(folder.resolve("last.txt")))
                        .isTrue();
                process.waitFor(200, TimeUnit.MILLISECONDS);
            }
            assertThat(folder.resolve("last.txt")).content().contains(ready);
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            end(process);
        }
    }

    private static int run(List<String> words, List<String> environment) throws IOException, InterruptedException {
        Process process = start(words, environment, "last");
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES))
                    .as("%s has not ended. %s", words, Files.readString(folder.resolve("last.txt")))
                    .isTrue();
        } finally {
            end(process);
        }
        return process.exitValue();
    }

    private static Process start(List<String> words, List<String> environment, String output) throws IOException {
        ProcessBuilder dyno = new ProcessBuilder(BuiltDyno.command(List.of("-Xmx1g"), words))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(output + ".txt").toFile());
        dyno.environment().put("DYNO_RUNS", folder.resolve("runs").toString());
        dyno.environment().put("DYNO_STUDIES", folder.resolve("studies").toString());
        for (String each : environment) {
            dyno.environment().put(each.split("=", -1)[0], each.split("=", 2)[1]);
        }
        return dyno.start();
    }

    /** For some seconds, on what is here, and about runs that are stored here. */
    private static List<String> shortened(DocumentedCommand command) throws Exception {
        List<String> words = new ArrayList<>();
        // The newest is removed, and no other command names it.
        Iterator<String> runs = ids.subList(command.has("rm") ? 3 : 0, 4).iterator();
        String before = "";
        // A fault or a late start at a time of the load needs the load as long as it is written.
        boolean isTimed = command.has("--at") || command.has("--start-delay");
        for (String word : DocumentedCommandsTest.here(command.words())) {
            boolean isARun = word.matches("RUN\\d?|BASELINE|[0-9a-f]{8}|4510")
                    && Set.of("compare", "gate", "report", "history").contains(command.verb());
            String here = isARun
                    ? runs.next()
                    : word.startsWith("~/.dyno/studies/")
                            ? aStudy()
                            : URL_OPTIONS.contains(before)
                                    ? url(word, command)
                                    : word.replaceFirst("tcp://(localhost|HOST):61616", url("tcp", "artemis"));
            boolean isLength = before.equals("--duration") && !isTimed;
            words.add(
                    isLength
                            ? "5"
                            : before.equals("--warmup") && !isTimed ? "1" : before.equals("--budget") ? "1m" : here);
            before = word;
        }
        if (command.has("--runs")) {
            words.set(words.indexOf("--runs") + 1, folder.resolve("runs").toString());
        }
        boolean isALoad = LOADS.contains(command.verb());
        if (isALoad && !command.verb().equals("run") && !command.has("--duration")) {
            words.addAll(List.of("--duration", "5"));
        }
        boolean isAFile = command.verb().equals("run") || (command.has("amqp-series") && !command.has("show"));
        if (isAFile && !command.has("--quick") && !command.has("--print-config")) {
            words.add("--quick");
        }
        if (command.has("--a") && !command.has("--budget")) {
            words.addAll(List.of("--budget", "1m"));
        }
        if (command.verb().equals("capacity") && !command.has("--within")) {
            words.addAll(List.of("--within", "30s"));
        }
        return words;
    }

    /** The document's own scheme and parameters, with the address of a broker of that kind. */
    private static String url(String written, DocumentedCommand command) throws Exception {
        String scheme = written.substring(0, written.indexOf("://"));
        int driver = command.words().indexOf("--driver");
        String name = driver < 0 ? scheme : command.words().get(driver + 1);
        String parameters =
                scheme.equals("tcp") && written.contains("?") ? written.substring(written.indexOf('?')) : "";
        return url(scheme, name) + parameters;
    }

    private static String url(String scheme, String driver) throws Exception {
        ManagedBroker there = broker(RECIPES.getOrDefault(driver, driver));
        String url =
                switch (driver) {
                    case "tcp" -> there.urls().get("artemis");
                    case "amqp091" -> there.urls().get("rabbitmq");
                    default -> there.urls().get(driver);
                };
        assertThat(url).as("%s of %s", driver, there.urls()).isNotNull();
        return scheme + "://" + url.replaceFirst("^[^/]*://", "");
    }

    private static String aStudy() throws IOException {
        return Listing.of(folder.resolve("studies")).get(0).toString();
    }
}
