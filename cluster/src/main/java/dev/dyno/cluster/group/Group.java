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

    Member self();

    /** Address at which others join, HOST:PORT, with the actual port if port 0 was requested. */
    HostPort address();

    /** All members including this process: the coordinator first, then the workers in the order of their names. */
    List<Member> members();

    /**
     * Sends a request to another member and waits for the answer. An interrupt ends the wait as a failure, and stays set.
     *
     * @param deadline longest wait
     * @throws GroupException if it has left, did not answer in time, or refused
     */
    byte[] call(Member to, byte[] request, Duration deadline) throws GroupException;

    /** Sends a message to a member without an answer, in order with other messages from here; dropped if the member has left. */
    void send(Member to, byte[] message);

    /**
     * Reads the clock of another member, on the fastest path.
     *
     * @param deadline longest wait
     */
    ClockReading readClock(Member of, Duration deadline) throws GroupException;

    /** Leaves with a goodbye, so that the others see {@link Departure#LEFT}. Idempotent. */
    void leave();

    /** Leaves if necessary, and closes all threads and ports. */
    @Override
    void close();
}
