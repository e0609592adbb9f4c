package dev.dyno.driver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Address and settings of a {@link Client}.
 *
 * @param url address in the client library's own syntax
 * @param credentials user and password, empty for anonymous
 * @param properties driver settings (those of the driver's folder, overridden by the user's) and properties of the client
 *     library, which the driver passes on unchanged
 * @param time clock for timestamps; a driver must also use it, and not the JDK's clock, for waiting and scheduling
 */
public record ClientSpec(
        String url, Optional<Credentials> credentials, Map<String, String> properties, TimeSource time) {

    public ClientSpec {
        properties = Map.copyOf(properties);
    }

    /** The URL without passwords, for messages to the user. */
    public String shownUrl() {
        return Secrets.withoutPassword(url);
    }

    /** User and password of a connection. */
    public record Credentials(String user, String password) {

        /**
         * Reads user and password of an address; a user alone has an empty password.
         *
         * @param userInfo the part before the host, {@code user:password}, with special characters percent-encoded
         */
        public static Credentials ofUserInfo(String userInfo) {
            String[] parts = userInfo.split(":", 2);
            return new Credentials(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
        }

        /** Decodes a percent-encoded part of an address. In an address a plus stands for itself, unlike in a form. */
        private static String decoded(String escaped) {
            return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
        }

        /** The credentials without the password, so that no log line or exception can show it. */
        @Override
        public String toString() {
            return "Credentials[user=" + user + "]";
        }
    }
}
