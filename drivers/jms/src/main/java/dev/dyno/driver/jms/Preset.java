package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.DriverException;
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
 * <tr><td>{@code jms.jndi.factoryName}</td><td>name to look the factory up by, where there is any {@code java.naming.*}
 *     property; {@code ConnectionFactory} by default. All properties that are not in this table go to the JNDI environment
 *     then</td></tr>
 * <tr><td>{@code jms.url.defaults}</td><td>{@code a=b&c=d}: query parameters that a URL gets if it lacks them</td></tr>
 * <tr><td>{@code jms.url.prefixes}</td><td>properties that begin with one of these, comma-separated, become query
 *     parameters; all others call the setter of that name of the connection factory</td></tr>
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
 */
final class Preset {

    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            "jms.connectionFactory",
            "jms.urlSetter",
            "jms.jndi.factoryName",
            "jms.url.defaults",
            "jms.url.prefixes",
            "jms.individualAckMode",
            "jms.without",
            "jms.clientAcks",
            "jms.freshMessages",
            "jms.syncByCompletion",
            "jms.facts",
            "jms.protocol"));

    /** Keys of driver.properties that are meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl");

    /** A connection parameter on the semantics card. */
    record Fact(String name, String parameter, String whenAbsent) {}

    final Optional<String> connectionFactory;
    final Optional<String> urlSetter;
    final OptionalInt individualAckMode;
    final Set<Capability> without;
    final Rules clientAcks;
    final Rules freshMessages;
    final Rules syncByCompletion;
    final List<Fact> facts;
    final Optional<String> protocol;

    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, String> urlParameters = new TreeMap<>();
    private final Map<String, String> beanProperties = new TreeMap<>();

    /** @throws DriverException if a key of the driver is unknown or its value cannot be understood */
    Preset(Map<String, String> properties) throws DriverException {
        List<String> prefixes = list(properties.getOrDefault("jms.url.prefixes", ""));
        for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
            sort(property.getKey(), property.getValue(), prefixes);
        }
        connectionFactory = Optional.ofNullable(settings.get("jms.connectionFactory"));
        urlSetter = Optional.ofNullable(settings.get("jms.urlSetter"));
        individualAckMode = integer("jms.individualAckMode");
        without = capabilities("jms.without");
        clientAcks = rules("jms.clientAcks");
        freshMessages = rules("jms.freshMessages");
        syncByCompletion = rules("jms.syncByCompletion");
        facts = facts("jms.facts");
        protocol = Optional.ofNullable(settings.get("jms.protocol"));
        if (!usesJndi() && connectionFactory.isEmpty()) {
            throw new DriverException("jms.connectionFactory: missing; give the class name of the provider's connection"
                    + " factory, or java.naming.factory.initial to look it up with JNDI");
        }
    }

    private void sort(String key, String value, List<String> prefixes) throws DriverException {
        if (KEYS.contains(key)) {
            settings.put(key, value);
        } else if (prefixes.stream().anyMatch(key::startsWith)) {
            urlParameters.put(key, value);
        } else if (key.startsWith("jms.")) {
            throw new DriverException(
                    key + ": unknown property of the JMS driver; expected one of " + String.join(", ", KEYS));
        } else if (!OF_THE_TOOL.contains(key)) {
            beanProperties.put(key, value);
        }
    }

    boolean usesJndi() {
        return settings.containsKey("jms.jndi.factoryName")
                || beanProperties.keySet().stream().anyMatch(key -> key.startsWith("java.naming."));
    }

    String jndiName() {
        return settings.getOrDefault("jms.jndi.factoryName", "ConnectionFactory");
    }

    /** Properties of the connection factory, or of the JNDI environment. */
    Map<String, String> beanProperties() {
        return beanProperties;
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
        return url.withDefaults(urlParameters).withDefaults(defaults);
    }

    private Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (String assignment : settings.getOrDefault("jms.url.defaults", "").split("&", -1)) {
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                defaults.put(
                        assignment.substring(0, equals).strip(),
                        assignment.substring(equals + 1).strip());
            }
        }
        return defaults;
    }

    /** Everything that was said about the connection, in the URL or by a property. */
    Map<String, String> parameters(ConnectionUrl url) {
        Map<String, String> parameters = url.parameters();
        parameters.putAll(beanProperties);
        return parameters;
    }

    private Rules rules(String key) throws DriverException {
        return Rules.parse(key, settings.getOrDefault(key, ""));
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
