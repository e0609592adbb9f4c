package dev.dyno.driver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where and how a {@link Client} connects.
 *
 * @param url address in the client library's own syntax
 * @param credentials user and password, empty for anonymous
 * @param properties driver settings (the driver folder's preset, overlaid by the user's) plus client-library properties that
 *     pass through as they are
 * @param time the clock that timestamps are taken from; a driver that waits or schedules uses it instead of the JDK's
 */
public record ClientSpec(
        String url, Optional<Credentials> credentials, Map<String, String> properties, TimeSource time) {

    public ClientSpec {
        Objects.requireNonNull(url);
        Objects.requireNonNull(credentials);
        Objects.requireNonNull(time);
        properties = Map.copyOf(properties);
    }

    /** The URL for messages: without passwords. */
    public String shownUrl() {
        return Secrets.withoutPassword(url);
    }

    /** User and password of a connection. */
    public record Credentials(String user, String password) {

        /**
         * Reads user and password of an address; a user alone has an empty password.
         *
         * @param userInfo as it stands before the host, {@code user:password}, with {@code %} and two digits for odd characters
         */
        public static Credentials ofUserInfo(String userInfo) {
            String[] parts = userInfo.split(":", 2);
            return new Credentials(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
        }

        /** In an address, unlike in a form, a plus stands for itself. */
        private static String decoded(String escaped) {
            return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
        }

        /** Leaves the password out, so that no log line or exception can show it. */
        @Override
        public String toString() {
            return "Credentials[user=" + user + "]";
        }
    }
}
