package dev.dyno.driver.openwire;

import java.nio.file.Path;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** A real ActiveMQ Classic in this JVM, on a loopback port of its own, with its journal in a folder. */
final class TestBroker implements AutoCloseable {

    private final BrokerService broker = new BrokerService();
    private final int port;

    TestBroker(Path folder) throws Exception {
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
        TransportConnector connector = broker.addConnector("tcp://127.0.0.1:0");
        broker.start();
        broker.waitUntilStarted();
        port = connector.getConnectUri().getPort();
    }

    String url() {
        return "tcp://127.0.0.1:" + port;
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
