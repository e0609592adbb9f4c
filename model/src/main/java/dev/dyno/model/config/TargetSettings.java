package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Settings of the target of a load: a broker to start or an existing one, its driver, and the resources read during the run. They
 * are in no workload file; setups of studies and comparisons have some of them by their keys.
 */
public final class TargetSettings {

    /** Names of brokers that are a part of their driver, in the process of Dyno: no other process is started. */
    public static final List<String> IN_PROCESS = List.of("sim", "null");

    /** Drivers without a provider of their own: the user supplies one. */
    public static final List<String> ANY_PROVIDER = List.of("jms", "jms-javax");

    /** Broker that is started by default. */
    public static final String DEFAULT_BROKER = "artemis";

    private static final ValueType<String> PROTOCOL_NAME = ValueType.of("NAME", "CORE or AMQP", text -> {
        if (!text.matches("(?i)CORE|AMQP")) {
            throw new IllegalArgumentException(text + "; must be CORE or AMQP. Others have a --driver.");
        }
        return text;
    });

    private static final ValueType<List<Path>> PATHS =
            ValueType.of("PATH", "a jar or a folder of jars that exists", text -> Stream.of(text.split(":", -1))
                    .map(TargetSettings::path)
                    .toList());

    public static final Section<Object> SECTION = new Section<>("", HelpPart.BROKER);

    public static final LoadSetting<Object, Optional<String>> BROKER = word("broker", "NAME[:VERSION]")
            .often()
            .means("Start this broker, load it, stop it: one of dyno broker list, sim (simulated), or null.")
            .defaultWords(DEFAULT_BROKER + ", unless --url names one");

    public static final LoadSetting<Object, Optional<String>> URL = word("url", "URL")
            .often()
            .means("Address of a broker that is running.")
            .defaultWords("none, a broker is started");

    public static final LoadSetting<Object, Optional<String>> PROTOCOL = optional("protocol", PROTOCOL_NAME)
            .means("CORE or AMQP.")
            .flag("NAME", "--protocol")
            .defaultWords("as the URL says, else CORE");

    public static final LoadSetting<Object, Optional<String>> DRIVER = word("driver", "NAME|FILE")
            .means(
                    "Driver: artemis (CORE), amqp, openwire, kafka, pulsar, pulsar-jms, rabbitmq, rabbitmq-jms, nats, jetstream,"
                            + " mqtt, andes, jms, jms-javax, sim, null; or a driver file of the OpenMessaging Benchmark, which ends"
                            + " with .yaml.")
            .defaultWords("as the protocol, the broker or the URL says");

    public static final LoadSetting<Object, Boolean> OWN_DEFAULTS = SECTION.add("own-defaults", ValueType.flag(), false)
            .means(
                    "Settings that a driver file leaves out have the defaults of Dyno, and not those of the OpenMessaging Benchmark.")
            .flag("", "--own-defaults");

    public static final LoadSetting<Object, Map<String, String>> KNOBS = SECTION.add(
                    "set", LoadKinds.entries("KNOB=VALUE"), Map.of())
            .means("A knob of the broker that is started, as in dyno broker show; may be repeated.")
            .ofEntries(knobs -> knobs)
            .flag("KNOB=VALUE", "--set")
            .defaultWords("as shown there");

    public static final LoadSetting<Object, Optional<String>> HEAP = word("heap", "SIZE")
            .means("Heap of the broker that is started, like 2g or 512m.")
            .defaultWords("that of its recipe");

    /** Flags of the broker's JVM, added after those of its recipe; only in setups. */
    public static final LoadSetting<Object, List<String>> JVM = SECTION.<List<String>>add(
                    "jvm", ValueType.text().map(flags -> List.of(flags.strip().split("\\s+"))), List.of())
            .means("Flags of the JVM of the broker that is started.");

    public static final LoadSetting<Object, Optional<String>> USER =
            word("user", "NAME").means("User name.").defaultWords("anonymous");

