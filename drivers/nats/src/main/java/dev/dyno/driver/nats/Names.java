package dev.dyno.driver.nats;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;

/** Names of destinations in NATS: a subject, and names without dots for a stream and a consumer. */
final class Names {

    /** Characters that names of streams and consumers must not contain. */
    private static final String NOT_PLAIN = ".*>/\\ \t\r\n";

    private Names() {}

    /**
     * The subject of a destination, which is its name.
     *
     * @throws DriverException if it is no subject for publishing
     */
    static String subject(Destination destination) throws DriverException {
        destination.require(
                "(?!\\.)(?!.*\\.$)(?!.*\\.\\.)[^\\x00-\\x20\\x7F*>]+",
                "a subject of NATS; must be words without spaces, * and >, joined by dots");
        return destination.name();
    }

    /** A name for a stream or a consumer: the given one, with an underscore for each character that is not allowed. */
    static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            plain.append(c <= ' ' || NOT_PLAIN.indexOf(c) >= 0 ? '_' : c);
        }
        return plain.toString();
    }
}
