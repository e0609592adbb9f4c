package dev.dyno.bench;

import dev.dyno.broker.BrokerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * On Kafka: Dyno, {@code kafka-producer-perf-test} and a bare loop, producing; and Dyno and the bare loop producing and
 * consuming, which that tool cannot do.
 */
public final class VsKafkaPerf {

    /** Ten seconds after its start the compiler of a broker still takes a fifth of a processor. */
    private static final int WARMUP_SECONDS = 20;

    private static final int SECONDS = 10;
    private static final String TOPIC = "BENCH";
    private static final Pattern PERF = Pattern.compile("(\\d+) records sent, .*max latency\\.?");

    private record Row(String title, boolean both, int bytes, List<String> settings) {}

    private static final List<Row> ROWS = List.of(
            new Row("produce, 100 B, acks 1", false, 100, List.of("acks=1", "linger.ms=5", "batch.size=262144")),
            new Row("produce, 1 KiB, acks all", false, 1024, List.of("acks=all", "linger.ms=0", "batch.size=16384")),
            new Row("both, 100 B, acks 1", true, 100, List.of("acks=1", "linger.ms=5", "batch.size=262144")));

    private VsKafkaPerf() {}

    /** @param args dyno's checkout, the class path of Kafka's tools, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        SideBySide.head(rounds, SECONDS, WARMUP_SECONDS, "one topic of one partition");
        SideBySide bench =
                new SideBySide(checkout, BrokerSpec.of("kafka"), rounds, WARMUP_SECONDS, SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            bench.row(row.title, row.both ? 2 : 3, broker -> programs(row, broker.url("kafka"), checkout, args[1]));
        }
    }

    private static List<Program> programs(Row row, String url, Path checkout, String tools) {
        String servers = url.replace("kafka://", "");
        Pattern line = row.both ? Program.RECEIVED : Program.COMPLETED;
        List<Program> programs = new ArrayList<>();
        programs.add(Program.ofArtemisForm("dyno", dyno(row, "kafka://" + servers, checkout), line));
        List<String> bare = new ArrayList<>(List.of(
                servers,
                TOPIC,
                Integer.toString(row.bytes),
                row.both ? "both" : "produce",
                Integer.toString(WARMUP_SECONDS + SECONDS + 1)));
        bare.addAll(row.settings);
        String classPath = checkout.resolve("bench/target/classes") + ":"
                + checkout.resolve("target/dyno/drivers/kafka/lib") + "/*";
        programs.add(Program.ofArtemisForm("bare", SideBySide.java(classPath, BareKafka.class, bare), line));
        if (!row.both) {
            programs.add(new Program("kafka-producer-perf-test", perf(row, servers, tools), PERF, false));
        }
        return programs;
    }

    private static List<String> dyno(Row row, String url, Path checkout) {
        List<String> command = new ArrayList<>(List.of(
                checkout.resolve("dyno").toString(),
                row.both ? "client" : "producer",
                "--url",
                url,
                "--max-pending",
                "0",
                "--message-size",
                Integer.toString(row.bytes),
                "--duration",
                Integer.toString(WARMUP_SECONDS + SECONDS + 1)));
        for (String setting : row.settings) {
            command.addAll(List.of("--driver-property", "producer." + setting));
        }
        command.add("queue://" + TOPIC);
        return command;
    }

    private static List<String> perf(Row row, String servers, String tools) {
        // It ends by a count only: what it sends in about as long.
        int records = row.bytes < 1000 ? 45_000_000 : 4_600_000;
        List<String> arguments = new ArrayList<>(SideBySide.words("--bootstrap-server " + servers + " --topic " + TOPIC
                + " --throughput -1 --record-size " + row.bytes + " --reporting-interval 1000 --num-records " + records
                + " --command-property"));
        arguments.addAll(row.settings);
        return SideBySide.java(tools, "org.apache.kafka.tools.ProducerPerformance", arguments);
    }
}