    public static final LoadSetting<Object, Optional<String>> PASSWORD = optional(
                    "password", ValueType.text("a word", "[\\s\\S]*"))
            .means(
                    "Password of the user; without a value, as the last word or before another option, it is asked for on the"
                            + " terminal.")
            .flag("WORD", "--password");

    public static final LoadSetting<Object, Optional<Path>> PASSWORD_FILE = optional(
                    "password-file", ValueType.file("a file that can be read, with the password on its first line"))
            .means("File with the password on its first line: no list of processes and no history of a shell shows it.")
            .flag("FILE", "--password-file");

    public static final LoadSetting<Object, List<Path>> JARS = SECTION.add("jars", PATHS, List.of())
            .means(
                    "Jars of another JMS provider, or folders of them, with colons between, loaded apart from everything else.")
            .repeated()
            .flag("PATH", "--jars");

    public static final LoadSetting<Object, Optional<String>> CONNECTION_FACTORY = word("connection-factory", "CLASS")
            .means("Connection factory of another JMS provider, with --driver jms or jms-javax.");

    public static final LoadSetting<Object, Optional<Path>> JNDI = optional(
                    "jndi", ValueType.file("a properties file that can be read"))
            .means("JNDI properties to find the connection factory with, its name under jms.jndi.factoryName.")
            .flag("FILE", "--jndi");

    public static final LoadSetting<Object, Map<String, String>> DRIVER_PROPERTIES = SECTION.add(
                    "driver-property", LoadKinds.entries("NAME=VALUE"), Map.of())
            .means("A setting of the driver or its client library, as it is; may be repeated.")
            .ofEntries(properties -> properties)
            .flag("NAME=VALUE", "--driver-property");

    public static final LoadSetting<Object, Optional<String>> CLIENT_ID = optional("client-id", ValueType.text())
            .means("Prefix of the client IDs that are made.")
            .flag("PREFIX", "--clientID")
            .defaultWords("none are set");

    public static final LoadSetting<Object, Optional<Long>> BROKER_PID = optional(
                    "broker-pid", ValueType.whole(1, Integer.MAX_VALUE))
            .means(
                    "Process of a broker that runs on this host: its memory, CPU, files and, of a JVM, heap and garbage collections"
                            + " are read each second.")
            .flag("PID", "--broker-pid")
            .shownIn(HelpPart.MEASURING)
            .defaultWords("that of the broker that is started");

    public static final LoadSetting<Object, List<String>> BROKER_METRICS = SECTION.<List<String>>add(
                    "broker-metrics", ValueType.text().map(text -> List.of(text)), List.of())
            .means("Metrics of the broker, read each second: http://HOST:PORT/PATH in the text format of Prometheus"
                    + " or jolokia:http://HOST:PORT/PATH; may be repeated.")
            .repeated()
            .flag("URL", "--broker-metrics")
            .shownIn(HelpPart.MEASURING);

    public static final LoadSetting<Object, List<String>> BROKER_METRICS_SELECT = SECTION.<List<String>>add(
                    "broker-metrics-select", ValueType.text().map(text -> List.of(text)), List.of())
            .means(
                    "Series of Prometheus to read besides the ones that Dyno knows: a name with * for any characters, or a name"
                            + " with labels; may be repeated.")
            .repeated()
            .flag("PATTERN", "--broker-metrics-select")
            .shownIn(HelpPart.MEASURING);

    public static final LoadSetting<Object, Optional<String>> CONSUMER_URL =
            word("consumer-url", "URL").means("Address for the consumers.").defaultWords("that of --url");

    public static final LoadSetting<Object, Optional<String>> CONSUMER_PROTOCOL = optional(
                    "consumer-protocol", PROTOCOL_NAME)
            .means("CORE or AMQP for the consumers.")
            .flag("NAME", "--consumer-protocol")
            .defaultWords("that of --protocol");

    public static final LoadSetting<Object, Optional<String>> CONSUMER_DRIVER = word("consumer-driver", "NAME")
            .means("Driver of the consumers, where the broker speaks both protocols.")
            .defaultWords("that of --driver");

