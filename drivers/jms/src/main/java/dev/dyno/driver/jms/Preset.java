package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The settings of the JMS driver: what is special about a provider, as data. The keys:
 *
 * <table>
 * <caption>Keys</caption>
 * <tr><td>{@code jms.connectionFactory}</td><td>class of the connection factory, with a constructor that takes the URL, or with
 *     one without arguments and {@code jms.urlSetter}</td></tr>
 * <tr><td>{@code jms.urlSetter}</td><td>method of the factory that takes the URL, for instance {@code setBrokerURL}</td></tr>
 * <tr><td>{@code jms.map.url}</td><td>the factory's constructor takes a {@code Map} instead, and this is its key for the URL; the
 *     URL's query and all properties that are not in this table go into the map</td></tr>
 * <tr><td>{@code jms.map.nested}</td><td>keys of that map, comma-separated, that are maps themselves: {@code key.name=value} goes
 *     into them</td></tr>
 * <tr><td>{@code jms.inner}</td><td>{@code prefix:method}: a method of the factory that takes a {@link
 *     java.util.function.Consumer} of what it holds inside; properties that begin with the prefix are set on that</td></tr>
 * <tr><td>{@code jms.jndi.factoryName}</td><td>name to look the factory up by, where there is any {@code java.naming.*}
 *     property; {@code ConnectionFactory} by default. All properties that are not in this table go to the JNDI environment
 *     then</td></tr>
 * <tr><td>{@code jms.url.defaults}</td><td>{@code a=b&c=d}: query parameters that a URL gets if it lacks them</td></tr>
 * <tr><td>{@code jms.url.prefixes}</td><td>properties that begin with one of these, comma-separated, become query
 *     parameters; all others call the setter of that name of the connection factory</td></tr>
 * <tr><td>{@code jms.url.prefix}</td><td>all those others become query parameters too, with this before their name</td></tr>
 * <tr><td>{@code jms.tls.url}, {@code jms.tls.properties}</td><td>{@code a=b&c=d}: query parameters of the URL, and properties
 *     of the connection factory, that TLS needs; the values may be <code>${tls.trust}</code>, <code>${tls.certificate}</code>,
 *     <code>${tls.key}</code>, <code>${tls.verify-host}</code>, or <code>${tls.pemcfg}</code>, a keystore of the type
 *     PEMCFG</td></tr>
 * <tr><td>{@code jms.tls.method}</td><td>method of the factory that takes an {@link javax.net.ssl.SSLContext}, or managers of keys
 *     and of trust</td></tr>
 * <tr><td>{@code jms.tls.schemes}</td><td>URL schemes, comma-separated, with which those hold also if the user says nothing of TLS:
 *     for providers that would trust anybody</td></tr>
 * <tr><td>{@code jms.credentials.properties}</td><td>{@code a=b&c=d}: properties of the factory that user and password go into,
 *     as <code>${user}</code> and <code>${password}</code>, escaped for JSON</td></tr>
 * <tr><td>{@code jms.connectsLate}</td><td>{@code true}: the provider connects with the first producer or consumer only</td></tr>
 * <tr><td>{@code jms.sendCallback}</td><td>interface of the provider's own callback that {@code send(Message, …)} takes, where it
 *     has no completion listeners</td></tr>
 * <tr><td>{@code jms.completesAtReturn}</td><td>{@code true}: the provider's blocking send does not wait for the broker; it is used
 *     for asynchronous sends too, which are complete when it returns</td></tr>
 * <tr><td>{@code jms.individualAckMode}</td><td>the provider's number for sessions with individual acknowledgement</td></tr>
 * <tr><td>{@code jms.without}</td><td>names of {@link Capability}, comma-separated, that the provider lacks</td></tr>
 * <tr><td>{@code jms.clientAcks}</td><td>{@link Rules}: for which producers a completed send says nothing about the
 *     broker</td></tr>
 * <tr><td>{@code jms.freshMessages}</td><td>{@link Rules}: for which producers a message object must not be sent twice</td></tr>
 * <tr><td>{@code jms.syncByCompletion}</td><td>{@link Rules}: which synchronous producers have to send with a completion
 *     listener and wait for it, because the provider's blocking send does not wait for the broker</td></tr>
 * <tr><td>{@code jms.facts}</td><td>{@code name:parameter:default}, comma-separated: connection parameters of the semantics
 *     card</td></tr>
 * <tr><td>{@code jms.protocol}</td><td>the wire protocol, for the semantics card</td></tr>
 * </table>
 *
 * <p>In values of properties that are not in this table, <code>${host}</code> and <code>${port}</code> stand for those of the URL.
 */
