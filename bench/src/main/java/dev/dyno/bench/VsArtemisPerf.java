package dev.dyno.bench;

import dev.dyno.bench.SideBySide.Column;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares Dyno, {@code artemis perf} and {@link BareLoop} on Artemis, all with the client library of {@code artemis perf}. The
 * bare loop also runs with the library that Dyno ships and, at a given rate, as {@code punctual}: it then keeps the times of its
 * schedule as Dyno does.
 */
public final class VsArtemisPerf {

    private static final int WARMUP_SECONDS = SideBySide.unlessTried(30, 2);
    private static final int DURATION_SECONDS = WARMUP_SECONDS + SideBySide.unlessTried(10, 3);
    /** URL parameter that makes the broker acknowledge each send. */
    private static final String ACKNOWLEDGED = "?confirmationWindowSize=20000";

    static final int BYTES = 1024;

    /**
     * Bytes of the property in which {@code artemis perf} keeps its time, beside the body; the others keep theirs in the body.
     */
    private static final int PROPERTY_BYTES = 21;

    private static final List<Column> COLUMNS = List.of(
            new Column("messages/s", Measured::perSecond),
            new Column("client CPU us/message", Measured::cpuMicros),
            new Column("send p50 us", m -> m.percentiles()[0]),
            new Column("send p99 us", m -> m.percentiles()[1]),
            new Column("send p99.9 us", m -> m.percentiles()[2]),
            new Column("transfer p50 us", m -> m.percentiles()[3]),
            new Column("transfer p99 us", m -> m.percentiles()[4]),
            new Column("transfer p99.9 us", m -> m.percentiles()[5]));

    private record Row(String title, int maxPending, int rate) {
        int programs() {
            return rate > 0 ? 6 : 5;
        }
    }

    /** Class paths of the bare loop: with the client library of {@code artemis perf}, and with that of Dyno. */
    private record Jars(String perf, String dyno) {}

    private static final List<Row> ROWS = List.of(
            new Row("--max-pending 1", 1, 0),
            new Row("--max-pending 100", 100, 0),
            new Row("--rate 10000 --max-pending 100", 100, 10_000));

    private VsArtemisPerf() {}

    /** @param args Dyno's home, home of an Artemis distribution, the two class paths of {@link Jars}, rounds */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        String artemis = Path.of(args[1], "bin", "artemis").toString();
        Jars jars = new Jars(args[2], args[3]);
        int rounds = Integer.parseInt(args[4]);
        SideBySide.head(
                rounds,
                (DURATION_SECONDS - WARMUP_SECONDS) + " s after " + WARMUP_SECONDS + " s of warm-up each, " + BYTES
                        + " bytes, non-persistent");
        SideBySide bench =
                new SideBySide(new BrokerLauncher(home), BrokerSpec.of("artemis"), rounds, WARMUP_SECONDS, COLUMNS);
        for (Row row : ROWS) {
            bench.row(
                    row.title,
                    row.programs(),
                    broker -> programs(
                            row, broker.url("artemis"), home.resolve("dyno").toString(), artemis, jars));
        }
    }

    private static List<Program> programs(Row row, String url, String dyno, String artemis, Jars jars) {
        List<String> options = SideBySide.words("--warmup " + WARMUP_SECONDS + " --duration " + DURATION_SECONDS
                + " --max-pending " + row.maxPending + (row.rate > 0 ? " --rate " + row.rate : "") + " --url " + url
                + ACKNOWLEDGED + " --consumer-url " + url + " queue://BENCH");
        List<Program> programs = new ArrayList<>(List.of(
                of("dyno", sized(List.of(dyno, "perf", "client", "--payloads", "1"), BYTES, options)),
                of("artemis perf", sized(List.of(artemis, "perf", "client"), BYTES - PROPERTY_BYTES, options)),
                of("bare, wake-ups", bare(row, url, jars.perf, "wake")),
                of("bare, batches", bare(row, url, jars.perf, "batch")),
                of("bare, wake-ups, library of dyno", bare(row, url, jars.dyno, "wake"))));
        if (row.rate > 0) {
            programs.add(of("bare, punctual", bare(row, url, jars.perf, "punctual")));
        }
        return programs;
    }

    private static Program of(String name, List<String> command) {
        return new Program(name, command, Program.COMPLETED);
    }

    private static List<String> bare(Row row, String url, String jars, String kind) {
        return SideBySide.java(
                jars,
                BareLoop.class,
                SideBySide.words(url + ACKNOWLEDGED + " " + kind + " " + row.maxPending + " " + row.rate + " "
                        + WARMUP_SECONDS + " " + DURATION_SECONDS));
    }

    private static List<String> sized(List<String> program, int bytes, List<String> options) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("--message-size", Integer.toString(bytes)));
        command.addAll(options);
        return command;
    }
}
