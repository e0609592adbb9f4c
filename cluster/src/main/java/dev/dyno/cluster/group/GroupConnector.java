package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** Opens and joins groups of processes over TCP. */
public final class GroupConnector {

    private static final long PAUSE_NS = 200_000_000;

    private GroupConnector() {}

    /**
     * Opens a group as its coordinator.
     *
     * @param clock clock of the runs, which {@link Group#readClock} reads
     * @throws GroupException if the address cannot be listened on, the keys cannot be read, or neither keys nor a secret are
     *     given and the address is not a loopback one
     */
    public static Group listen(GroupOptions options, TimeSource clock, GroupListener listener) throws GroupException {
        final HostPort at = options.address();
        final Credentials credentials = Credentials.of(options);
        final InetAddress host;
        try {
            host = InetAddress.getByName(at.host());
        } catch (UnknownHostException e) {
            throw new GroupException(at + ": is not known here; must be a name or an address of this machine.", e);
        }
        requireLoopback(at, host, credentials);
        final Member self = Member.self(options.name(), Role.COORDINATOR, options.version());
        final String reachable = (host.isAnyLocalAddress() ? reachable() : host).getHostAddress();
        try {
            return Group.coordinator(
                    self, credentials, new InetSocketAddress(host, at.port()), reachable, clock, listener);
        } catch (IOException e) {
            throw new GroupException(
                    at + ": cannot be listened on: " + e.getMessage() + "; give a free port of this machine.", e);
        }
    }

    /**
     * Joins a group as a worker. Tries until a coordinator admits this process, refuses it for good, or the deadline has passed.
     *
     * @param clock clock of the runs, which {@link Group#readClock} reads
     * @param deadline for all tries together
     * @throws GroupException if no coordinator admitted this process in that time, with the last reason; if one refused it for
     *     good; or if the keys cannot be read, or are needed for an address that is not a loopback one
     */
    public static Group join(GroupOptions options, TimeSource clock, GroupListener listener, Duration deadline)
            throws GroupException {
        final Credentials credentials = Credentials.of(options);
        final Member self = Member.self(options.name(), Role.WORKER, options.version());
        final AdmissionClient client = new AdmissionClient(self, credentials);
        final long endNs = clock.nanoTime() + deadline.toNanos();
        final HostPort at = options.address();
        String problem = "the name is not known here";
        do {
            // The name is resolved again each time: that of a Kubernetes Service exists once its first pod runs.
            for (final InetAddress host : resolved(at)) {
                requireLoopback(at, host, credentials);
                try {
                    return Group.worker(self, client.connect(new InetSocketAddress(host, at.port())), clock, listener);
                } catch (IOException e) {
                    if (e instanceof AdmissionException refused && refused.isForGood()) {
                        throw new GroupException(String.valueOf(e.getMessage()), e);
                    }
                    problem = String.valueOf(e.getMessage());
                }
            }
            clock.parkUntil(Math.min(endNs, clock.nanoTime() + PAUSE_NS));
            if (Thread.currentThread().isInterrupted()) {
                throw new GroupException("The search for a coordinator was given up.");
            }
        } while (clock.nanoTime() - endNs < 0);
        throw new GroupException("No coordinator was found in " + Texts.seconds(deadline) + ". " + at + ": " + problem);
    }

    private static List<InetAddress> resolved(HostPort at) {
        try {
            return List.of(InetAddress.getAllByName(at.host()));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    private static void requireLoopback(HostPort at, InetAddress host, Credentials credentials) throws GroupException {
        if (credentials.areNone() && !host.isLoopbackAddress()) {
            throw new GroupException(at + ": without keys and without a secret only loopback addresses are allowed,"
                    + " like localhost; make keys with dyno worker keys, or give all members the same secret.");
        }
    }

    /** Address by which others can reach this machine, if it listens on all its addresses. */
    private static InetAddress reachable() throws GroupException {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(GroupConnector::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(one -> !one.isLoopbackAddress() && !one.isLinkLocalAddress())
                    .min(Comparator.comparing(one -> !(one instanceof Inet4Address)))
                    .orElse(InetAddress.getLoopbackAddress());
        } catch (SocketException e) {
            throw new GroupException("The addresses of this machine cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isUp(NetworkInterface one) {
        try {
            return one.isUp();
        } catch (SocketException e) {
            return false; // The interface has disappeared since.
        }
    }
}
