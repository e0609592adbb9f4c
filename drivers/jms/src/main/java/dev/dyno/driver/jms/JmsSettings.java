package dev.dyno.driver.jms;

import dev.dyno.driver.Capability;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Settings of the JMS driver: properties of providers as data. Most come from the folder of a driver, not from a user. */
final class JmsSettings {

    /** Object inside the factory: prefix of its properties, and the factory's method that takes a callback for it. */
    record Inner(String prefix, String method) {}

    /** A connection parameter on the semantics card. */
    record Fact(String name, String parameter, String whenAbsent) {}

    private static final ValueType<Map<String, String>> ASSIGNMENTS =
            ValueType.of("A=B&C=D", "a=b&c=d", JmsSettings::assignments);
    private static final ValueType<JmsLimits> RULES = ValueType.of("RULES", JmsLimits.EXPECTED, JmsLimits::parse);
    private static final ValueType<List<String>> TEXTS =
            ValueType.text("a text without a comma", "[^,]+").list();

    private static final SettingList.Builder OWN = new SettingList.Builder();

    static final Setting<String> CONNECTION_FACTORY = OWN.optional(
            "jms.connectionFactory",
            ValueType.text(),
            "org.apache.qpid.jms.JmsConnectionFactory",
            "class of the connection factory, with a constructor that takes the URL, or with one without arguments"
                    + " and jms.urlSetter");

    static final Setting<String> URL_SETTER =
            OWN.optional("jms.urlSetter", ValueType.text(), "setBrokerURL", "method of the factory that takes the URL");

    static final Setting<String> URL_FORM = OWN.optional(
            "jms.url.form", ValueType.text(), "amqp://HOST:PORT", "form of a URL, shown when the provider refuses one");

    static final Setting<String> MAP_URL = OWN.optional(
            "jms.map.url",
            ValueType.text(),
            "brokerServiceUrl",
            "the factory's constructor takes a Map instead, and this is its key for the URL; the URL's query and all"
                    + " properties that are not in this table go into the map");

    static final Setting<List<String>> MAP_NESTED = OWN.add(
            "jms.map.nested", TEXTS, "", "keys of that map that are maps themselves: key.name=value goes into them");

    static final Setting<Inner> INNER = OWN.optional(
            "jms.inner",
            ValueType.text("prefix:method", "[^:]+:[^:]+").map(JmsSettings::inner),
            "amqp.:setAmqpConnectionFactoryPostProcessor",
            "a method of the factory that takes a Consumer of the object inside; properties that begin with the"
                    + " prefix are set on that");

    static final Setting<String> JNDI_NAME = OWN.add(
            "jms.jndi.factoryName",
            ValueType.text(),
            "ConnectionFactory",
            "name to look the factory up by, where there is any java.naming.* property; all properties that are"
                    + " not in this table go to the JNDI environment then");

    static final Setting<Map<String, String>> URL_DEFAULTS =
            OWN.add("jms.url.defaults", ASSIGNMENTS, "", "query parameters that a URL gets if it lacks them");

    static final Setting<List<String>> URL_PREFIXES = OWN.add(
            "jms.url.prefixes",
            TEXTS,
            "",
            "properties that begin with one of these become query parameters; all others call the setter of that"
                    + " name of the connection factory");

    static final Setting<String> URL_PREFIX = OWN.optional(
            "jms.url.prefix",
            ValueType.text(),
            "jms.",
            "all those others become query parameters too, with this before their name");

    static final Setting<List<String>> URL_NAMES = OWN.add(
            "jms.url.names",
            TEXTS,
            "",
            "classes whose setters are the parameters that a URL may have, besides the properties of the factory, and"
                    + " lists of such parameters, or their beginning up to a dot, as CLASS#CONSTANT");

    static final Setting<String> TLS_URL = OWN.add(
            "jms.tls.url",
            ValueType.anyText(),
            "",
            "query parameters of the URL that TLS needs, a=b&c=d; a value may be ${tls.trust}, ${tls.certificate},"
                    + " ${tls.key}, ${tls.verify-host}, or ${tls.pemcfg}, a keystore of the type PEMCFG");

