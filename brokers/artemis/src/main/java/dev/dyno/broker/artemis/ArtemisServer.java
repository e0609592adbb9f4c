package dev.dyno.broker.artemis;

import dev.dyno.broker.launcher.CannotRunException;
import dev.dyno.broker.launcher.Reflect;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Embedded broker of whatever version is on the class path. Not thread-safe except for {@link #stop}. */
final class ArtemisServer {

    private static final String PACKAGE = "org.apache.activemq.artemis.";
    private static final List<String> NATIVE_JOURNALS =
            List.of(PACKAGE + "nativo.jlibaio.LibaioContext", PACKAGE + "jlibaio.LibaioContext");

    private final Object embedded;

    ArtemisServer() throws Exception {
        embedded = Reflect.create(PACKAGE + "core.server.embedded.EmbeddedActiveMQ");
    }

    /**
     * Reads the configuration without checking it against its schema, which alone takes 0.2 s: the file is our own template, and
     * {@link #facts} reports the values that the broker runs with.
     */
    void configure(Path xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Element root = factory.newDocumentBuilder().parse(xml.toFile()).getDocumentElement();
        requireJournal(root);
        Object configuration = Reflect.create(PACKAGE + "core.config.impl.FileConfiguration");
        Object parser = Reflect.create(PACKAGE + "core.deployers.impl.FileConfigurationParser");
        Reflect.call(parser, "parseMainConfig", root, configuration);
        Reflect.call(embedded, "setConfiguration", configuration);
    }

    /** Allows only this user. If this method is not called, the broker asks for no password. */
    void secure(String user, String password) throws Exception {
        Object users = Reflect.create(PACKAGE + "core.config.impl.SecurityConfiguration");
        Reflect.call(users, "addUser", user, password);
        Reflect.call(users, "addRole", user, "dyno");
        Object manager = Reflect.create(
                PACKAGE + "spi.core.security.ActiveMQJAASSecurityManager",
                PACKAGE + "spi.core.security.jaas.InVMLoginModule",
                users);
        Reflect.call(embedded, "setSecurityManager", manager);
    }

    void start() throws Exception {
        Reflect.call(embedded, "start");
        if (!Reflect.get(server(), "isActive").equals(true)) {
            throw new CannotRunException("the broker started without becoming active; the log says why");
        }
    }

    void stop() throws Exception {
        Reflect.call(embedded, "stop");
    }

    /** The port that the acceptor is really bound to. */
    private int port() throws Exception {
        Object remoting = Reflect.get(server(), "getRemotingService");
        Object acceptor = Reflect.get(remoting, "getAcceptor", "dyno");
        Iterable<?> channels = (Iterable<?>) Reflect.field(acceptor, "serverChannelGroup");
        for (Object channel : channels) {
            SocketAddress address = (SocketAddress) Reflect.get(channel, "localAddress");
            if (address instanceof InetSocketAddress bound) {
                return bound.getPort();
            }
        }
        throw new CannotRunException("the acceptor is not bound to a port; the log says why");
    }

    /** Number of messages in all queues, including those delivered and not acknowledged. */
    long queuedMessages() throws Exception {
        return ((Number) Reflect.get(server(), "getTotalMessageCount")).longValue();
    }

    /** The port, and the values that the broker reports of its settings, under the names of the knobs. */
    Map<String, String> facts() throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("port", Integer.toString(port()));
        Reflect.text(Reflect.get(server(), "getVersion"), "getFullVersion").ifPresent(v -> facts.put("version", v));
        Object configuration = Reflect.get(server(), "getConfiguration");
        put(facts, "persistence-enabled", configuration, "isPersistenceEnabled");
        String journal = Reflect.get(configuration, "getJournalType").toString();
        facts.put("journal-type", journal);
        put(facts, "journal-datasync", configuration, "isJournalDatasync");
        String suffix = journal.equals("ASYNCIO") ? "AIO" : "NIO";
        put(facts, "journal-buffer-timeout", configuration, "getJournalBufferTimeout_" + suffix);
        put(facts, "journal-file-size", configuration, "getJournalFileSize");
        put(facts, "global-max-size", configuration, "getGlobalMaxSize");
        put(facts, "security", configuration, "isSecurityEnabled");
        Object settings = Reflect.get(Reflect.get(server(), "getAddressSettingsRepository"), "getMatch", "#");
        put(facts, "address-full-policy", settings, "getAddressFullMessagePolicy");
        put(facts, "max-size-bytes", settings, "getMaxSizeBytes");
        put(facts, "page-size-bytes", settings, "getPageSizeBytes");
        put(facts, "auto-create", settings, "isAutoCreateQueues");
        facts.put("java", System.getProperty("java.version", "unknown"));
        facts.put("heap-max-bytes", Long.toString(Runtime.getRuntime().maxMemory()));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, Object target, String getter) {
        Reflect.text(target, getter).ifPresent(value -> facts.put(name, value));
    }

    private Object server() throws Exception {
        return Reflect.get(embedded, "getActiveMQServer");
    }

    /**
     * Unpacks the native library in the broker's jar for ASYNCIO, and checks that it loads. If it does not, the broker silently
     * takes NIO as soon as it reads its configuration.
     */
    private static void requireJournal(Element root) throws Exception {
        Node journal = root.getElementsByTagName("journal-type").item(0);
        if (journal == null || !journal.getTextContent().equals("ASYNCIO")) {
            return;
        }
        Path target = Path.of(System.getProperty("java.library.path", ""), "libartemis-native-64.so");
        try (InputStream in = ArtemisServer.class.getResourceAsStream("/lib/linux-x86_64/libartemis-native-64.so")) {
            if (in != null) {
                Files.createDirectories(target.toAbsolutePath().getParent());
                Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        for (String name : NATIVE_JOURNALS) {
            try {
                if (Class.forName(name).getMethod("isLoaded").invoke(null) instanceof Boolean loaded && loaded) {
                    return;
                }
            } catch (ClassNotFoundException e) {
                // Another version of the library has the other name.
            }
        }
        throw new CannotRunException("journal-type: ASYNCIO; cannot run here, because it needs 64-bit Linux on x86"
                + " and the library libaio (Debian package libaio1). Use NIO or MAPPED.");
    }
}
