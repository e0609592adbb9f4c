package dev.dyno.bench;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.report.store.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measures several programs with the same load on the same kind of broker, and prints tables: one program after the other, each
 * on a fresh broker, or all on one broker {@link InTurns}. Each round, or turn, begins with another program. A cell has the
 * median of all rounds or turns and, in brackets, the smallest and the largest value. The first program is compared with each
 * other one, repetition by repetition.
 */
record SideBySide(BrokerLauncher launcher, BrokerSpec broker, int rounds, int warmupSeconds, List<Column> columns) {

    /** Column of the table: its title, and the value of a measurement. */
    record Column(String title, ToDoubleFunction<Measured> value) {}

    /** Makes something for a broker that has just been started: the programs to run on it, or the counter of their messages. */
    @FunctionalInterface
    interface Made<T> {
        T on(ManagedBroker broker) throws Exception;
    }

    static final List<Column> RATE_AND_CPU = List.of(
            new Column("messages/s", Measured::perSecond), new Column("client CPU us/message", Measured::cpuMicros));

    /** JVM flags of every measured program. Dyno's own script turns off the JVM's statistics for jps, so they are off for all. */
    static final List<String> JVM_FLAGS = List.of("-XX:+UseParallelGC", "-Xms512M", "-Xmx1024M", "-XX:-UsePerfData");

    /** Environment variable by which Dyno and {@code artemis perf} take the JVM flags. */
    static final Map<String, String> JVM_FLAGS_BY_VARIABLE = Map.of("JAVA_ARGS", String.join(" ", JVM_FLAGS));

    private static final double MARGIN = 0.1;

    private static final boolean IS_TRIED = System.getProperty("try", "").equals("try");

    /** Measures and prints one table, unless its title is not among those that were asked for. */
    void row(String title, int programs, Made<List<Program>> row) throws Exception {
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

    /**
     * Measures and prints one table with the programs {@link InTurns}. Each round starts all programs anew on a fresh broker,
     * because a JIT compiler makes different machine code of the same program in each JVM. Medians are of all turns.
     */
    void rowInTurns(String title, Made<List<Program>> row, Made<InTurns.Progress> counts) throws Exception {
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
        List<String> names = List.copyOf(results.keySet());
        List<Measured> first = results.getOrDefault(names.get(0), List.of());
        List<List<String>> rows = new ArrayList<>();
        results.forEach((name, all) -> rows.add(row(name, column -> RunSpread.of(all, column.value))));
        results.forEach((other, all) -> rows.add(
                row(names.get(0) + " / " + other, column -> RunSpread.ratio(first, all, column.value, MARGIN))));
        // Leaves out the ratio of the first program to itself.
        rows.remove(names.size());
        System.out.print("\n" + Grid.ofTexts(row(title, Column::title), rows).markdown(column -> false));
        System.out.flush();
    }

    private List<String> row(String head, Function<Column, String> cell) {
        return Stream.concat(Stream.of(head), columns.stream().map(cell)).toList();
    }

    /** Command of a program of this module. */
    static List<String> java(String classPath, Class<?> main, List<String> arguments) {
        return java(classPath, main.getName(), arguments);
    }

    /** Command of a program in a JVM with the flags of all others. */
    static List<String> java(String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    /** Path of the client library's jar in a driver's folder. */
    static String library(Path home, String driver, String name) throws IOException {
        try (Stream<Path> jars =
                Files.list(home.resolve("drivers").resolve(driver).resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name + "-"))
                    .map(Path::toString)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(name));
        }
    }

    /** Arguments of a command line, separated by spaces; none may contain a space. */
    static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }

    /** A number of seconds or repetitions: {@code tried} with {@code -Dtry=try}, which only checks that all programs run. */
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
