package dev.dyno.report.store;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * An HdrHistogram log that HdrHistogram's own tools read: one line per interval and measured latency, absolute epoch timestamps,
 * values in ns. The library writes the head of the log and encodes the histograms. The library's method that writes a line is not
 * used, because it copies each histogram for its tag, encodes a histogram shared by two latencies twice, and formats numbers by a
 * pattern.
 *
 * <p>The tag is {@link dev.dyno.model.result.Latency#tag()}, with {@value #WARMUP_PREFIX} before it for messages intended during
 * warm-up, and {@value #UNFINISHED_PREFIX} for lower bounds of messages that were unsent, unacknowledged or undelivered when the
 * run stopped waiting: their latency is at least the recorded value. The part of a group has the same tags with the group's name and
 * {@value Figure#GROUP_ENDS} before them. Tags have no spaces, at which the log reader would stop.
 * Each interval is in the file when {@code onInterval} returns, the last one included.
 */
public final class HdrLogReporter implements Reporter {

    /** Prefix of the tags of warm-up messages. */
    public static final String WARMUP_PREFIX = "warmup-";

    /** Prefix of the tags of unfinished messages, whose values are lower bounds. */
    public static final String UNFINISHED_PREFIX = "unfinished-";

    /** Nanoseconds in the unit of Interval_Max, ms; only people read that column, tools take the maximum from the histogram. */
    private static final double MAX_VALUE_UNIT_RATIO = 1_000_000;

    /** First word of a compressed histogram, version 2 of the library's format. */
    private static final int COMPRESSED = 0x1c849314;

    private final ReportFile file;
    /** Memory for the library's writer, which ignores I/O errors; {@link #flush} writes it to the file. */
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    private final HistogramLogWriter writer = new HistogramLogWriter(lines);
    private final Deflater compressor = new Deflater(Deflater.BEST_COMPRESSION);
    private ByteBuffer encoded = ByteBuffer.allocate(0);
    private ByteBuffer compressed = ByteBuffer.allocate(0);
    private boolean headed;

    public HdrLogReporter(ReportFile file) {
        this.file = file;
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        if (!headed) {
            head();
            // Timestamps are absolute, so the base time stays 0; tools count ranges from the start time.
            writer.outputStartTime(interval.startEpochMillis());
            writer.outputLegend();
        }
        histograms(interval, "");
        interval.groups().forEach((name, part) -> histograms(part, name + Figure.GROUP_ENDS));
        flush();
    }

    private void head() {
        writer.outputComment("[Dyno latencies. Tag: the latency, '" + WARMUP_PREFIX
                + "' before it for messages intended during the warm-up]");
        writer.outputComment("['" + UNFINISHED_PREFIX
                + "' before a latency: lower bounds of messages unsent, unacknowledged or undelivered at the end]");
        writer.outputComment(
                "[Values: ns. Timestamps: s since the epoch. Interval_Max: ms (maxValueUnitRatio 1000000)]");
        writer.outputLogFormatVersion();
        headed = true;
    }

    /**
     * Histograms of the warm-up or of the measured phase, of observed values or of lower bounds.
     *
     * @param prefix before the tag of each latency
     * @param percentiles computes the percentiles that are stored beside a histogram
     */
    record Tagged(
            String prefix,
            Map<Latency, Histogram> histograms,
            BiFunction<Latency, Histogram, Percentiles> percentiles) {

        /** Kinds of histograms of an interval, or of a part of it, in the order of the log. */
        static List<Tagged> of(String prefix, Interval interval) {
            Latencies warmup = interval.warmupLatencies();
            Latencies measured = interval.latencies();
            return List.of(
                    observed(prefix + WARMUP_PREFIX, warmup),
                    unfinished(prefix + WARMUP_PREFIX + UNFINISHED_PREFIX, warmup),
                    observed(prefix, measured),
                    unfinished(prefix + UNFINISHED_PREFIX, measured));
        }

        private static Tagged observed(String prefix, Latencies latencies) {
            return new Tagged(
                    prefix, latencies.asMap(), (latency, histogram) -> latencies.observedPercentiles(latency));
        }

        private static Tagged unfinished(String prefix, Latencies latencies) {
            return new Tagged(prefix, latencies.unfinishedAsMap(), (latency, histogram) -> Percentiles.of(histogram));
        }

        static void add(String tag, Histogram values, Latencies measured, Latencies warmup) {
            boolean isWarmup = tag.startsWith(WARMUP_PREFIX);
            String ofPhase = isWarmup ? tag.substring(WARMUP_PREFIX.length()) : tag;
            Latencies phase = isWarmup ? warmup : measured;
            if (ofPhase.startsWith(UNFINISHED_PREFIX)) {
                phase.addUnfinished(RunJson.latencyOf(ofPhase.substring(UNFINISHED_PREFIX.length())), values);
            } else {
                phase.add(RunJson.latencyOf(ofPhase), values);
            }
        }
    }

    private void histograms(Interval interval, String prefix) {
        Tagged.of(prefix, interval).forEach(some -> histograms(interval, some.prefix(), some.histograms()));
    }

    private void histograms(Interval interval, String prefix, Map<Latency, Histogram> histograms) {
        String time = Decimals.fixed(interval.startEpochMillis() / 1000.0, 3)
                + ','
                + Decimals.fixed(interval.seconds(), 3)
                + ',';
        IdentityHashMap<Histogram, String> known = new IdentityHashMap<>();
        histograms.forEach((latency, values) -> {
            String max = Decimals.fixed(values.getMaxValue() / MAX_VALUE_UNIT_RATIO, 3);
            String line = "Tag=" + prefix + latency.tag() + ',' + time + max + ','
                    + known.computeIfAbsent(values, this::encode) + '\n';
            lines.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
        });
    }

    /** The library's compressed form of a histogram, in reused memory: the library's method allocates a megabyte each time. */
    private String encode(Histogram values) {
        if (encoded.capacity() < values.getNeededByteBufferCapacity()) {
            encoded = ByteBuffer.allocate(values.getNeededByteBufferCapacity());
            compressed = ByteBuffer.allocate(encoded.capacity() + encoded.capacity() / 8);
        }
        encoded.clear();
        values.encodeIntoByteBuffer(encoded);
        compressor.reset();
        compressor.setInput(encoded.flip());
        compressor.finish();
        compressed.clear().position(2 * Integer.BYTES);
        compressor.deflate(compressed);
        compressed.putInt(0, COMPRESSED).putInt(Integer.BYTES, compressed.position() - 2 * Integer.BYTES);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(compressed.array(), compressed.position()));
    }

    private void flush() throws IOException {
        byte[] written = lines.toByteArray();
        lines.reset();
        file.write(written);
    }

    @Override
    public void close() throws IOException {
        compressor.end();
        try (file) {
            if (!headed) {
                head();
                writer.outputLegend();
                flush();
            }
        }
    }
}
