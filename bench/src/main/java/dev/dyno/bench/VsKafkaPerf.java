package dev.dyno.bench;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares Dyno, {@code kafka-producer-perf-test} and {@link BareKafka} on Kafka, producing {@link InTurns}, each to a topic of
 * its own; and Dyno and the bare loop producing and consuming, which {@code kafka-producer-perf-test} cannot. All use the client
 * library of Dyno's driver.
 *
 * <p>All programs send one body again and again: {@code kafka-producer-perf-test} by {@code --payload-file}, because to draw
 * random letters for each message costs it more than the send, and Dyno by {@code --payloads 1}. The bare loop runs once more
 * with a small send buffer, which stays in the processor's cache.
 */
public final class VsKafkaPerf {

    /** Warm-up in seconds. After ten, the JIT compiler of the broker's JVM still uses a fifth of a processor. */
    private static final int WARMUP_SECONDS = SideBySide.unlessTried(30, 15);

    private static final int SECONDS = SideBySide.unlessTried(10, 3);
    /** Size of the small send buffer: sixteen of the largest batches of a row. The library's default is 32 MiB. */
    private static final String SMALL_BUFFER = "buffer.memory=4194304";

    private static final long MANY_RECORDS = 10_000_000_000L;

    private static final String DYNO = "dyno";
    private static final String BARE = "bare";
    private static final String BARE_SMALL = "bare-small-buffer";
    private static final String PERF = "kafka-producer-perf-test";

    private record Row(String title, boolean both, int bytes, List<String> settings) {}

    private static final List<Row> ROWS = List.of(
            new Row("produce, 100 B, acks 1", false, 100, List.of("acks=1", "linger.ms=5", "batch.size=262144")),
            new Row("produce, 1 KiB, acks all", false, 1024, List.of("acks=all", "linger.ms=0", "batch.size=16384")),
            new Row("both, 100 B, acks 1", true, 100, List.of("acks=1", "linger.ms=5", "batch.size=262144")));

    private VsKafkaPerf() {}

    /** @param args Dyno's checkout, class path of Kafka's tools, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        SideBySide.head(
                rounds,
                InTurns.how(WARMUP_SECONDS) + "; producing and consuming: " + SECONDS
                        + " s after that, a fresh broker for each program; topics of one partition");
        SideBySide bench = new SideBySide(
                new BrokerLauncher(checkout.resolve("target/dyno")),
                BrokerSpec.of("kafka"),
                rounds,
                WARMUP_SECONDS,
                SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            if (row.both) {
                bench.row(row.title, 3, broker -> both(row, servers(broker), checkout));
            } else {
                bench.rowInTurns(
                        row.title,
                        broker -> producing(row, servers(broker), checkout, args[1]),
                        broker -> new EndOffsets(Admin.create(Map.of("bootstrap.servers", servers(broker)))));
            }
        }
    }

    private static String servers(ManagedBroker broker) throws BrokerException {
        return broker.url("kafka").replace("kafka://", "");
    }

    private static String topic(String program) {
        return "BENCH-" + program;
    }

    /** Counts messages by the end offset of each program's topic. */
    private record EndOffsets(Admin admin) implements InTurns.Progress {

        @Override
        public long messages(Program program) throws IOException, InterruptedException {
            TopicPartition partition = new TopicPartition(topic(program.name()), 0);
            try {
                return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .partitionResult(partition)
                        .get()
                        .offset();
            } catch (ExecutionException e) {
                throw new IOException("no end offset of " + partition, e);
            }
        }

        @Override
        public void close() {
            admin.close(Duration.ZERO);
        }
    }

    private static List<Program> both(Row row, String servers, Path checkout) {
        int seconds = WARMUP_SECONDS + SECONDS + 1;
        return List.of(
                new Program(DYNO, dyno(row, servers, checkout, seconds), Program.RECEIVED),
                new Program(BARE, bare(BARE, row, servers, checkout, seconds), Program.RECEIVED),
                new Program(BARE_SMALL, bare(BARE_SMALL, row, servers, checkout, seconds), Program.RECEIVED));
    }

    private static List<Program> producing(Row row, String servers, Path checkout, String tools) throws IOException {
        return List.of(
                Program.countedByTheBroker(DYNO, dyno(row, servers, checkout, InTurns.LONG_SECONDS)),
                Program.countedByTheBroker(BARE, bare(BARE, row, servers, checkout, InTurns.LONG_SECONDS)),
                Program.countedByTheBroker(BARE_SMALL, bare(BARE_SMALL, row, servers, checkout, InTurns.LONG_SECONDS)),
                Program.countedByTheBroker(PERF, perf(row, servers, checkout, tools)));
    }

    private static List<String> bare(String name, Row row, String servers, Path checkout, int seconds) {
        List<String> arguments = new ArrayList<>(SideBySide.words(
                servers + " " + topic(name) + " " + row.bytes + (row.both ? " both " : " produce ") + seconds));
        arguments.addAll(row.settings);
        if (name.equals(BARE_SMALL)) {
            arguments.add(SMALL_BUFFER);
        }
        String classPath = checkout.resolve("bench/target/classes") + ":"
                + checkout.resolve("target/dyno/drivers/kafka/lib") + "/*";
        return SideBySide.java(classPath, BareKafka.class, arguments);
    }

    private static List<String> dyno(Row row, String servers, Path checkout, int seconds) {
        List<String> command = new ArrayList<>(List.of(checkout.resolve("dyno").toString()));
        command.addAll(SideBySide.words("perf " + (row.both ? "client" : "producer") + " --url kafka://" + servers
                + " --max-pending 0 --payloads 1 --message-size " + row.bytes + " --duration " + seconds));
        for (String setting : row.settings) {
            command.addAll(List.of("--driver-property", "producer." + setting));
        }
        command.add("queue://" + topic(DYNO));
        return command;
    }

    private static List<String> perf(Row row, String servers, Path checkout, String tools) throws IOException {
        String library = SideBySide.library(checkout.resolve("target/dyno"), "kafka", "kafka-clients");
        Path body = checkout.resolve("bench/target/body-" + row.bytes + ".txt");
        Files.writeString(body, "x".repeat(row.bytes));
        // Only a number of messages ends this tool, so it gets one that is never reached.
        List<String> arguments =
                new ArrayList<>(SideBySide.words("--bootstrap-server " + servers + " --topic " + topic(PERF)
                        + " --throughput -1 --payload-file " + body + " --reporting-interval 1000 --num-records "
                        + MANY_RECORDS
                        + " --command-property"));
        arguments.addAll(row.settings);
        return SideBySide.java(library + ":" + tools, "org.apache.kafka.tools.ProducerPerformance", arguments);
    }
}
