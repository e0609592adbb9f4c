package dev.dyno.broker.resource;

import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceMetric.Kind;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.ResourceSummary.Values;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums up the samples of the measured phase. One thread at a time. */
final class Summaries {

    /**
     * Shortest interval in seconds that counts for minimum and maximum: CPU time has ticks of 10 ms, so in a shorter one a tick
     * looks like a busy processor.
     */
    private static final double LONG_SECONDS = 0.5;

    /** Age in ns, before the end of the phase, above which a value is not the last one of the phase. */
    private static final long STALE_NS = 1_500_000_000;

    private final Map<String, Map<String, Sum>> bySubject = new LinkedHashMap<>();
    /** End of the last sample of the phase. */
    private long phaseEndNs = Long.MIN_VALUE;

    void add(ResourceSample sample) {
        if (sample.phase() != Phase.MEASURE) {
            return;
        }
        phaseEndNs = Math.max(phaseEndNs, sample.endNs());
        Map<String, Sum> sums = bySubject.computeIfAbsent(sample.subject(), s -> new LinkedHashMap<>());
        sample.values()
                .forEach((name, value) -> sums.computeIfAbsent(name, Sum::new).add(value, sample));
    }

    /**
     * One summary for each subject that was sampled in the measured phase.
     *
     * @param messages of the phase; 0 if there is nothing to share the cost among
     * @param phaseNs length of the phase
     */
    List<ResourceSummary> summarize(long messages, long phaseNs) {
        List<ResourceSummary> summaries = new ArrayList<>();
        bySubject.forEach((subject, sums) -> {
            Map<String, Values> values = new LinkedHashMap<>();
            sums.forEach((name, sum) -> values.put(name, sum.values(phaseEndNs)));
            Sum collections = sums.get(ResourceMetric.GC_TIME.tag());
            if (collections != null) {
                values.computeIfPresent(
                        ResourceMetric.GC_THROUGHPUT.tag(), (name, percent) -> collections.throughput(percent));
            }
            // On a busy machine the last reading may be missing, and with it the use in a part of the phase.
            Sum cpu = sums.get(ResourceMetric.CPU.tag());
            double sampled = cpu == null ? 1 : Math.min(1, 1.0 * (cpu.lastNs - cpu.firstNs) / Math.max(1, phaseNs));
            summaries.add(new ResourceSummary(subject, values, Map.of()).sharedAmong(Math.round(sampled * messages)));
        });
        return summaries;
    }

    private static final class Sum {

        /** Suffix of metrics outside the catalogue that are rates: only counters become rates there. */
        private static final String RATE_SUFFIX = "/s";

        private final Kind kind;
        private final boolean isPercent;
        private final DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics ofLong = new DoubleSummaryStatistics();
        private double seconds;
        private double weighted;
        private double sum;
        private double last;
        private long firstNs = Long.MAX_VALUE;
        private long lastNs;

        Sum(String name) {
            Optional<ResourceMetric> metric = ResourceMetric.find(name);
            kind = metric.map(ResourceMetric::kind).orElse(name.endsWith(RATE_SUFFIX) ? Kind.RATE : Kind.LEVEL);
            isPercent =
                    metric.filter(m -> m.unit() == ResourceMetric.Unit.PERCENT).isPresent();
        }

        void add(double value, ResourceSample sample) {
            double length = sample.seconds();
            seconds += length;
            weighted += value * length;
            sum += value;
            last = value;
            firstNs = Math.min(firstNs, sample.startNs());
            lastNs = sample.endNs();
            all.accept(value);
            if (length >= LONG_SECONDS) {
                ofLong.accept(value);
            }
        }

        Values values(long phaseEndNs) {
            DoubleSummaryStatistics extremes = ofLong.getCount() == 0 ? all : ofLong;
            double mean = seconds > 0 ? weighted / seconds : sum / all.getCount();
            return new Values(
                    Math.toIntExact(all.getCount()),
                    extremes.getMin(),
                    // Rounding can exceed the extremes: 100 % for three seconds gave a little more.
                    Math.max(all.getMin(), Math.min(all.getMax(), mean)),
                    extremes.getMax(),
                    phaseEndNs - lastNs > STALE_NS ? Optional.empty() : Optional.of(last),
                    isPercent ? Optional.empty() : total());
        }

        /**
         * GC throughput of the phase, from the total time of its collections. A collection counts in the second in which it
         * ended, regardless of its duration, so the mean of the seconds would differ.
         */
        Values throughput(Values percent) {
            double mean = seconds > 0 ? Math.max(0, 100 * (1 - sum / seconds)) : percent.mean();
            return new Values(percent.samples(), percent.min(), mean, percent.max(), percent.last(), percent.total());
        }

        private Optional<Double> total() {
            return switch (kind) {
                case LEVEL -> Optional.empty();
                case RATE -> Optional.of(weighted);
                case AMOUNT -> Optional.of(sum);
            };
        }
    }
}
