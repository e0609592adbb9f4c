package dev.dyno.broker.andes;

import dev.dyno.broker.launcher.CannotRunException;
import dev.dyno.broker.launcher.Reflect;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The one Andes of this process: its state is in static fields. Its methods are called by name, so that this launcher is compiled
 * against no version of it.
 */
final class AndesServer {

    private static final String PACKAGE = "org.wso2.andes.";
    private static final String CONFIGURATION = PACKAGE + "configuration.AndesConfigurationManager";
    private static final String CONTEXT = PACKAGE + "kernel.AndesContext";
    private static final String REGISTRY = PACKAGE + "server.registry.ApplicationRegistry";
    private static final String SUBMIT_DELAY = "PERFORMANCE_TUNING_MAX_SLOT_SUBMIT_DELAY";
    private static final String SETTINGS = PACKAGE + "configuration.enums.AndesConfiguration";

    /** Number of periods of the submit delay after which Andes first looks for messages that have waited long enough. */
    private static final int PERIODS_BEFORE_DELIVERY = 10;

    private final Path config;
    private final Path data;
    private final Properties settings;
    private @Nullable DataSource store;

    /** @param settings {@code config}, {@code data}, {@code port}, {@code store}, {@code user} and {@code password} */
    AndesServer(Properties settings) {
        this.settings = settings;
        config = Path.of(settings.getProperty("config"));
        data = Path.of(settings.getProperty("data"));
    }

    void start() throws Exception {
        writePasswords();
        System.setProperty("carbon.config.dir.path", config.toString());
        System.setProperty("carbon.home", data.toString());
        System.setProperty("ANDES_HOME", config.toString());
        System.setProperty("QPID_WORK", data.toString());
        // Keeps Andes from opening a management server on all interfaces; the JVM itself reads this before main.
        System.setProperty("com.sun.management.jmxremote", "true");
        Naming.install();
        DataSource source = Store.open(Store.url(settings.getProperty("store"), data));
        Naming.bind("dyno", source);
        store = source;

        Reflect.callStatic(CONFIGURATION, "initialize", 0);
        Object context = Reflect.getStatic(CONTEXT, "getInstance");
        Reflect.call(context, "constructStoreConfiguration");
        Reflect.call(context, "setClusteringEnabled", false);
        Object options = Reflect.create(PACKAGE + "server.BrokerOptions");
        Reflect.call(options, "setConfigFile", config.resolve("server.xml").toString());
        Reflect.call(options, "setBind", settings.getProperty("host"));
        Reflect.call(options, "addPort", Integer.parseInt(settings.getProperty("port")));
        Reflect.call(Reflect.create(PACKAGE + "server.Broker"), "startup", options);
    }

    /**
     * Waits until Andes delivers a message even if no others follow. Until then, a queue delivers nothing before it has a whole
     * window of messages.
     */
    void awaitDelivery() throws Exception {
        TimeUnit.MILLISECONDS.sleep(PERIODS_BEFORE_DELIVERY * (long) (Integer) setting(SUBMIT_DELAY));
    }

    /** Makes Andes refuse new messages and write those received, then closes the database. */
    void stop() throws Exception {
        Reflect.callStatic(PACKAGE + "kernel.AndesKernelBoot", "shutDownAndesKernel");
        DataSource source = store;
        if (source != null) {
            Store.close(source);
        }
    }

    /** The port that the acceptor is really bound to. */
    private static int port() throws Exception {
        Object registry = Reflect.getStatic(REGISTRY, "getInstance");
        Map<?, ?> acceptors = (Map<?, ?>) Reflect.field(registry, "_acceptors");
        for (Object acceptor : acceptors.values()) {
            Object transport = Reflect.get(acceptor, "getNetworkTransport");
            Object socket = Reflect.field(transport, "_acceptor");
            for (Object address : (Iterable<?>) Reflect.get(socket, "getManagedServiceAddresses")) {
                if (address instanceof InetSocketAddress bound) {
                    return bound.getPort();
                }
            }
        }
        throw new CannotRunException("the acceptor is not bound to a port; the log says why");
    }

    /** The port, and the values that Andes reports of its settings, under the names of the knobs. */
    Map<String, String> facts() throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("port", Integer.toString(port()));
        facts.put("version", version());
        facts.put("store", settings.getProperty("store"));
        put(facts, "flow-global-low", "FLOW_CONTROL_GLOBAL_LOW_LIMIT");
        put(facts, "flow-global-high", "FLOW_CONTROL_GLOBAL_HIGH_LIMIT");
        put(facts, "flow-channel-low", "FLOW_CONTROL_BUFFER_BASED_LOW_LIMIT");
        put(facts, "flow-channel-high", "FLOW_CONTROL_BUFFER_BASED_HIGH_LIMIT");
        put(facts, "slot-window-size", "PERFORMANCE_TUNING_SLOTS_SLOT_WINDOW_SIZE");
        put(facts, "slot-accumulation-ms", "PERFORMANCE_TUNING_SLOTS_MESSAGE_ACCUMULATION_TIMEOUT");
        put(facts, "slot-submit-delay-ms", SUBMIT_DELAY);
        put(facts, "max-redelivery-attempts", "TRANSPORTS_AMQP_MAXIMUM_REDELIVERY_ATTEMPTS");
        put(facts, "cache-size", "PERSISTENCE_CACHE_SIZE");
        facts.put("java", System.getProperty("java.version", "unknown"));
        facts.put("heap-max-bytes", Long.toString(Runtime.getRuntime().maxMemory()));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String setting) throws Exception {
        facts.put(name, setting(setting).toString());
    }

    private static Object setting(String name) throws Exception {
        return Reflect.getStatic(CONFIGURATION, "readValue", Reflect.constant(SETTINGS, name));
    }

    /** Version, from the name of the jar: Andes's own properties contain the version of Qpid from which it was forked. */
    private static String version() throws ClassNotFoundException {
        String jar = Class.forName(CONTEXT)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return jar.replaceAll(".*/andes-|\\.jar$", "");
    }

    private void writePasswords() throws IOException, CannotRunException {
        String user = settings.getProperty("user");
        String password = settings.getProperty("password");
        // Andes separates the two by a colon or a blank, and has no escape for either within them.
        if ((user + password).matches(".*[:\\s].*") || user.startsWith("#")) {
            throw new CannotRunException(
                    "user and password: must be without blanks and colons, and the user must not begin with #.");
        }
        Files.writeString(data.resolve("passwords"), user + ":" + password + "\n", StandardCharsets.UTF_8);
    }
}
