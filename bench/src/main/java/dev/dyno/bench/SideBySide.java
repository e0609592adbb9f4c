package dev.dyno.bench;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The same load on the same kind of broker by several programs in turn, each on a fresh one. The order turns with each round;
 * medians over the rounds and, in brackets, the smallest and the largest. The first program is compared with the others, repetition
 * by repetition.
 */
final class SideBySide {

    /** Column of the table: its title, and the value of a measurement. */
    record Column(String title, ToDoubleFunction<Measured> value) {}

    /** The programs of a row, for a broker that has been started. */
    @FunctionalInterface
    interface Programs {
        List<Program> on(ManagedBroker broker) throws Exception;
    }

    static final List<Column> RATE_AND_CPU = List.of(
            new Column("messages/s", Measured::perSecond), new Column("client CPU us/message", Measured::cpuMicros));

    /**
     * JVM flags of every measured program. Dyno's own script turns off the JVM's statistics for jps, so they are off everywhere.
     */
    static final List<String> JVM_FLAGS = List.of("-XX:+UseParallelGC", "-Xms512M", "-Xmx1024M", "-XX:-UsePerfData");

    /** Variable with the JVM flags of Dyno and {@code artemis perf}. */
    static final Map<String, String> JVM_FLAGS_BY_VARIABLE = Map.of("JAVA_ARGS", String.join(" ", JVM_FLAGS));

    private static final double MARGIN = 0.1;

    private static final boolean IS_TRIED = System.getProperty("try", "").equals("try");

    private final BrokerLauncher launcher;
    private final BrokerSpec broker;
    private final int rounds;
    private final int warmupSeconds;
    private final List<Column> columns;

    SideBySide(Path home, BrokerSpec broker, int rounds, int warmupSeconds, List<Column> columns) {
        this.launcher = new BrokerLauncher(home);
        this.broker = broker;
        this.rounds = rounds;
        this.warmupSeconds = warmupSeconds;
        this.columns = columns;
    }

    /** Measures and prints, unless only others were asked for. */
    void row(String title, int programs, Programs row) throws Exception {
        if (!isAskedFor(title)) {
            return;
        }
        Map<String, List<Measured>> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < programs; i++) {
                try (ManagedBroker started = launcher.start(broker)) {
                    Program program = row.on(started).get((i + round) % programs);
                    results.computeIfAbsent(program.name(), n -> new ArrayList<>())
                            .add(Measured.of(program, warmupSeconds));
                }
            }
        }
        print(title, results);
    }

    /** Opens the broker's count of a program's messages. */
    @FunctionalInterface
    interface Counts {
        InTurns.Progress on(ManagedBroker broker) throws Exception;
    }

    /**
     * The same {@link InTurns}: each round starts all programs anew on a fresh broker, as what a JVM's compiler makes of the
     * same code differs from one JVM to the next. Medians are of all turns.
     */
    void rowInTurns(String title, Programs row, Counts counts) throws Exception {
        if (!isAskedFor(title)) {
            return;
        }
        Map<String, List<Measured>> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            try (ManagedBroker started = launcher.start(broker);
                    InTurns.Progress progress = counts.on(started);
                    InTurns inTurns = new InTurns(row.on(started), warmupSeconds, progress)) {
                for (int turn = 0; turn < InTurns.TURNS; turn++) {
                    inTurns.turn(turn, results);
                }
            }
        }
        print(title, results);
    }

    private static boolean isAskedFor(String title) {
        return title.contains(System.getProperty("rows", ""));
    }

    private void print(String title, Map<String, List<Measured>> results) {
        System.out.printf("%n| %-32s ", title);
        columns.forEach(column -> System.out.printf("| %-28s ", column.title));
        System.out.println("|");
        System.out.println("|---".repeat(columns.size() + 1) + "|");
        List<String> names = List.copyOf(results.keySet());
        for (String name : names) {
            System.out.printf("| %-32s ", name);
            for (Column column : columns) {
                System.out.printf("| %-28s ", RunSpread.of(results.getOrDefault(name, List.of()), column.value));
            }
            System.out.println("|");
        }
        for (String other : names.subList(1, names.size())) {
            System.out.printf("| %-32s ", names.get(0) + " / " + other);
            for (Column column : columns) {
                System.out.printf(
                        "| %-28s ",
                        RunSpread.ratio(
                                results.getOrDefault(names.get(0), List.of()),
                                results.getOrDefault(other, List.of()),
                                column.value,
                                MARGIN));
            }
            System.out.println("|");
        }
        System.out.flush();
    }

    /** A program of this module, on its class path. */
    static List<String> java(String classPath, Class<?> main, List<String> arguments) {
        return java(classPath, main.getName(), arguments);
    }

    /** A program in a JVM like that of all others. */
    static List<String> java(String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    /** Jar of the client library of a driver, without the driver's other jars. */
    static String library(Path home, String driver, String name) throws IOException {
        try (Stream<Path> jars =
                Files.list(home.resolve("drivers").resolve(driver).resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name + "-"))
                    .map(Path::toString)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(name));
        }
    }

    /** Class path of a bare loop of this module, which has the client library of a driver. */
    static String bare(Path checkout, Path home, String driver) {
        return checkout.resolve("bench/target/classes") + ":" + home.resolve("drivers/" + driver + "/lib") + "/*";
    }

    /** Arguments as they would be typed: none has a space. */
    static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }

    /** A number of seconds or repetitions, or a small one if the figures do not matter, only that all programs run. */
    static int unlessTried(int number, int tried) {
        return IS_TRIED ? tried : number;
    }

    static void head(int rounds, String how) {
        if (IS_TRIED) {
            System.out.println("Tried for some seconds: these are no figures.");
        }
        System.out.printf(
                Locale.ROOT,
                "%d processors, JVM %s, %d rounds, %s%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.runtime.version"),
                rounds,
                how);
    }
}
