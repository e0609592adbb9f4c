package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import java.lang.reflect.Field;
import java.util.Map;

/** The broker at the other end of a connection of AMQP 1.0. */
final class AmqpBroker {

    private AmqpBroker() {}

    /** Product name in the properties of the opened connection, which Qpid JMS does not expose; empty for another protocol. */
    static String product(Connection connection) {
        try {
            Object amqp = field(innermost(field(connection, "provider")), "connection");
            Object endpoint = amqp.getClass().getMethod("getEndpoint").invoke(amqp);
            Object properties =
                    endpoint.getClass().getMethod("getRemoteProperties").invoke(endpoint);
            return properties instanceof Map<?, ?> map
                    ? map.entrySet().stream()
                            .filter(property -> property.getKey().toString().equals("product"))
                            .map(property -> property.getValue().toString())
                            .findFirst()
                            .orElse("")
                    : "";
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "";
        }
    }

    /** With a failover URL the provider holds the one of the connected broker. */
    private static Object innermost(Object provider) {
        try {
            return field(provider, "provider");
        } catch (ReflectiveOperationException e) {
            return provider;
        }
    }

    /** Value of a private field of the object's class or a superclass; a field that is null counts as missing. */
    static Object field(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                Object value = field.get(of);
                if (value != null) {
                    return value;
                }
            } catch (NoSuchFieldException e) {
                // The field may belong to a superclass.
            }
        }
        throw new NoSuchFieldException(name);
    }
}
