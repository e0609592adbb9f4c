package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.Optional;

/** Groups whose members are all in this process, by loopback. */
public final class LoopbackGroup {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private LoopbackGroup() {}

    /** Options of a coordinator. */
    public static GroupOptions options(String name) {
        return new GroupOptions(new HostPort("localhost", 0), name, "1.0", Optional.empty(), Optional.empty());
    }

    static Group listen(String name, TimeSource clock, GroupListener listener) throws GroupException {
        return GroupConnector.listen(options(name), clock, listener);
    }

    /** @param clock of the worker; another one than the coordinator's where clocks are to differ */
    public static Group join(Group coordinator, String name, TimeSource clock, GroupListener listener)
            throws GroupException {
        return join(coordinator, name, clock, listener, PATIENCE);
    }

    /** @param patience time after which the search is given up */
    static Group join(Group coordinator, String name, TimeSource clock, GroupListener listener, Duration patience)
            throws GroupException {
        return GroupConnector.join(
                new GroupOptions(coordinator.address(), name, "1.0", Optional.empty(), Optional.empty()),
                clock,
                listener,
                patience);
    }

    /** Closes its connections without a message before, as the end of a process does; this member loses the others likewise. */
    public static void vanish(Group group) {
        group.disconnect();
    }
}
