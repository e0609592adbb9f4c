package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Kind;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of the JMS driver: what is special about a provider, as data. Most are given by the folder of a driver and not by a
 * user.
 */
final class JmsSettings {

    /** The part of the factory inside of which properties are set, and how to get at it. */
    record Inner(String prefix, String method) {}

    /** A connection parameter on the semantics card. */
    record Fact(String name, String parameter, String whenAbsent) {}

    private static final Kind<Map<String, String>> ASSIGNMENTS =
            Kind.of("A=B&C=D", "a=b&c=d", ".*", JmsSettings::assignments);
    private static final Kind<Rules> RULES = Kind.of("RULES", Rules.EXPECTED, ".*", Rules::parse);
    private static final Kind<List<String>> TEXTS =
            Kind.text("a text without a comma", "[^,]+").list();

    static final Setting<String> CONNECTION_FACTORY = Setting.of(
                    "jms.connectionFactory",
                    Kind.text(),
                    "class of the connection factory, with a constructor that takes the URL, or with one without arguments"
                            + " and jms.urlSetter")
            .like("org.apache.qpid.jms.JmsConnectionFactory");

    static final Setting<String> URL_SETTER = Setting.of(
                    "jms.urlSetter", Kind.text(), "method of the factory that takes the URL")
            .like("setBrokerURL");

    static final Setting<String> MAP_URL = Setting.of(
                    "jms.map.url",
                    Kind.text(),
                    "the factory's constructor takes a Map instead, and this is its key for the URL; the URL's query and all"
                            + " properties that are not in this table go into the map")
            .like("brokerServiceUrl");

    static final Setting<List<String>> MAP_NESTED = Setting.of(
                    "jms.map.nested", TEXTS, "keys of that map that are maps themselves: key.name=value goes into them")
            .otherwise("");

    static final Setting<Inner> INNER = Setting.of(
                    "jms.inner",
                    Kind.text("prefix:method", "[^:]+:[^:]+").map(JmsSettings::inner),
                    "a method of the factory that takes a Consumer of the object inside; properties that begin with the"
                            + " prefix are set on that")
            .like("amqp.:setAmqpConnectionFactoryPostProcessor");

    static final Setting<String> JNDI_NAME = Setting.of(
                    "jms.jndi.factoryName",
                    Kind.text(),
                    "name to look the factory up by, where there is any java.naming.* property; all properties that are"
                            + " not in this table go to the JNDI environment then")
            .otherwise("ConnectionFactory");

    static final Setting<Map<String, String>> URL_DEFAULTS = Setting.of(
                    "jms.url.defaults", ASSIGNMENTS, "query parameters that a URL gets if it lacks them")
            .otherwise("");

    static final Setting<List<String>> URL_PREFIXES = Setting.of(
                    "jms.url.prefixes",
                    TEXTS,
                    "properties that begin with one of these become query parameters; all others call the setter of that"
                            + " name of the connection factory")
            .otherwise("");

    static final Setting<String> URL_PREFIX = Setting.of(
                    "jms.url.prefix",
                    Kind.text(),
                    "all those others become query parameters too, with this before their name")
            .like("jms.");

    static final Setting<List<String>> URL_NAMES = Setting.of(
                    "jms.url.names",
                    TEXTS,
                    "classes whose setters and constants _PROPNAME are the parameters that a URL may have, besides the"
                            + " properties of the factory")
            .otherwise("");

    static final Setting<String> TLS_URL = Setting.of(
                    "jms.tls.url",
                    Kind.anyText(),
                    "query parameters of the URL that TLS needs, a=b&c=d; a value may be ${tls.trust}, ${tls.certificate},"
                            + " ${tls.key}, ${tls.verify-host}, or ${tls.pemcfg}, a keystore of the type PEMCFG")
            .otherwise("");

    static final Setting<String> TLS_PROPERTIES = Setting.of(
                    "jms.tls.properties",
                    Kind.anyText(),
                    "properties of the connection factory that TLS needs, likewise")
            .otherwise("");

    static final Setting<String> TLS_METHOD = Setting.of(
                    "jms.tls.method",
                    Kind.text(),
                    "method of the factory that takes an SSLContext, or managers of keys and of trust")
            .like("setSslContext");

    static final Setting<List<String>> TLS_SCHEMES = Setting.of(
                    "jms.tls.schemes",
                    TEXTS,
                    "URL schemes with which those hold also if the user says nothing of TLS: for providers that would"
                            + " trust anybody")
            .otherwise("");

    static final Setting<Map<String, String>> CREDENTIALS = Setting.of(
                    "jms.credentials.properties",
                    ASSIGNMENTS,
                    "properties of the factory that user and password go into, as ${user} and ${password}, escaped for"
                            + " JSON")
            .like("user=${user}&password=${password}");

    static final Setting<Boolean> CONNECTS_LATE = Setting.of(
                    "jms.connectsLate", Kind.flag(), "the provider connects with the first producer or consumer only")
            .otherwise("false");

    static final Setting<String> SEND_CALLBACK = Setting.of(
                    "jms.sendCallback",
                    Kind.text(),
                    "interface of the provider's own callback that send(Message, …) takes, where it has no completion"
                            + " listeners")
            .like("org.apache.activemq.AsyncCallback");

    static final Setting<Boolean> COMPLETES_AT_RETURN = Setting.of(
                    "jms.completesAtReturn",
                    Kind.flag(),
                    "the provider's blocking send does not wait for the broker; it is used for asynchronous sends too,"
                            + " which are complete when it returns")
            .otherwise("false")
            .deciding(Decides.ACKNOWLEDGEMENT);

