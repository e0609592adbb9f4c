package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Outcome of many searches on one broker.
 *
 * @param held searches whose interval contains the capacity
 * @param width median of the intervals, as a share of the estimate
 */
record CapacityTruth(int held, double width) {

    static CapacityTruth of(KnownBroker broker, long firstSeed, int searches) {
        double capacity = broker.capacity();
        return of(seed -> KnownBroker.search(broker.start(seed), seed), capacity, capacity, firstSeed, searches);
    }

    /**
     * @param search by its seed
     * @param lowest rate that may be called the capacity
     * @param highest rate that may be
     */
    static CapacityTruth of(
            LongFunction<Capacity> search, double lowest, double highest, long firstSeed, int searches) {
        List<Capacity> answers = LongStream.range(firstSeed, firstSeed + searches)
                .parallel()
                .mapToObj(search)
                .toList();
        long held = answers.stream()
                .filter(answer -> answer.estimate().isPresent()
                        && answer.low().orElseThrow() <= highest
                        && answer.high().orElseThrow() >= lowest)
                .count();
        double[] widths =
                answers.stream().mapToDouble(CapacityTruth::width).sorted().toArray();
        return new CapacityTruth((int) held, widths[widths.length / 2]);
    }

    /** Width of the interval as a share of the estimate; infinite if an end is unknown. */
    static double width(Capacity answer) {
        return answer.estimate().isPresent()
                ? (answer.high().orElseThrow() - answer.low().orElseThrow())
                        / answer.estimate().getAsDouble()
                : Double.POSITIVE_INFINITY;
    }
}
