package dev.dyno.driver.mqtt;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Address of the broker, with encryption and credentials.
 *
 * @param credentials credentials of the URL
 */
record Address(String host, int port, boolean secure, Optional<Credentials> credentials) {

    private static final int PORT = 1883;
    private static final int SECURE_PORT = 8883;

    /** URL schemes of MQTT and of other tools for it, each with whether it means TLS. */
    private static final Map<String, Boolean> SCHEMES =
            Map.of("mqtt", false, "tcp", false, "mqtts", true, "ssl", true, "tls", true);

    static Address of(String url) throws DriverException {
        URI uri = parse(url);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        @Nullable Boolean secure = SCHEMES.get(scheme);
        boolean plain = isEmpty(uri.getRawPath()) || "/".equals(uri.getRawPath());
        if (secure == null || uri.getHost() == null || !plain || !isEmpty(uri.getRawQuery())) {
            throw wrong(url);
        }
        String host = uri.getHost().replace("[", "").replace("]", "");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? SECURE_PORT : PORT;
        return new Address(
                host, port, secure, Optional.ofNullable(uri.getRawUserInfo()).map(Credentials::ofUserInfo));
    }

    private static URI parse(String url) throws DriverException {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw wrong(url);
        }
    }

    private static DriverException wrong(String url) {
        return new DriverException(Secrets.withoutPassword(url)
                + ": not the URL of an MQTT broker; must be mqtt://host:port or mqtts://host:port");
    }

    private static boolean isEmpty(@Nullable String part) {
        return part == null || part.isEmpty();
    }

    @Override
    public String toString() {
        return (secure ? "mqtts://" : "mqtt://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