    static final Setting<Integer> INDIVIDUAL_ACK_MODE = Setting.of(
                    "jms.individualAckMode",
                    Kind.count(0, Integer.MAX_VALUE),
                    "the provider's number for sessions with individual acknowledgement")
            .like("101");

    static final Setting<List<Capability>> WITHOUT = Setting.of(
                    "jms.without",
                    Kind.words(Arrays.stream(Capability.values())
                                    .map(Enum::name)
                                    .toList())
                            .map(Capability::valueOf)
                            .list(),
                    "capabilities that the provider lacks")
            .otherwise("");

    static final Setting<Rules> CLIENT_ACKS = Setting.of(
                    "jms.clientAcks", RULES, "for which producers a completed send says nothing about the broker")
            .otherwise("")
            .deciding(Decides.ACKNOWLEDGEMENT);

    static final Setting<Rules> FRESH_MESSAGES = Setting.of(
                    "jms.freshMessages", RULES, "for which producers a message object must not be sent twice")
            .otherwise("");

    static final Setting<Rules> SYNC_BY_COMPLETION = Setting.of(
                    "jms.syncByCompletion",
                    RULES,
                    "which synchronous producers have to send with a completion listener and wait for it, because the"
                            + " provider's blocking send does not wait for the broker")
            .otherwise("");

    static final Setting<List<Fact>> FACTS = Setting.of(
                    "jms.facts",
                    Kind.text("name:parameter:default", "[^:,]+:[^:,]+:[^,]*")
                            .map(JmsSettings::fact)
                            .list(),
                    "connection parameters of the semantics card")
            .otherwise("");

    static final Setting<String> PROTOCOL = Setting.of(
                    "jms.protocol", Kind.text(), "the wire protocol, for the semantics card")
            .like("AMQP 1.0");

    private static final SettingList OWN = SettingList.of(
                    CONNECTION_FACTORY,
                    URL_SETTER,
                    MAP_URL,
                    MAP_NESTED,
                    INNER,
                    JNDI_NAME,
                    URL_DEFAULTS,
                    URL_PREFIXES,
                    URL_PREFIX,
                    URL_NAMES,
                    TLS_URL,
                    TLS_PROPERTIES,
                    TLS_METHOD,
                    TLS_SCHEMES,
                    CREDENTIALS,
                    CONNECTS_LATE,
                    SEND_CALLBACK,
                    COMPLETES_AT_RETURN,
                    INDIVIDUAL_ACK_MODE,
                    WITHOUT,
                    CLIENT_ACKS,
                    FRESH_MESSAGES,
                    SYNC_BY_COMPLETION,
                    FACTS,
                    PROTOCOL)
            .and(Tls.SETTINGS);

    private JmsSettings() {}

    /** With the lists of the provider that the properties name. */
    static DriverSettings of(Map<String, String> properties) {
        boolean others = properties.containsKey(MAP_URL.name())
                || properties.getOrDefault(URL_PREFIXES.name(), "").contains("jms.");
        List<LibraryPart> parts = new ArrayList<>();
        String inner = properties.getOrDefault(INNER.name(), "");
        if (inner.contains(":")) {
            String prefix = inner.substring(0, inner.indexOf(':'));
            parts.add(new LibraryPart("object inside the connection factory", prefix, Set.of(), true, Map.of()));
        }
        parts.add(factory(properties));
        urlNames(properties).ifPresent(names -> parts.add(LibraryPart.of("URL of the provider", "", names)));
        return new DriverSettings("the JMS driver", others ? "" : "jms.", OWN, parts);
    }

    /** The factory's properties, if that is how it takes them and its class can be asked; a property of a URL has other names. */
    private static LibraryPart factory(Map<String, String> properties) {
        boolean bean = !properties.containsKey(MAP_URL.name())
                && !properties.containsKey(JNDI_NAME.name())
                && properties.keySet().stream().noneMatch(name -> name.startsWith("java.naming."));
        Set<String> setters = bean ? setters(properties.getOrDefault(CONNECTION_FACTORY.name(), "")) : Set.of();
        boolean open = setters.isEmpty()
                || properties.containsKey(URL_PREFIXES.name())
                || properties.containsKey(URL_PREFIX.name());
        LibraryPart factory = LibraryPart.of("connection factory", "", setters);
        return open ? factory.opened() : factory;
    }

    /** The parameters that a URL of the provider may have, if it has a list of them. */
    static Optional<Set<String>> urlNames(Map<String, String> properties) {
        String classes = properties.getOrDefault(URL_NAMES.name(), "");
        if (classes.isBlank()) {
            return Optional.empty();
        }
        Set<String> names = new TreeSet<>(setters(properties.getOrDefault(CONNECTION_FACTORY.name(), "")));
        for (String name : TEXTS.parse(classes)) {
            names.addAll(setters(name));
            find(name)
                    .ifPresent(type ->
                            names.addAll(LibraryPart.constants(type, constant -> constant.matches(".*_PROP_?NAME"))));
        }
        return Optional.of(names);
    }

    static Set<String> setters(String className) {
        return find(className).map(BeanProperties::names).orElse(Set.of());
    }

    /** A class that is not there is reported by whoever needs it. */
    private static Optional<Class<?>> find(String className) {
        try {
            return Optional.of(Class.forName(className, false, ContextLoader.ofDriver()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static Inner inner(String text) {
        int colon = text.indexOf(':');
        return new Inner(
                text.substring(0, colon).strip(), text.substring(colon + 1).strip());
    }

    private static Fact fact(String text) {
        String[] parts = text.split(":", 3);
        return new Fact(parts[0].strip(), parts[1].strip(), parts[2].strip());
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
}
