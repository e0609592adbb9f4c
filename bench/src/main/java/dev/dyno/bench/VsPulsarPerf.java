package dev.dyno.bench;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.report.store.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * On Pulsar: Dyno, {@code pulsar-perf produce} and a bare loop, producing, {@link InTurns}, each to a topic of its own. Dyno and the
 * bare loop have the version of the client library that {@code pulsar-perf} has.
 */
public final class VsPulsarPerf {

    /**
     * At tens of thousands of messages a second the client library is being compiled for half a minute; and at 30 s, when its
     * first keep-alive is due, the JVM throws away much of what it has compiled, and compiles it again. What is done some times a
     * second is compiled in the second minute.
     */
    private static final int WARMUP_SECONDS = SideBySide.unlessTried(120, 15);

    private static final Pattern WEB = Pattern.compile("\\?pulsar\\.web-url=(.*)");

    private record Row(String title, int bytes, int window) {}

    private static final List<Row> ROWS = List.of(
            new Row("produce, 100 B, 1000 in flight", 100, 1000), new Row("produce, 1 KiB, 100 in flight", 1024, 100));

    private static final String DYNO = "dyno";
    private static final String BARE = "bare";
    private static final String PERF = "pulsar-perf";

    private VsPulsarPerf() {}

    /** @param args dyno's checkout, the home of a Pulsar distribution, rounds, a Dyno with the client library of that distribution */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        int rounds = Integer.parseInt(args[2]);
        SideBySide.head(rounds, InTurns.how(WARMUP_SECONDS) + ", topics without partitions");
        SideBySide bench = new SideBySide(
                checkout.resolve("target/dyno"),
                BrokerSpec.of("pulsar"),
                rounds,
                WARMUP_SECONDS,
                SideBySide.RATE_AND_CPU);
        for (Row row : ROWS) {
            bench.rowInTurns(
                    row.title,
                    broker -> programs(row, broker.url("pulsar"), checkout, Path.of(args[1]), Path.of(args[3])),
                    VsPulsarPerf::counts);
        }
    }

    /** Count of messages by the broker's statistics. */
    private static InTurns.Progress counts(ManagedBroker broker) throws IOException {
        Matcher web = WEB.matcher(broker.urls().get("pulsar"));
        if (!web.find()) {
            throw new IOException("no address of statistics in " + broker.urls());
        }
        String topics = web.group(1) + "/admin/v2/persistent/public/default/";
        return program -> messages(URI.create(topics + topic(program.name()) + "/stats"));
    }

    private static long messages(URI statistics) throws IOException, InterruptedException {
        String answer = SideBySide.get(statistics);
        return StrictJson.MAPPER.readTree(answer).path("msgInCounter").asLong();
    }

    private static String topic(String program) {
        return "BENCH-" + program;
    }

    private static List<Program> programs(Row row, String url, Path checkout, Path pulsar, Path home) {
        List<String> dyno = new ArrayList<>(List.of(home.resolve("dyno").toString()));
        // No limit of time for a send, as that tool has it: with one the client library runs a timer, a thousand ticks
        // a second.
        dyno.addAll(SideBySide.words(
                "producer --url " + url + " --max-pending " + row.window + " --payloads 1 --message-size "
                        + row.bytes + " --duration " + InTurns.LONG_SECONDS
                        + " --driver-property producer.sendTimeoutMs=0 topic://" + topic(DYNO)));
        String classPath = SideBySide.bare(checkout, home, "pulsar");
        List<String> bare = SideBySide.words(
                url + " " + topic(BARE) + " " + row.bytes + " " + row.window + " " + InTurns.LONG_SECONDS);
        // Without --test-duration: with it, that tool reads the clock once more for each message.
        List<String> perf =
                new ArrayList<>(List.of(pulsar.resolve("bin/pulsar-perf").toString()));
        perf.addAll(SideBySide.words("produce --service-url " + url + " --rate 10000000 --size " + row.bytes
                + " --max-outstanding " + row.window + " " + topic(PERF)));
        return List.of(
                Program.countedByTheBroker(DYNO, dyno),
                Program.countedByTheBroker(BARE, SideBySide.java(classPath, BarePulsar.class, bare)),
                Program.countedByTheBroker(PERF, perf));
    }
}
