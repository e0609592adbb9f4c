package dev.dyno.report;

import dev.dyno.result.Counts;
import dev.dyno.result.Interval;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.Percentiles;
import dev.dyno.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One row per interval, as RFC 4180 has it, with a header. The columns are always the same ones in the same order; a field is
 * empty where nothing was measured.
 *
 * <p>Latencies are in ns, as the column names say; rows of phase WARMUP have those of warmup messages, all others those of
 * measured messages. What had not come to its end when the run stopped waiting is in the last row, by its lower bounds, and counted
 * in the columns {@code _unfinished}. Then a percentile is at least what its column says, and at most what the one with {@code _most}
 * says, which is empty if there is no upper end. Nothing in a row needs quotes.
 */
public final class CsvReporter implements Reporter {

    private static final List<String> STATISTICS =
            List.of("count", "mean_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "p9999_ns", "max_ns");

    private final ReportFile file;
    private final Path faults;
    private final Path backlog;
    private boolean headed;

    /**
     * @param faults gets a row per fault, if there are any
     * @param backlog gets a row for the backlog, if there was one
     */
    CsvReporter(ReportFile file, Path faults, Path backlog) {
        this.file = file;
        this.faults = faults;
        this.backlog = backlog;
    }

    /**
     * Writes the intervals to {@code NAME.csv}, and beside it the faults, if there are any, to {@code NAME-faults.csv} and
     * a backlog to {@code NAME-backlog.csv}.
     *
     * @throws IOException with a sentence, if the file cannot be created
     */
    public static CsvReporter create(Path file) throws IOException {
        return new CsvReporter(ReportFile.create(file), beside(file, "-faults"), beside(file, "-backlog"));
    }

    private static Path beside(Path file, String what) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return file.resolveSibling(dot > 0 ? name.substring(0, dot) + what + name.substring(dot) : name + what);
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        file.write((headed ? "" : header()) + row(interval));
        headed = true;
    }

    private static String header() {
        List<String> names = new ArrayList<>(List.of(
                "index",
                "phase",
                "start_time",
                "start_s",
                "length_s",
                "sent",
                "blocked",
                "acknowledged",
                "received",
                "failed",
                "skipped",
                "negative",
                "foreign_clock",
                "sent_per_s",
                "acknowledged_per_s",
                "received_per_s"));
        for (Latency latency : Latency.values()) {
            for (String statistic : STATISTICS) {
                names.add(latency.tag().replace('-', '_') + '_' + statistic);
            }
        }
        for (Latency latency : Latency.values()) {
            names.add(latency.tag().replace('-', '_') + "_unfinished");
        }
        for (Latency latency : Latency.values()) {
            for (String percentile : List.of("p50", "p90", "p99", "p999", "p9999", "max")) {
                names.add(latency.tag().replace('-', '_') + '_' + percentile + "_most_ns");
            }
        }
        return Csv.row(names);
    }

    private static String row(Interval interval) {
        Counts counts = interval.counts();
        List<String> fields = new ArrayList<>();
        fields.add(Integer.toString(interval.index()));
        fields.add(interval.phase().name());
        fields.add(Instant.ofEpochMilli(interval.startEpochMillis()).toString());
        fields.add(Decimals.seconds(interval.startNs()));
        fields.add(Decimals.seconds(interval.endNs() - interval.startNs()));
        for (long count : new long[] {
            counts.sent(),
            counts.blocked(),
            counts.acknowledged(),
            counts.received(),
            counts.failed(),
            counts.skipped(),
            counts.negative(),
            counts.foreignClock()
        }) {
            fields.add(Long.toString(count));
        }
        fields.add(rate(interval, counts.sent()));
        fields.add(rate(interval, counts.acknowledged()));
        fields.add(rate(interval, counts.received()));
        for (Latency latency : Latency.values()) {
            add(LiveView.latencies(interval).percentiles(latency), fields);
        }
        for (Latency latency : Latency.values()) {
            fields.add(LiveView.latencies(interval)
                    .percentiles(latency)
                    .map(values -> Long.toString(values.unfinishedCount()))
                    .orElse(""));
        }
        for (Latency latency : Latency.values()) {
            LiveView.latencies(interval)
                    .percentiles(latency)
                    .map(v -> List.of(v.p50(), v.p90(), v.p99(), v.p999(), v.p9999(), v.max()))
                    .orElseGet(() -> Collections.nCopies(6, LatencyRange.atLeast(0)))
                    .forEach(range -> fields.add(range.isOpen() ? "" : Long.toString(range.highNs())));
        }
        return Csv.row(fields);
    }

    private static void add(Optional<Percentiles> measured, List<String> fields) {
        if (measured.isEmpty()) {
            STATISTICS.forEach(statistic -> fields.add(""));
            return;
        }
        Percentiles values = measured.get();
        fields.add(Long.toString(values.count()));
        fields.add(Decimals.fixed(values.meanNs(), 3));
        for (long value : new long[] {
            values.p50Ns(), values.p90Ns(), values.p99Ns(), values.p999Ns(), values.p9999Ns(), values.maxNs()
        }) {
            fields.add(Long.toString(value));
        }
    }

    private static String rate(Interval interval, long events) {
        return interval.endNs() > interval.startNs() ? Decimals.fixed(interval.perSecond(events), 3) : "";
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        FaultsCsv.write(faults, result.faults());
        BacklogCsv.write(backlog, result.backlog());
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (!headed) {
                file.write(header());
            }
        }
    }
}
