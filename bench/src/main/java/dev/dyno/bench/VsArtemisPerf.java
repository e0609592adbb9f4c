package dev.dyno.bench;

import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.ManagedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The same load on the same broker by four programs in turn: Dyno, {@code artemis perf}, and the bare loop, twice. The
 * order turns with each round; medians over the rounds and, in brackets, the smallest and the largest.
 */
public final class VsArtemisPerf {

    private static final int WARMUP_SECONDS = 10;
    private static final int DURATION_SECONDS = 20;
    /** What the broker and the clients have in common: each send is answered by the broker. */
    private static final String ACKNOWLEDGED = "?confirmationWindowSize=20000";

    private record Row(String title, int maxPending, int rate) {}

    private static final List<Row> ROWS = List.of(
            new Row("--max-pending 1", 1, 0),
            new Row("--max-pending 100", 100, 0),
            new Row("--rate 10000 --max-pending 100", 100, 10_000));

    private VsArtemisPerf() {}

    /** @param args dyno's checkout, the home of an Artemis distribution, the bench's jars, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        String artemis = Path.of(args[1], "bin", "artemis").toString();
        String jars = args[2];
        int rounds = Integer.parseInt(args[3]);
        System.out.printf(
                Locale.ROOT,
                "%d processors, JVM %s, %d rounds of %d s after %d s of warmup each, 1024 bytes, non-persistent%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.runtime.version"),
                rounds,
                DURATION_SECONDS - WARMUP_SECONDS,
                WARMUP_SECONDS);
        for (Row row : ROWS) {
            Map<String, List<Measured>> results = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < 4; i++) {
                    int which = (i + round) % 4;
                    try (ManagedBroker broker =
                            new BrokerLauncher(checkout.resolve("target/dyno")).start(BrokerSpec.of("artemis"))) {
                        run(which, row, broker.url("artemis"), checkout, artemis, jars, results);
                    }
                }
            }
            print(row, results);
        }
    }

    private static void run(
            int which,
            Row row,
            String url,
            Path checkout,
            String artemis,
            String jars,
            Map<String, List<Measured>> results)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "client",
                "--warmup",
                Integer.toString(WARMUP_SECONDS),
                "--duration",
                Integer.toString(DURATION_SECONDS),
                "--max-pending",
                Integer.toString(row.maxPending)));
        if (row.rate > 0) {
            options.addAll(List.of("--rate", Integer.toString(row.rate)));
        }
        options.addAll(List.of("--url", url + ACKNOWLEDGED, "--consumer-url", url, "queue://BENCH"));
        String name;
        List<String> command = new ArrayList<>();
        switch (which) {
            case 0 -> {
                name = "dyno";
                command.add(checkout.resolve("dyno").toString());
                command.addAll(options);
            }
            case 1 -> {
                name = "artemis perf";
                command.addAll(List.of(artemis, "perf"));
                command.addAll(options);
            }
            default -> {
                name = which == 2 ? "bare, wake-ups" : "bare, batches";
                command.addAll(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC",
                        "-Xms512M",
                        "-Xmx1024M",
                        "-cp",
                        jars,
                        BareLoop.class.getName(),
                        url + ACKNOWLEDGED,
                        which == 2 ? "wake" : "batch",
                        Integer.toString(row.maxPending),
                        Integer.toString(row.rate),
                        Integer.toString(WARMUP_SECONDS),
                        Integer.toString(DURATION_SECONDS)));
            }
        }
        results.computeIfAbsent(name, n -> new ArrayList<>()).add(Measured.of(command));
    }

    private static void print(Row row, Map<String, List<Measured>> results) {
        System.out.printf("%n%s%n", row.title);
        System.out.printf(
                "| %-14s | %-26s | %-20s | %-26s | %-26s | %-26s | %-26s | %-26s | %-26s |%n",
                "",
                "messages/s",
                "client CPU us/message",
                "send p50 us",
                "send p99 us",
                "send p99.9 us",
                "transfer p50 us",
                "transfer p99 us",
                "transfer p99.9 us");
        List<ToDoubleFunction<Measured>> columns = List.of(
                Measured::perSecond,
                Measured::cpuMicros,
                Measured::send50,
                Measured::send99,
                Measured::send999,
                Measured::transfer50,
                Measured::transfer99,
                Measured::transfer999);
        for (String name : List.of("dyno", "artemis perf", "bare, wake-ups", "bare, batches")) {
            System.out.printf("| %-14s ", name);
            for (ToDoubleFunction<Measured> column : columns) {
                System.out.printf("| %-26s ", Spread.of(results.getOrDefault(name, List.of()), column));
            }
            System.out.println("|");
        }
        for (String other : List.of("artemis perf", "bare, wake-ups", "bare, batches")) {
            System.out.printf("| dyno / %-7s ", other.replace("artemis ", "").replace("bare, ", ""));
            for (ToDoubleFunction<Measured> column : columns) {
                double ratio = Spread.median(results.getOrDefault("dyno", List.of()), column)
                        / Spread.median(results.getOrDefault(other, List.of()), column);
                System.out.printf(Locale.ROOT, "| %-26.2f ", ratio);
            }
            System.out.println("|");
        }
        System.out.flush();
    }
}
