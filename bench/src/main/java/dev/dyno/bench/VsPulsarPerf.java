package dev.dyno.bench;

import dev.dyno.broker.BrokerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** On Pulsar: Dyno, {@code pulsar-perf produce} and a bare loop, producing. */
public final class VsPulsarPerf {

    /**
     * At tens of thousands of messages a second the client library is being compiled for half a minute; and at 30 s, when its
     * first keep-alive is due, the JVM throws away much of what it has compiled, and compiles it again.
     */
    private static final int WARMUP_SECONDS = 90;

    /** The tool prints each {@value #TOOL_PRINTS_SECONDS} s only. */
    private static final int SECONDS = 20;

    private static final int TOOL_PRINTS_SECONDS = 10;

    private static final String TOPIC = "BENCH";
    private static final Pattern PERF = Pattern.compile(".*Throughput produced: .* ---\\s+([0-9.,]+) msg/s ---.*");

    private record Row(String title, int bytes, int window) {}

    private static final List<Row> ROWS = List.of(
            new Row("produce, 100 B, 1000 in flight", 100, 1000), new Row("produce, 1 KiB, 100 in flight", 1024, 100));

    private VsPulsarPerf() {}

    /** @param args dyno's checkout, the home of a Pulsar distribution, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        SideBySide.head(rounds, SECONDS, WARMUP_SECONDS, "one topic without partitions");
        SideBySide bench =
                new SideBySide(checkout, BrokerSpec.of("pulsar"), rounds, WARMUP_SECONDS, SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            bench.row(row.title, 3, broker -> programs(row, broker.url("pulsar"), checkout, Path.of(args[1])));
        }
    }

    private static List<Program> programs(Row row, String url, Path checkout, Path pulsar) {
        String seconds = Integer.toString(TOOL_PRINTS_SECONDS + WARMUP_SECONDS + SECONDS + 5);
        String bytes = Integer.toString(row.bytes);
        String window = Integer.toString(row.window);
        List<String> dyno = List.of(
                checkout.resolve("dyno").toString(),
                "producer",
                "--url",
                url,
                "--max-pending",
                window,
                "--message-size",
                bytes,
                "--duration",
                seconds,
                // As that tool has it. With a limit the client library runs a timer, a thousand ticks a second.
                "--driver-property",
                "producer.sendTimeoutMs=0",
                "topic://" + TOPIC);
        String classPath = checkout.resolve("bench/target/classes") + ":"
                + checkout.resolve("target/dyno/drivers/pulsar/lib") + "/*";
        List<String> bare = List.of(url, TOPIC, bytes, window, "produce", seconds);
        List<String> perf = List.of(
                pulsar.resolve("bin/pulsar-perf").toString(),
                "produce",
                "--service-url",
                url,
                "--rate",
                "10000000",
                "--size",
                bytes,
                "--max-outstanding",
                window,
                "--test-duration",
                seconds,
                TOPIC);
        return List.of(
                Program.ofArtemisForm("dyno", dyno, Program.COMPLETED),
                Program.ofArtemisForm("bare", SideBySide.java(classPath, BarePulsar.class, bare), Program.COMPLETED),
                new Program("pulsar-perf", perf, PERF, true));
    }
}
