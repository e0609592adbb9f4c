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
 *     library, passed on unchanged
 * @param time clock for timestamps; a driver must use it instead of the JDK's for waiting and scheduling, too
 */
public record ClientSpec(
        String url, Optional<Credentials> credentials, Map<String, String> properties, TimeSource time) {

    public ClientSpec {
        properties = Map.copyOf(properties);
    }

    /** The URL in a form for messages: without passwords. */
    public String shownUrl() {
        return Secrets.withoutPassword(url);
    }

    /** User and password of a connection. */
    public record Credentials(String user, String password) {

        /**
         * Reads user and password of an address; a user alone has an empty password.
         *
         * @param userInfo the part before the host, {@code user:password}, with {@code %} and two digits for special characters
         */
        public static Credentials ofUserInfo(String userInfo) {
            String[] parts = userInfo.split(":", 2);
            return new Credentials(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
        }

        /** Decodes a part of an address, where a plus, unlike in a form, stands for itself. */
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
