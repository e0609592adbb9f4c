package dev.dyno.engine.record;

import dev.dyno.model.pace.Slice;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Part of a run's producers and consumers that one worker has. Numbers count over all groups, first the producers and then the
 * consumers, so that small groups do not all fall to one worker.
 *
 * @param producers slice of the producers; empty = none of them
 * @param consumers slice of the consumers; empty = none of them
 */
public record Share(Optional<Slice> producers, Optional<Slice> consumers) {

    /** All producers and consumers. */
    public static final Share WHOLE = both(Slice.WHOLE);

    /** Share that has an equal part of the producers and of the consumers. */
    public static Share both(Slice slice) {
        return new Share(Optional.of(slice), Optional.of(slice));
    }

    public boolean hasProducer(int number) {
        return has(producers, number);
    }

    public boolean hasConsumer(int number) {
        return has(consumers, number);
    }

    /** Number of its producers among {@code count} from number {@code first} on. */
    public long countProducers(int first, int count) {
        return IntStream.range(first, first + count).filter(this::hasProducer).count();
    }

    /** Number of its consumers among {@code count} from number {@code first} on. */
    public long countConsumers(int first, int count) {
        return IntStream.range(first, first + count).filter(this::hasConsumer).count();
    }

    private static boolean has(Optional<Slice> part, int number) {
        return part.filter(slice -> number % slice.count() == slice.index()).isPresent();
    }
}
