package dev.dyno.report.export;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.StrictJson;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * Result file of the OpenMessaging Benchmark, for scripts that read it, with exactly its fields and units.
 *
 * <p>An entry of its arrays stands for ten seconds of the measured phase, as the tool's charts assume; the last may be shorter.
 * Percentiles are those of all messages of the ten seconds, from their histograms. Publish latency is {@link Latency#SEND_ACK}
 * and end-to-end latency is {@link Latency#TRANSFER}: in that tool, too, both count from the actual send, and lateness before
 * the send is only in the publish delay, {@link Latency#SEND_DELAY}. Files of both tools can therefore be drawn into one chart.
 * Like in that tool, a message counts as published when it is acknowledged.
 *
 * <p>Values that were not measured are not written, because a latency of zero would be that of a perfect broker: a latency
 * without a value in the run has no fields, and a run without a measured period has no file. If messages waited in a period
 * without a value, its value is the time since the last one, the least that they had waited. If none waited it is {@code null},
 * with which the chart script of that tool fails. Unfinished messages are in the figures of the whole run by their lower bounds.
 */
public final class OmbJsonReporter implements Reporter {

    private static final long PERIOD_NS = 10_000_000_000L;

    /** Tolerance in ns: intervals begin and end on the second, except the last. */
    private static final long TOLERANCE_NS = 1_000_000;

    private static final int TICKS_PER_HALF_DISTANCE = 100;

    private static final Map<String, Double> PERCENTILES = percentiles();

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (String name : List.of("50", "75", "95", "99", "99.9", "99.99", "99.999")) {
            percentiles.put(name.replace(".", "") + "pct", Double.valueOf(name));
        }
        percentiles.put("Max", 100.0);
        return percentiles;
    }

    /** Latencies of that tool, each with its name, the latency here that corresponds to it, and ns per unit. */
    private enum Field {
        PUBLISH("publishLatency", Latency.SEND_ACK, 1e6),
        PUBLISH_DELAY("publishDelayLatency", Latency.SEND_DELAY, 1e3),
        END_TO_END("endToEndLatency", Latency.TRANSFER, 1e6);

        private final String name;
        private final Latency latency;
        private final double nsPerUnit;

        Field(String name, Latency latency, double nsPerUnit) {
            this.name = name;
            this.latency = latency;
            this.nsPerUnit = nsPerUnit;
        }

        String ofAll(String figure) {
            return "aggregated" + Character.toUpperCase(name.charAt(0)) + name.substring(1) + figure;
        }

        /** Value in that tool's unit: delays are whole microseconds there, others have a fraction. */
        Number value(long ns) {
            double value = (double) ns / nsPerUnit;
            if (this == PUBLISH_DELAY) {
                return Math.round(value);
            }
            return value;
        }

        /** Figures of all values, unfinished ones by their lower bounds; empty if there are no values. */
        Map<String, Number> figures(Latencies latencies) {
            return latencies
                    .lowerEnds(latency)
                    .map(values -> figures(values.getMean(), values::getValueAtPercentile))
                    .orElse(Map.of());
        }

        private Map<String, Number> figures(double meanNs, ToLongFunction<Double> percentile) {
            Map<String, Number> figures = new LinkedHashMap<>();
            figures.put("Avg", meanNs / nsPerUnit);
            PERCENTILES.forEach((name, percent) -> figures.put(name, value(percentile.applyAsLong(percent))));
            return figures;
        }

        /** Figures of messages that all waited for the given time. */
        Map<String, Number> waited(long ns) {
            return figures((double) ns, percent -> ns);
        }

        /** Values by percentile. */
        Map<Double, Number> quantiles(Latencies latencies) {
            Map<Double, Number> quantiles = new LinkedHashMap<>();
            latencies.lowerEnds(latency).ifPresent(values -> {
                for (HistogramIterationValue step : values.percentiles(TICKS_PER_HALF_DISTANCE)) {
                    quantiles.put(step.getPercentile(), value(step.getValueIteratedTo()));
                }
            });
            return quantiles;
        }
    }

    /** A period of up to ten seconds. */
    private static final class Period {
        private final long startNs;
        private long endNs;
        private Counts counts = Counts.ZERO;

        /** Counts of the whole run at the end of the period. */
        private Counts soFar = Counts.ZERO;

        private final Map<Field, PeriodLatency> latencies = new EnumMap<>(Field.class);

        Period(long startNs) {
            this.startNs = startNs;
        }
    }

    private final ReportFile out;
    private final List<Period> periods = new ArrayList<>();
    private Period current = new Period(0);
    private Latencies ofCurrent = new Latencies();
    private Counts soFar = Counts.ZERO;
    private boolean written;

    /** End of the last interval with a value, by latency; at first, the start of the measured phase. */
    private final Map<Field, Long> valuedNs = new EnumMap<>(Field.class);

    /**
     * Figures of a latency in a period.
     *
     * @param figures empty without a value
     * @param longestNs longest value, or time since the last value before the end of the period
     */
    private record PeriodLatency(Map<String, Number> figures, long longestNs) {}

    public OmbJsonReporter(ReportFile out) {
        this.out = out;
    }

    @Override
    public void onInterval(Interval interval) {
        soFar = soFar.plus(interval.counts());
        if (interval.phase() != Interval.Phase.MEASURE) {
            return;
        }
        if (current.endNs == 0) {
            current = new Period(interval.startNs());
        }
        current.endNs = interval.endNs();
        for (Field field : Field.values()) {
            valuedNs.putIfAbsent(field, interval.startNs());
            if (interval.latencies().lowerEnds(field.latency).isPresent()) {
                valuedNs.put(field, interval.endNs());
            }
        }
        current.counts = current.counts.plus(interval.counts());
        ofCurrent.add(interval.latencies());
        current.soFar = soFar;
        if (current.endNs - current.startNs >= PERIOD_NS - TOLERANCE_NS) {
            endPeriod();
        }
    }

    private void endPeriod() {
        if (current.endNs > current.startNs) {
            for (Field field : Field.values()) {
                long longestNs = ofCurrent
                        .lowerEnds(field.latency)
                        .map(Histogram::getMaxValue)
                        .orElse(current.endNs - valuedNs.getOrDefault(field, current.startNs));
                current.latencies.put(field, new PeriodLatency(field.figures(ofCurrent), longestNs));
            }
            periods.add(current);
        }
        current = new Period(0);
        ofCurrent = new Latencies();
    }

    private List<Double> perSecond(ToLongFunction<Counts> events) {
        return periods.stream()
                .map(period -> events.applyAsLong(period.counts) / ((period.endNs - period.startNs) / 1e9))
                .toList();
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        endPeriod();
        if (periods.isEmpty()) {
            return;
        }
        Map<String, Object> json = OmbShape.of(result);
        json.put("publishRate", perSecond(Counts::acknowledged));
        json.put("publishErrorRate", perSecond(Counts::failed));
        json.put("consumeRate", perSecond(Counts::received));
        result.deliveriesOfEach()
                .ifPresent(copies -> json.put(
                        "backlog",
                        periods.stream()
                                .map(period ->
                                        Math.max(0, copies * period.soFar.acknowledged() - period.soFar.received()))
                                .toList()));
        for (Field field : Field.values()) {
            Deque<Map<String, Number>> ofPeriods = ofPeriods(field, result.latencies());
            for (String figure : field.figures(result.latencies()).keySet()) {
                List<@Nullable Number> values = new ArrayList<>();
                ofPeriods.forEach(figures -> values.add(figures.get(figure)));
                json.put(field.name + figure, values);
            }
        }
        for (Field field : Field.values()) {
            field.figures(result.latencies()).forEach((figure, value) -> json.put(field.ofAll(figure), value));
        }
        for (Field field : Field.values()) {
            Map<Double, Number> quantiles = field.quantiles(result.latencies());
            if (!quantiles.isEmpty()) {
                json.put(field.ofAll("Quantiles"), quantiles);
            }
        }
        written = true;
        out.write(StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
    }

    /**
     * Figures of each period. In a period without a value, messages waited if the next value, or an unfinished message, took at
     * least as long as the time since the last value.
     */
    private Deque<Map<String, Number>> ofPeriods(Field field, Latencies all) {
        Deque<Map<String, Number>> figures = new ArrayDeque<>();
        long nextNs = all.unfinished(field.latency).map(Histogram::getMaxValue).orElse(0L);
        for (int i = periods.size() - 1; i >= 0; i--) {
            PeriodLatency period =
                    Objects.requireNonNull(periods.get(i).latencies.get(field));
            boolean valued = !period.figures.isEmpty();
            figures.addFirst(valued || nextNs < period.longestNs ? period.figures : field.waited(period.longestNs));
            nextNs = valued ? period.longestNs : nextNs;
        }
        return figures;
    }

    @Override
    public void close() throws IOException {
        if (written) {
            out.close();
        } else {
            out.discard();
        }
    }
}
