package dev.dyno.broker.resource;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The heap and the garbage collections of a JVM of this host that has no performance counters, read through the management agent
 * that is started in it. The agent costs the JVM some threads and, once, some hundred milliseconds.
 */
final class AttachedJvm implements JvmFigures {

    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final ObjectName memory;
    private final List<ObjectName> collectors;

    private AttachedJvm(
            JMXConnector connector, MBeanServerConnection server, ObjectName memory, List<ObjectName> collectors) {
        this.connector = connector;
        this.server = server;
        this.memory = memory;
        this.collectors = collectors;
    }

    /**
     * Attaches to a JVM. Trusts its answers: it is a process of this host, and a user who may attach to it may do more.
     *
     * @throws IOException when the JVM refuses, or is of another maker
     */
    @SuppressWarnings("BanJNDI")
    static AttachedJvm open(long pid) throws IOException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = jvm.startLocalManagementAgent();
            } finally {
                jvm.detach();
            }
            return connect(JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } catch (AttachNotSupportedException | JMException e) {
            throw new IOException(e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException("this Java has no module jdk.attach", e);
        }
    }

    private static AttachedJvm connect(JMXConnector connector) throws IOException, JMException {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        List<ObjectName> collectors = new ArrayList<>();
        for (ObjectName name : server.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
            if (GarbageCollections.stopTheWorld(name.getKeyProperty("name"))) {
                collectors.add(name);
            }
        }
        return new AttachedJvm(connector, server, new ObjectName("java.lang:type=Memory"), collectors);
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public void read(ResourceReading into, long nowNs) throws IOException {
        try {
            if (server.getAttribute(memory, "HeapMemoryUsage") instanceof CompositeData heap) {
                into.level(ResourceMetric.HEAP_USED, number(heap.get("used")))
                        .level(ResourceMetric.HEAP_COMMITTED, number(heap.get("committed")));
            }
            for (ObjectName collector : collectors) {
                into.addToCounter(ResourceMetric.GC_COUNT, number(server.getAttribute(collector, "CollectionCount")))
                        .addToCounter(
                                ResourceMetric.GC_TIME, number(server.getAttribute(collector, "CollectionTime")) / 1e3);
            }
        } catch (JMException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The JVM has ended.
        }
    }
}
