package dev.dyno.bench;

import dev.dyno.broker.BrokerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** On RabbitMQ: Dyno, PerfTest and a bare loop, one producer with confirms and one consumer. */
public final class VsPerfTest {

    private static final int WARMUP_SECONDS = 10;
    private static final int SECONDS = 10;
    private static final String QUEUE = "BENCH";
    private static final Pattern PERF_TEST = Pattern.compile("id: .*received: ([0-9,]+) msg/s.*");

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
        SideBySide.head(rounds, SECONDS, WARMUP_SECONDS, "one classic queue, transient messages");
        SideBySide bench =
                new SideBySide(checkout, BrokerSpec.of("rabbitmq"), rounds, WARMUP_SECONDS, SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            bench.row(row.title, 3, broker -> programs(row, broker.url("rabbitmq"), checkout, args[1]));
        }
    }

    private static List<Program> programs(Row row, String url, Path checkout, String perfTest) {
        int seconds = WARMUP_SECONDS + SECONDS + 1;
        List<String> dyno = new ArrayList<>(List.of(checkout.resolve("dyno").toString()));
        dyno.addAll(SideBySide.words("client --driver rabbitmq --url " + url + " --max-pending " + row.window
                + " --message-size " + row.bytes + " --duration " + seconds + " --driver-property rabbitmq.prefetch="
                + row.prefetch + " --driver-property rabbitmq.multi-ack=" + row.multiAck
                // PerfTest does not ask for what no queue takes, either.
                + " --driver-property rabbitmq.mandatory=false queue://" + QUEUE));
        List<String> bare = SideBySide.words(url + " " + QUEUE + " " + row.bytes + " " + row.window + " " + row.prefetch
                + " " + row.multiAck + " " + seconds);
        String classPath = checkout.resolve("bench/target/classes") + ":"
                + checkout.resolve("target/dyno/drivers/rabbitmq/lib") + "/*";
        List<String> perf = SideBySide.words("--uri " + url + " --queue " + QUEUE + " --confirm " + row.window
                + " --qos " + row.prefetch + " --multi-ack-every " + row.multiAck + " --size " + row.bytes + " --time "
                + seconds);
        return List.of(
                Program.ofArtemisForm("dyno", dyno, Program.RECEIVED),
                Program.ofArtemisForm("bare", SideBySide.java(classPath, BareRabbit.class, bare), Program.RECEIVED),
                new Program(
                        "PerfTest", SideBySide.java(perfTest, "com.rabbitmq.perf.PerfTest", perf), PERF_TEST, true));
    }
}
