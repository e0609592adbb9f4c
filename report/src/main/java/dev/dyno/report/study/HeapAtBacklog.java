package dev.dyno.report.study;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Messages that the broker held in a run, and the heap in use at that time.
 *
 * <p>Held messages are those acknowledged by the broker and not received: in its buffers, queues and store, and prefetched by
 * client libraries. Their number is exact at the end of each second if each message is owed to one subscription. Messages on
 * their way to the broker do not count, because it is unknown how many have arrived, and a message would seem to cost less than
 * it does.
 *
 * <p>Only the heap after a garbage collection is used, because before it most of the heap is garbage. The old generation keeps
 * garbage through many collections. So of the seconds of the measured phase with a collection, the half with most held messages
 * is considered, and of those the second with the smallest heap: many messages, and little garbage.
 */
final class HeapAtBacklog {

    /** Highest number of messages held at the end of a second of the measured phase. */
    static final String MOST = "held-max";

    /** Lowest number of messages held at the end of a second of the measured phase: 0 unless there was a backlog all the time. */
    static final String LEAST = "held-min";

    /** Messages held at the time of {@link #LIVE_HEAP}. */
    static final String AT_LIVE_HEAP = "held-at-heap-live";

    /** Heap of the broker after a collection, in bytes, in the second that is chosen as described above. */
    static final String LIVE_HEAP = "broker-heap-live";

    private record Second(double held, double heap) {}

    private HeapAtBacklog() {}

    /** Values by the name of the measure; unknown ones are missing. */
    static Map<String, Double> measures(List<Interval> intervals, List<ResourceSample> samples) {
        Map<String, Double> measures = new LinkedHashMap<>();
        if (intervals.stream().noneMatch(interval -> interval.counts().acknowledged() > 0)) {
            // A run that only receives does not know how many messages others have sent.
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

    private static List<Second> collected(List<Interval> intervals, List<ResourceSample> samples) {
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

    /** Messages held at a time on the run's clock. Within an interval, its messages are assumed to be spread evenly. */
    private static double at(List<Interval> intervals, long ns) {
        double held = 0;
        for (Interval interval : intervals) {
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
