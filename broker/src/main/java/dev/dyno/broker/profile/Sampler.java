package dev.dyno.broker.profile;

import dev.dyno.model.workload.ProfileEvent;
import java.nio.file.Path;

/**
 * Records samples of a JVM in the format of JDK Flight Recorder. Prepared before the load, so that recording starts within
 * milliseconds.
 *
 * <p>Assumptions and guarantees: used by one thread at a time. {@link #start} once, then {@link #stop} once.
 */
interface Sampler extends AutoCloseable {

    /** Name of the profiler, with its version. */
    String method();

    /** Limits of the profiler, in one sentence. */
    String cannotSee(ProfileEvent event);

    /**
     * Waiting time in ns that one sample of {@link ProfileEvent#LOCK} stands for, unless its own was longer; 0 = every wait is
     * recorded.
     */
    long lockIntervalNs();

    /** Begins recording. */
    void start(Path recording) throws ProfileException;

    /** Ends the recording, which is then complete in its file. */
    void stop() throws ProfileException;

    /** Detaches from the JVM. */
    @Override
    void close();
}
