package dev.dyno.broker.process;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Listen address of a broker.
 *
 * @param host an IPv4 address of this machine
 * @param networkInterface name of the network interface that has the address
 */
record ListenAddress(InetAddress host, String networkInterface) {

    /**
     * @param text an address or a name
     * @return empty if the text neither is nor names an IPv4 address of this machine, or if it is the wildcard address
     */
    static Optional<ListenAddress> of(String text) {
        try {
            InetAddress host = InetAddress.getByName(text);
            // An interface lists only the first of the many loopback addresses.
            InetAddress named = host.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : host;
            return host instanceof Inet4Address && !host.isAnyLocalAddress()
                    ? Optional.ofNullable(NetworkInterface.getByInetAddress(named))
                            .map(found -> new ListenAddress(host, found.getName()))
                    : Optional.empty();
        } catch (UnknownHostException | SocketException e) {
            return Optional.empty();
        }
    }

    /** The address in digits. */
    String text() {
        return host.getHostAddress();
    }
}
