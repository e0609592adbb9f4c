package dev.dyno.bench;

import dev.dyno.bench.SideBySide.Column;
import dev.dyno.broker.BrokerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * On Artemis: Dyno, {@code artemis perf}, and the bare loop: twice on Dyno's client library, once on that of {@code artemis perf},
 * and, where a rate is kept, once more by a sender that keeps its times as Dyno does.
 */
public final class VsArtemisPerf {

    private static final int WARMUP_SECONDS = 10;
    private static final int DURATION_SECONDS = 20;
    /** What the broker and the clients have in common: each send is answered by the broker. */
    private static final String ACKNOWLEDGED = "?confirmationWindowSize=20000";

    private static final List<Column> COLUMNS = List.of(
            new Column("messages/s", Measured::perSecond),
            new Column("client CPU us/message", Measured::cpuMicros),
            new Column("send p50 us", Measured::send50),
            new Column("send p99 us", Measured::send99),
            new Column("send p99.9 us", Measured::send999),
            new Column("transfer p50 us", Measured::transfer50),
            new Column("transfer p99 us", Measured::transfer99),
            new Column("transfer p99.9 us", Measured::transfer999));

    private record Row(String title, int maxPending, int rate) {
        int programs() {
            return rate > 0 ? 6 : 5;
        }
    }

    /** Class paths of the bare loop. */
    private record Jars(String own, String older) {}

    private static final List<Row> ROWS = List.of(
            new Row("--max-pending 1", 1, 0),
            new Row("--max-pending 100", 100, 0),
            new Row("--rate 10000 --max-pending 100", 100, 10_000));

    private VsArtemisPerf() {}

    /** @param args dyno's checkout, the home of an Artemis distribution, the bench's jars, the same with the client library of that distribution, rounds */
    public static void main(String[] args) throws Exception {
        Path checkout = Path.of(args[0]);
        String artemis = Path.of(args[1], "bin", "artemis").toString();
        Jars jars = new Jars(args[2], args[3]);
        int rounds = Integer.parseInt(args[4]);
        SideBySide.head(
                rounds,
                (DURATION_SECONDS - WARMUP_SECONDS) + " s after " + WARMUP_SECONDS
                        + " s of warmup each, 1024 bytes, non-persistent");
        SideBySide bench = new SideBySide(checkout, BrokerSpec.of("artemis"), rounds, WARMUP_SECONDS, COLUMNS);
        for (Row row : ROWS) {
            bench.row(
                    row.title,
                    row.programs(),
                    broker -> programs(
                            row, broker.url("artemis"), checkout.resolve("dyno").toString(), artemis, jars));
        }
    }

    private static List<Program> programs(Row row, String url, String dyno, String artemis, Jars jars) {
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
        List<Program> programs = new ArrayList<>(List.of(
                of("dyno", joined(List.of(dyno), options)),
                of("artemis perf", joined(List.of(artemis, "perf"), options)),
                of("bare, wake-ups", bare(row, url, jars.own, "wake")),
                of("bare, batches", bare(row, url, jars.own, "batch")),
                of("bare, wake-ups, its library", bare(row, url, jars.older, "wake"))));
        if (row.rate > 0) {
            programs.add(of("bare, punctual", bare(row, url, jars.own, "punctual")));
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
                List.of(
                        url + ACKNOWLEDGED,
                        kind,
                        Integer.toString(row.maxPending),
                        Integer.toString(row.rate),
                        Integer.toString(WARMUP_SECONDS),
                        Integer.toString(DURATION_SECONDS)));
    }

    private static List<String> joined(List<String> program, List<String> options) {
        List<String> command = new ArrayList<>(program);
        command.addAll(options);
        return command;
    }
}
