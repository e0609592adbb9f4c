package dev.dyno.cluster.group;

import java.util.Locale;

/**
 * Address at which a group is joined.
 *
 * @param host a name, which need not resolve yet, or an address; an IPv6 address has no brackets here
 * @param port 0 for any free port, when listening
 */
public record HostPort(String host, int port) {

    public HostPort {
        if (host.isBlank()) {
            throw new IllegalArgumentException("no host; must be HOST:PORT");
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + "; must be from 0 to 65535");
        }
    }

    /**
     * Reads HOST:PORT, [IPV6]:PORT or HOST.
     *
     * @param defaultPort used if none is given
     * @throws IllegalArgumentException if the text has none of these forms; the message says what was given and what is allowed
     */
    public static HostPort parse(String text, int defaultPort) {
        final int colon = text.lastIndexOf(':');
        final boolean hasPort =
                colon > text.lastIndexOf(']') && colon == (text.startsWith("[") ? colon : text.indexOf(':'));
        final String host = hasPort ? text.substring(0, colon) : text;
        try {
            return new HostPort(
                    host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
                    hasPort ? Integer.parseInt(text.substring(colon + 1)) : defaultPort);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT, "%s: is not an address; must be HOST:PORT, with a port from 0 to 65535", text),
                    e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