    public static final LoadSetting<Object, Map<String, String>> CONSUMER_DRIVER_PROPERTIES = SECTION.add(
                    "consumer-driver-property", LoadKinds.entries("NAME=VALUE"), Map.of())
            .means(
                    "A setting of the consumers' driver or its client library, beside those of --driver-property, or instead of"
                            + " them with --consumer-driver; may be repeated.")
            .ofEntries(properties -> properties)
            .flag("NAME=VALUE", "--consumer-driver-property");

    static {
        refuse(
                BROKER,
                in -> is(in, URL),
                "contradicts {url}, which names a broker that is running; leave one of them out.");
        refuse(CONSUMER_URL, in -> !is(in, URL), "needs {url}, or the producers would load a broker of their own.");
        refuse(
                KNOBS,
                in -> is(in, URL),
                "sets up a broker that Dyno starts, and {url} names one that is running; leave one of them out.");
        String own = "a broker that Dyno starts in a process of its own; leave it out.";
        refuse(HEAP, in -> managedBroker(in).isEmpty(), "is that of " + own);
        refuse(JVM, in -> managedBroker(in).isEmpty(), "is of the JVM of " + own);
        for (LoadSetting<?, ?> password : List.of(PASSWORD, PASSWORD_FILE)) {
            refuse(password, in -> !is(in, USER), "needs a user; give {user}, too.");
        }
        refuse(PASSWORD_FILE, in -> is(in, PASSWORD), "contradicts {password}; leave one of them out.");
        refuse(
                BROKER_PID,
                in -> managedBroker(in).isPresent(),
                "is that of a broker that runs already, and Dyno starts one here; give {url}, or leave it out.");
        refuse(PROTOCOL, in -> is(in, DRIVER), "contradicts {driver}; leave one of them out.");
        refuse(
                CONSUMER_PROTOCOL,
                in -> is(in, CONSUMER_DRIVER),
                "contradicts {consumer-driver}; leave one of them out.");
        refuse(
                CONNECTION_FACTORY,
                in -> !hasAnyProvider(in),
                "{given}; the driver knows its own. Leave it out, or give {driver} " + String.join(" or ", ANY_PROVIDER)
                        + ".");
        refuse(
                DRIVER,
                in -> hasAnyProvider(in) && !is(in, URL) && !is(in, JNDI),
                "{given}; Dyno starts no broker for it. Give {url}, or {jndi} with the address in it.");
    }

    private TargetSettings() {}

    private static LoadSetting<Object, Optional<String>> word(String key, String label) {
        return optional(key, ValueType.text()).flag(label, "--" + key);
    }

    private static <V> LoadSetting<Object, Optional<V>> optional(String key, ValueType<V> kind) {
        return SECTION.optional(key, kind, group -> Optional.empty());
    }

    private static Path path(String text) {
        Path path = Path.of(text);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(text + "; must be a jar or a folder of jars that exists.");
        }
        return path;
    }

    /** Reports all contradictions between values. */
    public static void check(Reading in) {
        SECTION.settings().forEach(in::get);
        in.check(SECTION);
    }

    /** Adds a rule that refuses a setting whose value is not its default, if the predicate holds. */
    private static void refuse(LoadSetting<?, ?> at, Predicate<Reading> wrong, String sentence) {
        SECTION.refuse(at, in -> is(in, at) && wrong.test(in), sentence);
    }

    private static boolean is(Reading in, LoadSetting<?, ?> setting) {
        return !in.get(setting).equals(setting.fallback());
    }

    private static boolean hasAnyProvider(Reading in) {
        return in.get(DRIVER).filter(ANY_PROVIDER::contains).isPresent();
    }

    /** Broker to start in a process of its own, if any. */
    public static Optional<String> managedBroker(Reading in) {
        return is(in, URL)
                ? Optional.empty()
                : in.get(BROKER).or(() -> Optional.of(DEFAULT_BROKER)).filter(name -> !IN_PROCESS.contains(name));
    }
}
