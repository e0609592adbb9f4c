package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import java.lang.reflect.Field;
import java.util.Map;

/** The broker at the other end of a connection of AMQP 1.0. */
final class AmqpBroker {

    private AmqpBroker() {}

    /**
     * The product's name in the properties that come with the opening of the connection, for which Qpid JMS has no method; empty of
     * another protocol.
     */
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

    /** Of a failover URL the provider holds that of the broker that it is connected to. */
    private static Object innermost(Object provider) {
        try {
            return field(provider, "provider");
        } catch (ReflectiveOperationException e) {
            return provider;
        }
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                Object value = field.get(of);
                if (value != null) {
                    return value;
                }
            } catch (NoSuchFieldException e) {
                // It may be one of a class above.
            }
        }
        throw new NoSuchFieldException(name);
    }
}
