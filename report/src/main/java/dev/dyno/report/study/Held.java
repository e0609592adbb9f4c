package dev.dyno.report.study;

import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.store.IntervalSummary;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many messages the broker held in a run, and what of its heap was in use then.
 *
 * <p>Held is what the broker has acknowledged and has not been received: what stands in its buffers, queues and store, and what client
 * libraries have fetched ahead. It is exact at the end of each second, where each message is owed to one subscription. What is under
 * way to the broker does not count: nobody knows how much of it has arrived, and a message would seem to cost less than it does.
 *
 * <p>The heap is that after a garbage collection: before one, most of what is in use is garbage. The old generation keeps garbage
 * through many collections, so that of the seconds of the measured phase with a collection in them the one with the least heap is
 * taken, out of the half of them in which most was held: a heap with little garbage, and many messages.
 */
final class Held {

    /** Most messages that were held at the end of a second of the measured phase. */
    static final String MOST = "held-max";

    /** Fewest messages that were held at the end of a second of the measured phase: 0 if there was no backlog all along. */
    static final String LEAST = "held-min";

    /** Messages that were held when {@link #LIVE_HEAP} was seen. */
    static final String AT_LIVE_HEAP = "held-at-heap-live";

    /** Heap of the broker after a collection. */
    static final String LIVE_HEAP = "broker-heap-live";

    private record Second(double held, double heap) {}

    private Held() {}

    /** By the name of the measure; what cannot be told is not there. */
    static Map<String, Double> measures(List<IntervalSummary> intervals, List<ResourceSample> samples) {
        Map<String, Double> measures = new LinkedHashMap<>();
        if (intervals.stream().noneMatch(interval -> interval.counts().acknowledged() > 0)) {
            // What others have sent is not known.
            return measures;
        }
        DoubleSummaryStatistics held = intervals.stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .mapToDouble(interval -> at(intervals, interval.endNs()))
                .summaryStatistics();
        if (held.getCount() > 0) {
            measures.put(LEAST, held.getMin());
            measures.put(MOST, held.getMax());
        }
        lowest(collected(intervals, samples)).ifPresent(second -> {
            measures.put(AT_LIVE_HEAP, second.held);
            measures.put(LIVE_HEAP, second.heap);
        });
        return measures;
    }

    private static List<Second> collected(List<IntervalSummary> intervals, List<ResourceSample> samples) {
        List<Second> seconds = new ArrayList<>();
        for (ResourceSample sample : samples) {
            Optional<Double> heap = sample.get(ResourceMetric.HEAP_AFTER_GC);
            boolean collected = sample.get(ResourceMetric.GC_COUNT)
                    .filter(count -> count > 0)
                    .isPresent();
            if (sample.subject().equals(ResourceSample.BROKER)
                    && sample.phase() == Phase.MEASURE
                    && collected
                    && heap.isPresent()) {
                seconds.add(new Second(at(intervals, sample.endNs()), heap.get()));
            }
        }
        return seconds;
    }

    private static Optional<Second> lowest(List<Second> seconds) {
        List<Double> sorted = seconds.stream().map(Second::held).sorted().toList();
        return seconds.stream()
                .filter(second -> second.held >= sorted.get(sorted.size() / 2))
                .min((one, other) -> Double.compare(one.heap, other.heap));
    }

    /** At a time on the run's clock; within an interval as if its messages were spread evenly. */
    private static double at(List<IntervalSummary> intervals, long ns) {
        double held = 0;
        for (IntervalSummary interval : intervals) {
            double share = (double) (ns - interval.startNs()) / Math.max(1, interval.endNs() - interval.startNs());
            if (share <= 0) {
                break;
            }
            long more = interval.counts().acknowledged() - interval.counts().received();
            held += Math.min(1, share) * more;
        }
        return Math.max(0, held);
    }
}
