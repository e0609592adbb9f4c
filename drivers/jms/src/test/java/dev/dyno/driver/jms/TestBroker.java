package dev.dyno.driver.jms;

import dev.dyno.driver.tck.FreePort;
import dev.dyno.driver.tck.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/** A real Artemis server in this JVM, on a loopback port of its own, without files. */
final class TestBroker implements AutoCloseable {

    static final String USER = "anna";
    static final String PASSWORD = "se#re+t";

    /** Addresses that nobody may use, where users have to log in. */
    static final String FORBIDDEN = "forbidden.";

    /** Addresses that refuse messages once they hold 64 KiB. */
    static final String REFUSING = "refusing.";

    /** Addresses that let producers wait once they hold 64 KiB. */
    static final String BLOCKING = "blocking.";

    /** Addresses that deliver a message once. */
    static final String ONCE = "once.";

    private final EmbeddedActiveMQ embedded = new EmbeddedActiveMQ();
    private final int port = FreePort.find();
    private final Map<String, LongAdder> routed = new ConcurrentHashMap<>();
    private final Map<String, Message> lastRouted = new ConcurrentHashMap<>();

    private TestBroker(boolean secure, String more) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("test")
                .setPersistenceEnabled(false)
                .setSecurityEnabled(secure)
                .setJMXManagementEnabled(false)
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("all", "tcp://127.0.0.1:" + port + "?protocols=CORE,AMQP" + more)
                .addAddressSetting("#", addressSettings())
                .addAddressSetting(ONCE + "#", addressSettings().setMaxDeliveryAttempts(1))
                .addAddressSetting(REFUSING + "#", small(AddressFullMessagePolicy.FAIL))
                .addAddressSetting(BLOCKING + "#", small(AddressFullMessagePolicy.BLOCK));
        if (secure) {
            configuration.putSecurityRoles(
                    "#",
                    Set.of(new Role("users", true, true, true, true, true, true, true, true, true, true, true, true)));
            configuration.putSecurityRoles(FORBIDDEN + "#", Set.of());
            ActiveMQJAASSecurityManager security =
                    new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), new SecurityConfiguration());
            security.getConfiguration().addUser(USER, PASSWORD);
            security.getConfiguration().addRole(USER, "users");
            embedded.setSecurityManager(security);
        }
        configuration.registerBrokerPlugin(new ActiveMQServerMessagePlugin() {
            @Override
            public void afterMessageRoute(
                    Message message,
                    RoutingContext context,
                    boolean direct,
                    boolean noDuplicates,
                    RoutingStatus result) {
                routed.computeIfAbsent(message.getAddress(), address -> new LongAdder())
                        .increment();
                lastRouted.put(message.getAddress(), message);
            }
        });
        embedded.setConfiguration(configuration);
        embedded.start();
    }

    private static AddressSettings addressSettings() {
        return new AddressSettings()
                .setAutoCreateQueues(true)
                .setAutoCreateAddresses(true)
                .setMaxDeliveryAttempts(-1)
                .setDeadLetterAddress(SimpleString.of("dead"))
                .setExpiryAddress(SimpleString.of("expired"))
                .setRedeliveryDelay(0)
                .setAutoDeleteQueues(false)
                .setAutoDeleteAddresses(false);
    }

    private static AddressSettings small(AddressFullMessagePolicy policy) {
        return addressSettings().setMaxSizeBytes(65536).setAddressFullMessagePolicy(policy);
    }

    static TestBroker start() throws Exception {
        return new TestBroker(false, "");
    }

    static TestBroker startSecured() throws Exception {
        return new TestBroker(true, "");
    }

    /** Only by TLS, and for clients that have a certificate. */
    static TestBroker startEncrypted(TestCertificates certificates) throws Exception {
        Path keys = Files.writeString(
                certificates.server().resolveSibling("server.pemcfg"),
                "source.key=" + certificates.serverKey() + "\nsource.cert=" + certificates.server() + "\n");
        return new TestBroker(
                false,
                ";sslEnabled=true;needClientAuth=true;keyStoreType=PEMCFG;keyStorePath=" + keys
                        + ";trustStoreType=PEM;trustStorePath=" + certificates.ca());
    }

    int port() {
        return port;
    }

    /** Messages that the broker has put into the queues of that address; those of an open transaction included. */
    long messagesRouted(String address) {
        LongAdder count = routed.get(address);
        return count == null ? 0 : count.sum();
    }

    /** The last message that the broker has put into the queues of that address. */
    Message lastRouted(String address) {
        return Objects.requireNonNull(lastRouted.get(address));
    }

    /** The queues of an address. */
    List<Queue> queues(String address) throws Exception {
        return embedded.getActiveMQServer().bindingQuery(SimpleString.of(address)).getQueueNames().stream()
                .map(name -> embedded.getActiveMQServer().locateQueue(name))
                .toList();
    }

    /** Removes a queue and closes its consumers. */
    void destroy(String queue) throws Exception {
        embedded.getActiveMQServer().destroyQueue(SimpleString.of(queue), null, false, true);
    }

    /** Connections of clients. */
    int connections() {
        return embedded.getActiveMQServer().getConnectionCount();
    }

    @Override
    public void close() {
        try {
            embedded.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
