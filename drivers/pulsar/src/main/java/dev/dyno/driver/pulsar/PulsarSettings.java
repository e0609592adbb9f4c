package dev.dyno.driver.pulsar;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pulsar.client.api.SubscriptionType;

/** Settings of the user, from properties and from the query of the URL, which may hold any of them. */
record PulsarSettings(
        ServiceUrl url,
        Optional<Credentials> credentials,
        Optional<String> token,
        Tls tls,
        URI webUrl,
        Optional<NewNamespace> newNamespace,
        SettingValues values,
        LibraryProperties library) {

    private static final SettingList.Builder OWN = new SettingList.Builder();

    static final Setting<String> NAMESPACE = OWN.add(
            "pulsar.namespace",
            ValueType.text("tenant/namespace, like public/default", "[^/\\s]+/[^/\\s]+"),
            "public/default",
            "tenant and namespace of destinations that are given by a bare name",
            Decides.DURABILITY);

    private static final Setting<Boolean> NEW_NAMESPACE = OWN.add(
            "pulsar.new-namespace",
            ValueType.flag(),
            "false",
            "pulsar.namespace is created before its first use, with its tenant, and without a limit of its backlog");

    private static final Setting<NewNamespace.Copies> COPIES = OWN.optional(
            "pulsar.new-namespace.copies",
            ValueType.of("E/W/A", NewNamespace.Copies.EXPECTED, NewNamespace.Copies::parse),
            "3/3/2",
            "of the messages in a namespace that is created: bookies of a ledger, those that get each message, those that"
                    + " acknowledge it; without it, as the broker is set up",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    private static final Setting<Boolean> DEDUPLICATION = OWN.optional(
            "pulsar.new-namespace.deduplication",
            ValueType.flag(),
            "true",
            "whether the broker drops messages that come twice, in a namespace that is created; without it, as the broker is"
                    + " set up",
            Decides.DELIVERY);

    static final Setting<Boolean> NON_PERSISTENT = OWN.add(
            "pulsar.non-persistent",
            ValueType.flag(),
            "false",
            "topics that are never stored",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    static final Setting<Integer> PARTITIONS = OWN.add(
            "pulsar.partitions",
            ValueType.count(0, 999_999),
            "0",
            "partitions of destinations before their first use; 0 and 1 leave their creation to the broker");

    static final Setting<Boolean> RECONNECT =
            OWN.add("pulsar.reconnect", ValueType.flag(), "false", "a lost connection is left to the client library");

    static final Setting<String> SUBSCRIPTION =
            OWN.add("pulsar.subscription", ValueType.text(), "dyno", "the subscription of a queue", Decides.DELIVERY);

    static final Setting<SubscriptionType> SUBSCRIPTION_TYPE = OWN.add(
            "pulsar.subscription-type",
            ValueType.choice(
                    Map.entry("Shared", SubscriptionType.Shared),
                    Map.entry("Key_Shared", SubscriptionType.Key_Shared),
                    Map.entry("Failover", SubscriptionType.Failover),
                    Map.entry("Exclusive", SubscriptionType.Exclusive)),
            "Shared",
            "that of queues and of shared subscriptions of topics; an unshared one is Failover or Exclusive",
            Decides.DELIVERY);

    private static final Setting<String> TOKEN = OWN.add(Setting.of(
                    "pulsar.token",
                    ValueType.of("TOKEN", "a token, or file: and a file that can be read", PulsarSettings::token),
                    "token to authenticate with, or file: and the file that it stands in")
            .hidden());

    private static final Setting<URI> WEB_URL = OWN.optional(
            "pulsar.web-url",
            ValueType.text("a URL like http://host:8080", "https?://[^/\\s][^\\s]*")
                    .map(PulsarSettings::webUrl),
            "http://host:8080",
            "the broker's HTTP API, to create partitions and to ask for facts; without it, the first host of the"
                    + " URL on port 8080, with TLS 8443");

    static final DriverSettings ALL = DriverSettings.of(
            "the Pulsar driver",
            "pulsar.",
            OWN.list().and(Tls.SETTINGS),
            LibraryProperties.CLIENT,
            LibraryProperties.PRODUCER,
            LibraryProperties.CONSUMER);

    /** @throws DriverException if a setting is unknown, or its value is not allowed */
    static PulsarSettings of(ClientSpec spec) throws DriverException {
        ServiceUrl url = ServiceUrl.parse(spec.url());
        Map<String, String> all = new HashMap<>(spec.properties());
        all.putAll(url.parameters());
        SettingValues values = ALL.read(all);
        Optional<String> token = values.given(TOKEN).filter(given -> !given.isEmpty());
        if (token.isPresent() && spec.credentials().isPresent()) {
            throw new DriverException(TOKEN.name() + ": contradicts user and password; leave one of them out");
        }
        Optional<NewNamespace> newNamespace = values.get(NEW_NAMESPACE)
                ? Optional.of(new NewNamespace(values.given(COPIES), values.given(DEDUPLICATION)))
                : Optional.empty();
        for (Setting<?> ofNew : List.of(COPIES, DEDUPLICATION)) {
            if (newNamespace.isEmpty() && values.has(ofNew)) {
                throw new DriverException(ofNew.name() + ": is of a namespace that is created; give "
                        + NEW_NAMESPACE.name() + "=true, too, or leave it out");
            }
        }
        return new PulsarSettings(
                url,
                spec.credentials(),
                token,
                values.tls(),
                values.given(WEB_URL).orElseGet(() -> URI.create(url.webUrl())),
                newNamespace,
                values,
                LibraryProperties.of(values));
    }

    /** Value of a setting that has a default. */
    <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Full name of the topic of a queue or topic, whose name may be a full one already. */
    String topic(Destination destination) {
        return destination.name().contains("://")
                ? destination.name()
                : (get(NON_PERSISTENT) ? "non-persistent://" : "persistent://") + get(NAMESPACE) + "/"
                        + destination.name();
    }

    static boolean isPersistent(String topic) {
        return !topic.startsWith("non-persistent://");
    }

    private static String token(String given) {
        String file = "file:";
        try {
            return given.startsWith(file)
                    ? Files.readString(Path.of(given.substring(file.length()))).strip()
                    : given;
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(given + "; must be a token, or file: and a file that can be read.", e);
        }
    }

    private static URI webUrl(String text) {
        try {
            URI url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // The exception follows below.
        }
        throw new IllegalArgumentException(text + "; must be a URL like http://host:8080.");
    }
}
