package dev.dyno.broker.resource;

/**
 * Reads the figures of one subject.
 *
 * <p>Assumptions and guarantees: {@link #read} from one thread at a time; {@link #close} once, after the last reading or while
 * one hangs.
 */
interface ResourceReader extends AutoCloseable {

    /** Subject of the samples, one of those in {@link dev.dyno.model.result.ResourceSample}. */
    String subject();

    /** Name of the source for users: part of the sentence about a failure. */
    String describe();

    /** Whether a reading may take long, so that others should not wait for it. It must end within {@link #DEADLINE_NS}. */
    default boolean isSlow() {
        return false;
    }

    /** Longest reading of a slow probe in ns: less than an interval. */
    long DEADLINE_NS = 800_000_000;

    /**
     * Reads now.
     *
     * @param nowNs on the clock of the run
     * @return levels and counters at this instant
     * @throws ProbeException with a sentence when nothing can be read
     */
    ResourceReading read(long nowNs) throws ProbeException;

    @Override
    default void close() {}
}