    static final Setting<String> TLS_PROPERTIES = OWN.add(
            "jms.tls.properties",
            ValueType.anyText(),
            "",
            "properties of the connection factory that TLS needs, likewise");

    static final Setting<String> TLS_METHOD = OWN.optional(
            "jms.tls.method",
            ValueType.text(),
            "setSslContext",
            "method of the factory that takes an SSLContext, or managers of keys and of trust");

    static final Setting<List<String>> TLS_SCHEMES = OWN.add(
            "jms.tls.schemes",
            TEXTS,
            "",
            "URL schemes with which the jms.tls settings hold even without any tls. setting, for providers that"
                    + " would otherwise trust any certificate");

    static final Setting<Map<String, String>> CREDENTIALS = OWN.optional(
            "jms.credentials.properties",
            ASSIGNMENTS,
            "user=${user}&password=${password}",
            "properties of the factory that user and password go into, as ${user} and ${password}, escaped for"
                    + " JSON");

    static final Setting<Boolean> CONNECTS_LATE = OWN.add(
            "jms.connectsLate",
            ValueType.flag(),
            "false",
            "the provider connects with the first producer or consumer only");

    static final Setting<String> SEND_CALLBACK = OWN.optional(
            "jms.sendCallback",
            ValueType.text(),
            "org.apache.activemq.AsyncCallback",
            "interface of the provider's own callback that send(Message, …) takes, where it has no completion"
                    + " listeners");

    static final Setting<Boolean> COMPLETES_AT_RETURN = OWN.add(
            "jms.completesAtReturn",
            ValueType.flag(),
            "false",
            "the provider's blocking send does not wait for the broker; it is used for asynchronous sends too,"
                    + " which are complete when it returns",
            Decides.ACKNOWLEDGEMENT);

    static final Setting<Integer> INDIVIDUAL_ACK_MODE = OWN.optional(
            "jms.individualAckMode",
            ValueType.count(0, Integer.MAX_VALUE),
            "101",
            "the provider's number for sessions with individual acknowledgement");

    /** Value of {@link #REJECTION} that stands for the recovery of the session. */
    static final String RECOVER = "recover";

    static final Setting<String> REJECTION = OWN.optional(
            "jms.rejection",
            ValueType.text("property:number, or recover", "[^:]+:\\d{1,9}|" + RECOVER),
            "JMS_AMQP_ACK_TYPE:2",
            "property of a received message, and its number, with which an individual acknowledgement is a rejection; or recover,"
                    + " which recovers the session, where a message that it hands back becomes a dead letter at once");

    static final Setting<List<Capability>> WITHOUT = OWN.add(
            "jms.without",
            ValueType.words(Arrays.stream(Capability.values()).map(Enum::name).toList())
                    .map(Capability::valueOf)
                    .list(),
            "",
            "capabilities that the provider lacks");

    static final Setting<Integer> PARTITIONS = OWN.add(
            "jms.partitions",
            ValueType.count(0, 999_999),
            "0",
            "partitions of destinations before their first use, where the provider has a way to say so; 0 and 1 leave their"
                    + " creation to the broker");

    static final Setting<JmsLimits> CLIENT_ACKS = OWN.add(
            "jms.clientAcks",
            RULES,
            "",
            "for which producers a completed send says nothing about the broker",
            Decides.ACKNOWLEDGEMENT);

    static final Setting<JmsLimits> FRESH_MESSAGES =
            OWN.add("jms.freshMessages", RULES, "", "for which producers a message object must not be sent twice");

    static final Setting<JmsLimits> SYNC_BY_COMPLETION = OWN.add(
            "jms.syncByCompletion",
            RULES,
            "",
            "which synchronous producers have to send with a completion listener and wait for it, because the"
                    + " provider's blocking send does not wait for the broker");

    static final Setting<String> ACK_WINDOW = OWN.optional(
            "jms.ackWindow",
            ValueType.text("parameter:default", "[^:]+:\\d+"),
            "maxprefetch:5000",
            "connection parameter with the most messages that a consumer has without having acknowledged them; 0 = no limit");

