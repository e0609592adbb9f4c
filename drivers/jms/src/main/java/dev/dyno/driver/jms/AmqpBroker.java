package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import java.util.Map;

/** The broker at the other end of a connection of AMQP 1.0. */
final class AmqpBroker {

    private AmqpBroker() {}

    /** Product name in the properties of the opened connection, which Qpid JMS does not expose; empty for another protocol. */
    static String product(Connection connection) {
        try {
            Object amqp = ByName.field(innermost(ByName.field(connection, "provider")), "connection");
            Object properties = ByName.call(ByName.call(amqp, "getEndpoint"), "getRemoteProperties");
            return properties instanceof Map<?, ?> map
                    ? map.entrySet().stream()
                            .filter(property -> property.getKey().toString().equals("product"))
                            .map(property -> property.getValue().toString())
                            .findFirst()
                            .orElse("")
                    : "";
        } catch (Exception e) {
            return "";
        }
    }

    /** Provider of the connected broker; with a failover URL it is inside the given one. */
    private static Object innermost(Object provider) {
        try {
            return ByName.field(provider, "provider");
        } catch (ReflectiveOperationException e) {
            return provider;
        }
    }
}
