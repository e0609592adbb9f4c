package dev.dyno.bench;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * On RabbitMQ: Dyno, PerfTest and a bare loop, one producer with confirms and one consumer, {@link InTurns}, each with a queue
 * of its own. Queues are alike: not durable, not deleted with their consumer, reached by the default exchange. All have the client
 * library of Dyno's driver.
 */
public final class VsPerfTest {

    private static final int WARMUP_SECONDS = SideBySide.unlessTried(30, 15);
    /** In the broker's statistics for Prometheus, a line for each protocol and type of queue. */
    private static final String DELIVERED = "rabbitmq_global_messages_delivered_total{";

    private record Row(String title, int bytes, int window, int prefetch, int multiAck) {}

    private static final List<Row> ROWS = List.of(
            new Row("confirms, 1 in flight", 1024, 1, 500, 1),
            new Row("confirms, 100 in flight", 1024, 100, 500, 1),
            new Row("confirms, 1000, multi-ack 50", 100, 1000, 500, 50));

    private VsPerfTest() {}

    /** @param args dyno's checkout, the class path of PerfTest, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        SideBySide.head(rounds, InTurns.how(WARMUP_SECONDS) + ", classic queues, transient messages");
        SideBySide bench = new SideBySide(
                checkout.resolve("target/dyno"),
                BrokerSpec.of("rabbitmq").withKnob("prometheus", "true"),
                rounds,
                WARMUP_SECONDS,
                SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            bench.rowInTurns(
                    row.title, broker -> programs(row, broker.url("rabbitmq"), checkout, args[1]), VsPerfTest::counts);
        }
    }

    private static InTurns.Progress counts(ManagedBroker broker) {
        URI statistics = URI.create(broker.pages().get("statistics"));
        return program -> messages(statistics);
    }

    /**
     * Number of messages that the broker has delivered to all programs; in a turn, after its first moment, to one of them only.
     */
    private static long messages(URI statistics) throws IOException, InterruptedException {
        String answer = SideBySide.get(statistics);
        List<String> delivered =
                answer.lines().filter(line -> line.startsWith(DELIVERED)).toList();
        if (delivered.isEmpty()) {
            throw new IOException("no line " + DELIVERED + " at " + statistics + ":\n" + answer);
        }
        return delivered.stream()
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static List<Program> programs(Row row, String url, Path checkout, String perfTest) throws IOException {
        List<String> dyno = new ArrayList<>(List.of(checkout.resolve("dyno").toString()));
        dyno.addAll(SideBySide.words("perf client --driver rabbitmq --url " + url + " --max-pending " + row.window
                + " --payloads 1 --message-size " + row.bytes + " --duration " + InTurns.LONG_SECONDS
                + " --driver-property rabbitmq.prefetch="
                + row.prefetch + " --driver-property rabbitmq.multi-ack=" + row.multiAck
                // PerfTest does not ask for what no queue takes, either.
                + " --driver-property rabbitmq.mandatory=false"
                // A queue of PerfTest is durable with persistent messages only.
                + " --driver-property rabbitmq.queue.durable=false queue://BENCH-dyno"));
        List<String> bare = SideBySide.words(url + " BENCH-bare " + row.bytes + " " + row.window + " " + row.prefetch
                + " " + row.multiAck + " " + InTurns.LONG_SECONDS);
        String library = SideBySide.library(checkout.resolve("target/dyno"), "rabbitmq", "amqp-client");
        String classPath = SideBySide.bare(checkout, checkout.resolve("target/dyno"), "rabbitmq");
        // Predeclared: that the default exchange is not declared. The empty word is its name.
        List<String> perf =
                SideBySide.words("--predeclared --exchange  --routing-key BENCH-PerfTest --auto-delete false --uri "
                        + url + " --queue BENCH-PerfTest --confirm " + row.window
                        + " --qos " + row.prefetch + " --multi-ack-every " + row.multiAck + " --size " + row.bytes
                        + " --time "
                        + InTurns.LONG_SECONDS);
        return List.of(
                Program.countedByTheBroker("dyno", dyno),
                Program.countedByTheBroker("bare", SideBySide.java(classPath, BareRabbit.class, bare)),
                Program.countedByTheBroker(
                        "PerfTest", SideBySide.java(library + ":" + perfTest, "com.rabbitmq.perf.PerfTest", perf)));
    }
}
