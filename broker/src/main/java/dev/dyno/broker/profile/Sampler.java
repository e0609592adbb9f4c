package dev.dyno.broker.profile;

import dev.dyno.model.workload.ProfileEvent;
import java.nio.file.Path;

/**
 * Takes samples of a JVM into a recording in the format of JDK Flight Recorder. Made ready before the load, so that it begins
 * in milliseconds.
 *
 * <p>Assumptions and guarantees: used by one thread at a time. {@link #start} once, then {@link #stop} once.
 */
interface Sampler extends AutoCloseable {

    /** With its version. */
    String method();

    /** What it leaves out, one sentence. */
    String cannotSee(ProfileEvent event);

    /** Of waiting that one sample of {@link ProfileEvent#LOCK} stands for, unless it was longer itself; 0 = every wait is recorded. */
    long lockIntervalNs();

    /** Begins to record. */
    void start(Path recording) throws ProfileException;

    /** Ends the recording, which is in its file then. */
    void stop() throws ProfileException;

    /** Lets go of the JVM. */
    @Override
    void close();
}
