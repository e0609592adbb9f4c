package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.time.Duration;

/** Opens and joins groups of processes over TCP. */
public final class Groups {

    private Groups() {}

    /**
     * Opens a group as its coordinator.
     *
     * @param clock the one that runs use: what {@link Group#readClock} reads
     * @throws GroupException if the address cannot be listened on, the keys cannot be read, or neither keys nor a secret are
     *     given and the address is not a loopback one
     */
    public static Group listen(GroupOptions options, TimeSource clock, GroupListener listener) throws GroupException {
        throw new GroupException("Groups over TCP are not there yet.");
    }

    /**
     * Joins a group as a worker. Tries until a coordinator lets this process in, or refuses it for good, or the deadline has
     * come.
     *
     * @param clock the one that runs use: what {@link Group#readClock} reads
     * @param deadline for all tries together
     * @throws GroupException if no coordinator was found in that time, or it refused: with its reason
     */
    public static Group join(GroupOptions options, TimeSource clock, GroupListener listener, Duration deadline)
            throws GroupException {
        throw new GroupException("Groups over TCP are not there yet.");
    }
}
