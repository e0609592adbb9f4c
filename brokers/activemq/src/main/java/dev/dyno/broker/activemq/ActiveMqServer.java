package dev.dyno.broker.activemq;

import java.io.File;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.plugin.StatisticsBrokerPlugin;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.apache.activemq.usage.SystemUsage;

/**
 * One embedded broker, set up by properties whose names are the knobs of the recipe; a missing one leaves the broker's own
 * default. The ports, {@code port} (OpenWire), {@code amqp-port}, {@code mqtt-port} and {@code stomp-port}, are always given; 0 =
 * a free one.
 */
final class ActiveMqServer {

    private static final String PORT = "port";
    private static final Map<String, String> TRANSPORTS =
            Map.of(PORT, "tcp", "amqp-port", "amqp", "mqtt-port", "mqtt", "stomp-port", "stomp");

    private final Properties settings;
    private final BrokerService broker = new BrokerService();
    private final KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    private final PolicyEntry queues = new PolicyEntry();
    private final Map<String, TransportConnector> connectors = new LinkedHashMap<>();

    ActiveMqServer(Properties settings) {
        this.settings = settings;
    }

    void start() throws Exception {
        broker.setBrokerName("dyno");
        broker.setUseJmx(false);
        broker.setSchedulerSupport(false);
        broker.setDataDirectory(settings.getProperty("data"));
        broker.setPersistent(flag("persistence-enabled"));
        broker.setAdvisorySupport(flag("advisory-messages"));
        if (broker.isPersistent()) {
            setUpStore();
        }
        setUpMemory();
        List<BrokerPlugin> plugins = new ArrayList<>();
        if (flag("security")) {
            plugins.add(users());
        }
        // This plugin reports over OpenWire how many messages a queue has.
        plugins.add(new StatisticsBrokerPlugin());
        broker.setPlugins(plugins.toArray(BrokerPlugin[]::new));
        boolean tls = flag("tls");
        if (tls) {
            broker.setSslContext(
                    Pem.context(settings.getProperty("tls-certificate", ""), settings.getProperty("tls-key", "")));
        }
        for (Map.Entry<String, String> transport : TRANSPORTS.entrySet()) {
            connectors.put(transport.getKey(), broker.addConnector(uri(transport.getKey(), transport.getValue(), tls)));
        }
        broker.start();
        if (!broker.waitUntilStarted()) {
            Throwable cause = broker.getStartException();
            throw new IllegalStateException("the broker did not start: " + cause, cause);
        }
    }

    /** Values with which the broker runs, under the names of the knobs, and its ports. */
    Map<String, String> facts() throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        for (Map.Entry<String, TransportConnector> connector : connectors.entrySet()) {
            InetSocketAddress bound = connector.getValue().getServer().getSocketAddress();
            facts.put(connector.getKey(), Integer.toString(bound.getPort()));
        }
        facts.put("version", BrokerService.BROKER_VERSION);
        facts.put("persistence-enabled", Boolean.toString(broker.isPersistent()));
        if (broker.isPersistent()) {
            facts.put("journal-disk-sync", store.getJournalDiskSyncStrategy());
            facts.put("journal-disk-sync-interval", Long.toString(store.getJournalDiskSyncInterval()));
            facts.put("journal-file-size", Integer.toString(store.getJournalMaxFileLength()));
            facts.put("concurrent-store-and-dispatch", Boolean.toString(store.isConcurrentStoreAndDispatchQueues()));
        }
        facts.put(
                "memory-limit",
                Long.toString(broker.getSystemUsage().getMemoryUsage().getLimit()));
        facts.put("producer-flow-control", Boolean.toString(queues.isProducerFlowControl()));
        facts.put("java", System.getProperty("java.version", "unknown"));
        facts.put("heap-max-bytes", Long.toString(Runtime.getRuntime().maxMemory()));
        return facts;
    }

    private void setUpStore() throws Exception {
        store.setDirectory(new File(settings.getProperty("data"), "kahadb"));
        ifGiven("journal-disk-sync", store::setJournalDiskSyncStrategy);
        ifGiven("journal-disk-sync-interval", text -> store.setJournalDiskSyncInterval(Long.parseLong(text)));
        ifGiven("journal-file-size", text -> store.setJournalMaxFileLength(Integer.parseInt(text)));
        ifGiven(
                "concurrent-store-and-dispatch",
                text -> store.setConcurrentStoreAndDispatchQueues(Boolean.parseBoolean(text)));
        broker.setPersistenceAdapter(store);
    }

    private void setUpMemory() {
        SystemUsage usage = broker.getSystemUsage();
        ifGiven("memory-limit", text -> usage.getMemoryUsage().setLimit(Long.parseLong(text)));
        ifGiven("store-limit", text -> usage.getStoreUsage().setLimit(Long.parseLong(text)));
        ifGiven("temp-limit", text -> usage.getTempUsage().setLimit(Long.parseLong(text)));
        PolicyEntry topics = new PolicyEntry();
        queues.setQueue(">");
        topics.setTopic(">");
        List<PolicyEntry> policies = List.of(queues, topics);
        for (PolicyEntry policy : policies) {
            ifGiven("destination-memory-limit", text -> policy.setMemoryLimit(Long.parseLong(text)));
            ifGiven("producer-flow-control", text -> policy.setProducerFlowControl(Boolean.parseBoolean(text)));
        }
        PolicyMap map = new PolicyMap();
        map.setPolicyEntries(policies);
        broker.setDestinationPolicy(map);
    }

    private BrokerPlugin users() {
        AuthenticationUser user =
                new AuthenticationUser(settings.getProperty("user"), settings.getProperty("password"), "dyno");
        return new SimpleAuthenticationPlugin(List.of(user));
    }

    private String uri(String port, String transport, boolean tls) {
        String scheme = !tls ? transport : transport.equals("tcp") ? "ssl" : transport + "+ssl";
        return scheme + "://" + settings.getProperty("host") + ":" + settings.getProperty(port);
    }

    private boolean flag(String name) {
        return Boolean.parseBoolean(settings.getProperty(name));
    }

    private void ifGiven(String name, Consumer<String> setter) {
        if (settings.containsKey(name)) {
            setter.accept(settings.getProperty(name));
        }
    }
}
