package dev.dyno.broker.resource;

/**
 * Reads the figures of one subject.
 *
 * <p>Assumptions and guarantees: {@link #read} from one thread at a time; {@link #close} once, after the last of them or while
 * one is stuck.
 */
interface Probe extends AutoCloseable {

    /** As in {@link dev.dyno.model.result.ResourceSample}. */
    String subject();

    /** What is read, for people: part of the sentence that says that it could not be. */
    String describe();

    /** Whether a reading may take long, so that others should not wait for it. It must end within {@link #DEADLINE_NS}. */
    boolean isSlow();

    /** The longest that a slow probe may take: less than an interval. */
    long DEADLINE_NS = 800_000_000;

    /**
     * Reads now.
     *
     * @param nowNs on the clock of the run
     * @return the same object as before if what is read has not counted anew since then: there is no sample of that time
     * @throws ProbeException with a sentence, when nothing can be read
     */
    Reading read(long nowNs) throws ProbeException;

    @Override
    default void close() {}
}
