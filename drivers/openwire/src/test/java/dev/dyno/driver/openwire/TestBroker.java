package dev.dyno.driver.openwire;

import dev.dyno.driver.Tls;
import dev.dyno.driver.tck.TestCertificates;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.SslBrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** A real ActiveMQ Classic in this JVM, on a loopback port of its own, with its journal in a folder. */
final class TestBroker implements AutoCloseable {

    private final BrokerService broker;
    private final int port;
    private final String url;

    TestBroker(Path folder) throws Exception {
        this(folder, new BrokerService(), Optional.empty());
    }

    private TestBroker(Path folder, BrokerService broker, Optional<KeyManager[]> keys) throws Exception {
        this.broker = broker;
        KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
        store.setDirectory(folder.resolve("kahadb").toFile());
        store.setJournalMaxFileLength(1 << 20);
        broker.setBrokerName("test");
        broker.setDataDirectory(folder.toString());
        broker.setPersistenceAdapter(store);
        broker.setUseJmx(false);
        broker.setSchedulerSupport(false);
        broker.getSystemUsage().getStoreUsage().setLimit(1L << 28);
        broker.getSystemUsage().getTempUsage().setLimit(1L << 28);
        TransportConnector connector = keys.isPresent()
                ? ((SslBrokerService) broker)
                        .addSslConnector("ssl://127.0.0.1:0", keys.get(), new TrustManager[0], null)
                : broker.addConnector("tcp://127.0.0.1:0");
        broker.start();
        broker.waitUntilStarted();
        port = connector.getConnectUri().getPort();
        url = (keys.isPresent() ? "ssl" : "tcp") + "://127.0.0.1:" + port;
    }

    /** Only by TLS. */
    static TestBroker encrypted(Path folder, TestCertificates certificates) throws Exception {
        Tls tls = new Tls(
                Optional.empty(), Optional.of(certificates.server()), Optional.of(certificates.serverKey()), true);
        return new TestBroker(folder, new SslBrokerService(), tls.keyManagers().map(KeyManagerFactory::getKeyManagers));
    }

    String url() {
        return url;
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            broker.stop();
            broker.waitUntilStopped();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
