package dev.dyno.broker.process;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where a broker listens.
 *
 * @param host an IPv4 address of this machine
 * @param networkInterface that has it
 */
record ListenAddress(InetAddress host, String networkInterface) {

    /**
     * @param text an address or a name
     * @return empty if it is no IPv4 address of this machine, or stands for all of them: clients are told to connect to it
     */
    static Optional<ListenAddress> of(String text) {
        try {
            InetAddress host = InetAddress.getByName(text);
            // Of the many loopback addresses, the interface is only said to have the first.
            InetAddress named = host.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : host;
            return host instanceof Inet4Address && !host.isAnyLocalAddress()
                    ? Optional.ofNullable(NetworkInterface.getByInetAddress(named))
                            .map(found -> new ListenAddress(host, found.getName()))
                    : Optional.empty();
        } catch (UnknownHostException | SocketException e) {
            return Optional.empty();
        }
    }

    /** In digits. */
    String text() {
        return host.getHostAddress();
    }
}