final class Preset {

    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            "jms.connectionFactory",
            "jms.urlSetter",
            "jms.map.url",
            "jms.map.nested",
            "jms.inner",
            "jms.jndi.factoryName",
            "jms.connectsLate",
            "jms.tls.url",
            "jms.tls.properties",
            "jms.tls.method",
            "jms.tls.schemes",
            "jms.credentials.properties",
            "jms.url.defaults",
            "jms.url.prefixes",
            "jms.url.prefix",
            "jms.sendCallback",
            "jms.completesAtReturn",
            "jms.individualAckMode",
            "jms.without",
            "jms.clientAcks",
            "jms.freshMessages",
            "jms.syncByCompletion",
            "jms.facts",
            "jms.protocol"));

    /** Keys of driver.properties that are meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl", "schemes");

    /** What the factory holds inside, and how to get at it. */
    record Inner(String prefix, String method) {}

    /** A connection parameter on the semantics card. */
    record Fact(String name, String parameter, String whenAbsent) {}

    final Optional<String> connectionFactory;
    final Optional<String> urlSetter;
    final Optional<String> mapUrl;
    final List<String> mapNested;
    final Optional<Inner> inner;
    final boolean connectsLate;
    final Optional<String> sendCallback;
    final boolean completesAtReturn;
    final OptionalInt individualAckMode;
    final Set<Capability> without;
    final Rules clientAcks;
    final Rules freshMessages;
    final Rules syncByCompletion;
    final List<Fact> facts;
    final Optional<String> protocol;

    final Optional<Encryption> encryption;
    final Optional<String> encryptionMethod;
    final boolean credentialsInProperties;

    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, String> tlsParameters = new TreeMap<>();
    private final Map<String, String> urlParameters = new TreeMap<>();
    private final Map<String, String> beanProperties = new TreeMap<>();

    /** @throws DriverException if a key of the driver is unknown or its value cannot be understood */
    Preset(ClientSpec spec) throws DriverException {
        Map<String, String> properties = spec.properties();
        for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
            sort(property.getKey(), property.getValue(), properties);
        }
        connectionFactory = Optional.ofNullable(settings.get("jms.connectionFactory"));
        urlSetter = Optional.ofNullable(settings.get("jms.urlSetter"));
        mapUrl = Optional.ofNullable(settings.get("jms.map.url"));
        mapNested = list(settings.getOrDefault("jms.map.nested", ""));
        inner = inner("jms.inner");
        connectsLate = Boolean.parseBoolean(settings.getOrDefault("jms.connectsLate", "false"));
        sendCallback = Optional.ofNullable(settings.get("jms.sendCallback"));
        completesAtReturn = Boolean.parseBoolean(settings.getOrDefault("jms.completesAtReturn", "false"));
        individualAckMode = integer("jms.individualAckMode");
        without = capabilities("jms.without");
        clientAcks = rules("jms.clientAcks");
        freshMessages = rules("jms.freshMessages");
        syncByCompletion = rules("jms.syncByCompletion");
        facts = facts("jms.facts");
        protocol = Optional.ofNullable(settings.get("jms.protocol"));
        encryptionMethod = Optional.ofNullable(settings.get("jms.tls.method"));
        encryption = encryption(spec);
        credentialsInProperties = settings.containsKey("jms.credentials.properties");
        if (credentialsInProperties && spec.credentials().isPresent()) {
            assignments(settings.getOrDefault("jms.credentials.properties", ""))
                    .forEach((name, value) -> beanProperties.putIfAbsent(
                            name, filled(value, spec.credentials().get())));
        }
        if (!usesJndi() && connectionFactory.isEmpty()) {
            throw new DriverException("jms.connectionFactory: missing; give the class name of the provider's connection"
                    + " factory, or java.naming.factory.initial to look it up with JNDI");
        }
    }

    private void sort(String key, String value, Map<String, String> all) throws DriverException {
        if (KEYS.contains(key)) {
            settings.put(key, value);
        } else if (key.startsWith("tls.")) {
            return;
        } else if (list(all.getOrDefault("jms.url.prefixes", "")).stream().anyMatch(key::startsWith)) {
            urlParameters.put(key, value);
        } else if (key.startsWith("jms.") && !all.containsKey("jms.map.url")) {
            throw new DriverException(
                    key + ": unknown property of the JMS driver; expected one of " + String.join(", ", KEYS));
        } else if (OF_THE_TOOL.contains(key)) {
            return;
        } else if (all.containsKey("jms.url.prefix")) {
            urlParameters.put(all.get("jms.url.prefix") + key, value);
        } else {
            beanProperties.put(key, value);
        }
    }

    /** What the user says of TLS, also by the scheme of the URL, in the words of the provider. */
    private Optional<Encryption> encryption(ClientSpec spec) throws DriverException {
        Tls tls = Tls.of(spec.properties());
        Optional<String> said = spec.properties().keySet().stream()
                .filter(Tls.SETTINGS::contains)
                .findFirst();
        boolean byScheme = list(settings.getOrDefault("jms.tls.schemes", "")).stream()
                .anyMatch(scheme -> spec.url().startsWith(scheme + "://"));
        if (said.isEmpty() && !byScheme) {
            return Optional.empty();
        }
        if (settings.keySet().stream().noneMatch(key -> key.startsWith("jms.tls."))) {
            throw new DriverException(
                    said.orElse("tls") + ": this driver does not know how the provider is told; use the provider's own"
                            + " properties for TLS");
        }
        if (!tls.verifyHost() && settings.values().stream().noneMatch(value -> value.contains("${tls.verify-host}"))) {
            throw new DriverException("tls.verify-host: false; this driver's client library always looks for whom the"
                    + " certificate is, leave the setting out");
        }
        Encryption made = new Encryption(tls);
        tlsParameters.putAll(made.fill(settings.getOrDefault("jms.tls.url", "")));
        made.fill(settings.getOrDefault("jms.tls.properties", "")).forEach(beanProperties::putIfAbsent);
        return Optional.of(made);
    }

    private static String filled(String value, Credentials credentials) {
        return value.replace("${user}", json(credentials.user())).replace("${password}", json(credentials.password()));
    }

    private static String json(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    boolean usesJndi() {
        return settings.containsKey("jms.jndi.factoryName")
                || beanProperties.keySet().stream().anyMatch(key -> key.startsWith("java.naming."));
    }

    String jndiName() {
        return settings.getOrDefault("jms.jndi.factoryName", "ConnectionFactory");
    }

    /** Properties of the connection factory, or of the JNDI environment. */
    Map<String, String> beanProperties(ConnectionUrl url) {
        Map<String, String> filledIn = new TreeMap<>(beanProperties);
        url.authority()
                .ifPresent(authority -> filledIn.replaceAll((key, value) -> value.replace("${host}", authority.host())
                        .replace("${port}", Integer.toString(authority.port()))));
        return filledIn;
    }

    /** Whether the user left this parameter to the preset. */
    boolean isDefault(String given, String parameter) {
        return defaults().containsKey(parameter)
                && !new ConnectionUrl(given).parameters().containsKey(parameter)
                && !urlParameters.containsKey(parameter)
                && !beanProperties.containsKey(parameter);
    }

    /** The URL with the parameters of the preset and of the properties. */
    ConnectionUrl url(String given) throws DriverException {
        ConnectionUrl url = new ConnectionUrl(given);
        for (String parameter : urlParameters.keySet()) {
            if (url.parameters().containsKey(parameter)) {
                throw new DriverException(
                        parameter + ": given as a property and in " + given + "; leave one of them out");
            }
        }
        Map<String, String> defaults = defaults();
        defaults.keySet().removeAll(beanProperties.keySet());
        defaults.keySet().removeAll(urlParameters.keySet());
        return url.withDefaults(urlParameters).withDefaults(tlsParameters).withDefaults(defaults);
    }

    private Map<String, String> defaults() {
        return assignments(settings.getOrDefault("jms.url.defaults", ""));
    }

    /** {@code a=b&c=d}. */
    static Map<String, String> assignments(String text) {
        Map<String, String> assignments = new LinkedHashMap<>();
        for (String assignment : text.split("&", -1)) {
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                assignments.put(
                        assignment.substring(0, equals).strip(),
                        assignment.substring(equals + 1).strip());
            }
        }
        return assignments;
    }

    /** Everything that was said about the connection, in the URL or by a property. */
    Map<String, String> parameters(ConnectionUrl url) {
        Map<String, String> parameters = url.parameters();
        parameters.putAll(beanProperties(url));
        return parameters;
    }

    private Rules rules(String key) throws DriverException {
        return Rules.parse(key, settings.getOrDefault(key, ""));
    }

    private Optional<Inner> inner(String key) throws DriverException {
        String text = settings.get(key);
        if (text == null) {
            return Optional.empty();
        }
        String[] parts = text.split(":", -1);
        if (parts.length != 2) {
            throw new DriverException(key + ": '" + text + "'; must be prefix:method");
        }
        return Optional.of(new Inner(parts[0].strip(), parts[1].strip()));
    }

    private OptionalInt integer(String key) throws DriverException {
        String text = settings.get(key);
        if (text == null) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            throw new DriverException(key + ": '" + text + "'; must be a whole number", e);
        }
    }

    private Set<Capability> capabilities(String key) throws DriverException {
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        for (String name : list(settings.getOrDefault(key, ""))) {
            try {
                capabilities.add(Capability.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new DriverException(
                        key + ": '" + name + "'; expected some of "
                                + Arrays.stream(Capability.values())
                                        .map(Enum::name)
                                        .collect(Collectors.joining(", ")),
                        e);
            }
        }
        return capabilities;
    }

    private List<Fact> facts(String key) throws DriverException {
        List<Fact> facts = new ArrayList<>();
        for (String fact : list(settings.getOrDefault(key, ""))) {
            String[] parts = fact.split(":", 3);
            if (parts.length != 3) {
                throw new DriverException(key + ": '" + fact + "'; must be name:parameter:default");
            }
            facts.add(new Fact(parts[0].strip(), parts[1].strip(), parts[2].strip()));
        }
        return List.copyOf(facts);
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