    static final Setting<List<Fact>> FACTS = OWN.add(
            "jms.facts",
            ValueType.text("name:parameter:default", "[^:,]+:[^:,]+:[^,]*")
                    .map(JmsSettings::fact)
                    .list(),
            "",
            "connection parameters of the semantics card");

    static final Setting<String> PROTOCOL =
            OWN.optional("jms.protocol", ValueType.text(), "AMQP 1.0", "the wire protocol, for the semantics card");

    private static final SettingList ALL = OWN.list().and(Tls.SETTINGS);

    private JmsSettings() {}

    /** Settings of the driver, with the properties that the provider lists. */
    static DriverSettings of(Map<String, String> properties) {
        boolean others = properties.containsKey(MAP_URL.name())
                || properties.getOrDefault(URL_PREFIXES.name(), "").contains("jms.");
        List<LibraryPart> parts = new ArrayList<>();
        String inner = properties.getOrDefault(INNER.name(), "");
        if (inner.contains(":")) {
            String prefix = inner.substring(0, inner.indexOf(':'));
            parts.add(new LibraryPart(
                    "object inside the connection factory", prefix, Set.of(), true, Map.of(), Map.of()));
        }
        parts.add(factory(properties));
        urlNames(properties).ifPresent(names -> parts.add(LibraryPart.of("URL of the provider", "", names)));
        parts.replaceAll(part -> deciding(part, properties));
        return new DriverSettings("the JMS driver", others ? "" : "jms.", ALL, parts);
    }

    /** Adds the effect on acknowledgements of properties that the rules of {@link #CLIENT_ACKS} mention, if the part has them. */
    private static LibraryPart deciding(LibraryPart part, Map<String, String> properties) {
        String rules = properties.getOrDefault(CLIENT_ACKS.name(), "");
        if (CLIENT_ACKS.problem(CLIENT_ACKS.name(), rules).isPresent()) {
            return part; // The reader of the rules reports the problem.
        }
        LibraryPart all = part;
        for (String name : CLIENT_ACKS.parse(rules).parameters()) {
            if (part.names().contains(name)) {
                all = all.deciding(name, Decides.ACKNOWLEDGEMENT);
            }
        }
        return all;
    }

    /**
     * Properties of the factory: those with setters; any others, too, if no setters are known or properties may go into the URL.
     */
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

    /** Parameters that the provider's URL may have; empty if the provider has no list of them. */
    static Optional<Set<String>> urlNames(Map<String, String> properties) {
        String classes = properties.getOrDefault(URL_NAMES.name(), "");
        if (classes.isBlank()) {
            return Optional.empty();
        }
        Set<String> names = new TreeSet<>(setters(properties.getOrDefault(CONNECTION_FACTORY.name(), "")));
        TEXTS.parse(classes).forEach(from -> names.addAll(namesOf(from)));
        return Optional.of(names);
    }

    /**
     * Names that an entry of {@code jms.url.names} stands for: of a class, the properties that it has setters for; of
     * {@code CLASS#CONSTANT}, the names in that collection, or the one name or prefix that the constant is.
     */
    private static Set<String> namesOf(String from) {
        int hash = from.indexOf('#');
        if (hash < 0) {
            return setters(from);
        }
        Set<String> names = new TreeSet<>();
        find(from.substring(0, hash)).ifPresent(type -> {
            try {
                Object constant = type.getField(from.substring(hash + 1)).get(null);
                Collection<?> all = constant instanceof Collection<?> several ? several : List.of(constant);
                all.forEach(name -> names.add(String.valueOf(name)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(from + ": is no list of names", e);
            }
        });
        return names;
    }

    static Set<String> setters(String className) {
        return find(className).map(BeanProperties::names).orElse(Set.of());
    }

    /** Class of a name; a missing one is reported by the code that needs it. */
    private static Optional<Class<?>> find(String className) {
        try {
            return Optional.of(Class.forName(className, false, JmsDriver.class.getClassLoader()));
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

    /** Assignments in the form {@code a=b&c=d}. */
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
