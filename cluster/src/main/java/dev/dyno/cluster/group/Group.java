package dev.dyno.cluster.group;

import java.time.Duration;
import java.util.List;

/**
 * Processes that work on one run: one coordinator and its workers.
 *
 * <p>Assumptions and guarantees: usable from any thread. All its threads are daemons. After {@link #leave} calls fail and
 * messages are dropped.
 */
public interface Group extends AutoCloseable {

    /** This process. */
    Member self();

    /** Where others join, HOST:PORT, with the port that was taken if port 0 was asked for. */
    HostPort address();

    /** All that are in, this process too: the coordinator first, then the workers in the order of their names. */
    List<Member> members();

    /**
     * Asks a member and waits for its answer. An interrupt ends the wait as a failure, and stays set.
     *
     * @param deadline how long to wait at most
     * @throws CallFailedException if it has left, did not answer in time, or refused
     */
    byte[] call(Member to, byte[] request, Duration deadline) throws CallFailedException;

    /** Tells a member, without an answer, in order with what else is sent to it from here; one that has left is told nothing. */
    void send(Member to, byte[] message);

    /**
     * Asks a member what time it is, on the shortest way: for the measurement of its clock.
     *
     * @param deadline how long to wait at most
     */
    ClockReading readClock(Member of, Duration deadline) throws CallFailedException;

    /** Says goodbye, so that the others see {@link Departure#LEFT}. More than once is as good as once. */
    void leave();

    /** Leaves if it has not, and leaves neither a thread nor a port behind. */
    @Override
    void close();
}
