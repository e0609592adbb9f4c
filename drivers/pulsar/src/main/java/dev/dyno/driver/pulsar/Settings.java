package dev.dyno.driver.pulsar;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * What the driver was told, by properties and in the query of the URL, which may hold any of them. Its own settings:
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><td>{@code pulsar.namespace}</td><td>tenant and namespace of destinations that are given by a bare name; {@code
 *     public/default}</td></tr>
 * <tr><td>{@code pulsar.non-persistent}</td><td>{@code true}: topics that are never stored</td></tr>
 * <tr><td>{@code pulsar.partitions}</td><td>with so many partitions are destinations created by {@link
 *     dev.dyno.driver.Client#prepare}; 0, the default, leaves their creation to the broker</td></tr>
 * <tr><td>{@code pulsar.subscription}</td><td>the subscription of a queue; {@code dyno}</td></tr>
 * <tr><td>{@code pulsar.subscription-type}</td><td>{@code Shared}, {@code Key_Shared}, {@code Failover} or {@code Exclusive}:
 *     that of queues, and of those subscriptions of topics that it fits</td></tr>
 * <tr><td>{@code pulsar.reconnect}</td><td>{@code true}: a lost connection is left to the client library</td></tr>
 * <tr><td>{@code pulsar.token}</td><td>the token to authenticate with, or {@code file:PATH}</td></tr>
 * <tr><td>{@code pulsar.web-url}</td><td>the broker's HTTP API, to create partitions and to ask for facts; by default the first
 *     host of the URL on port 8080, with TLS 8443</td></tr>
 * </table>
 */
record Settings(
        ServiceUrl url,
        Optional<Credentials> credentials,
        Optional<String> token,
        Tls tls,
        URI webUrl,
        String namespace,
        boolean nonPersistent,
        int partitions,
        String subscription,
        SubscriptionType subscriptionType,
        boolean reconnect,
        LibraryProperties library) {

    private static final String NAMESPACE = "pulsar.namespace";
    private static final String NON_PERSISTENT = "pulsar.non-persistent";
    private static final String PARTITIONS = "pulsar.partitions";
    private static final String RECONNECT = "pulsar.reconnect";
    private static final String SUBSCRIPTION = "pulsar.subscription";
    private static final String SUBSCRIPTION_TYPE = "pulsar.subscription-type";
    private static final String TOKEN = "pulsar.token";
    private static final String WEB_URL = "pulsar.web-url";

    private static final String FILE = "file:";

    /** All of them, sorted. */
    static final List<String> NAMES =
            List.of(NAMESPACE, NON_PERSISTENT, PARTITIONS, RECONNECT, SUBSCRIPTION, SUBSCRIPTION_TYPE, TOKEN, WEB_URL);

    /** @throws DriverException if one is unknown, or its value is not allowed */
    static Settings of(ClientSpec spec) throws DriverException {
        Map<String, String> own = new HashMap<>();
        Map<String, String> library = new HashMap<>();
        Map<String, String> all = new HashMap<>(spec.properties());
        ServiceUrl url = ServiceUrl.parse(spec.url());
        all.putAll(url.parameters());
        for (Map.Entry<String, String> property : all.entrySet()) {
            String key = property.getKey();
            if (NAMES.contains(key)) {
                own.put(key, property.getValue().strip());
            } else if (key.startsWith("pulsar.")) {
                throw new DriverException(
                        key + ": unknown setting of the Pulsar driver; expected one of " + String.join(", ", NAMES));
            } else if (!key.startsWith("tls.")) {
                library.put(key, property.getValue().strip());
            }
        }
        Optional<String> token = token(own);
        if (token.isPresent() && spec.credentials().isPresent()) {
            throw new DriverException(TOKEN + ": contradicts user and password; leave one of them out");
        }
        return new Settings(
                url,
                spec.credentials(),
                token,
                Tls.of(all),
                webUrl(own.getOrDefault(WEB_URL, url.webUrl())),
                namespace(own.getOrDefault(NAMESPACE, "public/default")),
                flag(own, NON_PERSISTENT),
                partitions(own.getOrDefault(PARTITIONS, "0")),
                own.getOrDefault(SUBSCRIPTION, "dyno"),
                type(own.getOrDefault(SUBSCRIPTION_TYPE, "Shared")),
                flag(own, RECONNECT),
                LibraryProperties.of(library));
    }

    /** The topic of a queue or a topic: its name may be a full one. */
    String topic(Destination destination) {
        return destination.name().contains("://")
                ? destination.name()
                : (nonPersistent ? "non-persistent://" : "persistent://") + namespace + "/" + destination.name();
    }

    static boolean isPersistent(String topic) {
        return !topic.startsWith("non-persistent://");
    }

    private static Optional<String> token(Map<String, String> own) throws DriverException {
        String given = own.getOrDefault(TOKEN, "");
        if (!given.startsWith(FILE)) {
            return Optional.of(given).filter(token -> !token.isEmpty());
        }
        try {
            return Optional.of(
                    Files.readString(Path.of(given.substring(FILE.length()))).strip());
        } catch (IOException | InvalidPathException e) {
            throw new DriverException(
                    TOKEN + ": '" + given + "'; must be a token, or file: and a file that can be read", e);
        }
    }

    private static URI webUrl(String text) throws DriverException {
        try {
            URI url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme())) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw new DriverException(WEB_URL + ": '" + text + "'; must be like http://host:8080", e);
        }
        throw new DriverException(WEB_URL + ": '" + text + "'; must be like http://host:8080");
    }

    private static String namespace(String text) throws DriverException {
        if (text.matches("[^/\\s]+/[^/\\s]+")) {
            return text;
        }
        throw new DriverException(NAMESPACE + ": '" + text + "'; must be tenant/namespace, like public/default");
    }

    private static boolean flag(Map<String, String> own, String key) throws DriverException {
        String text = own.getOrDefault(key, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new DriverException(key + ": '" + text + "'; must be true or false");
        }
        return text.equals("true");
    }

    private static int partitions(String text) throws DriverException {
        if (text.matches("\\d{1,6}")) {
            return Integer.parseInt(text);
        }
        throw new DriverException(
                PARTITIONS + ": '" + text + "'; must be a whole number, 0 for a topic without partitions");
    }

    private static SubscriptionType type(String text) throws DriverException {
        for (SubscriptionType type : SubscriptionType.values()) {
            if (type.name().equals(text)) {
                return type;
            }
        }
        throw new DriverException(SUBSCRIPTION_TYPE + ": '" + text + "'; must be one of "
                + Arrays.stream(SubscriptionType.values()).map(Enum::name).collect(Collectors.joining(", ")));
    }
}
