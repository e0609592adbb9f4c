package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.OptionalLong;

/** Asks a Pulsar for the backlog of a subscription, with the web service client of Starlight for JMS ({@code webServiceUrl}). */
final class StarlightBacklog {

    private static final String PACKAGE = "com.datastax.oss.pulsar.jms.";

    /** Default maximum of messages in a batch of the client library. */
    private static final long MESSAGES_OF_A_BATCH = 1_000;

    private StarlightBacklog() {}

    /** Whether the connection is one of Starlight for JMS. */
    static boolean answers(Connection connection) {
        return connection.getClass().getName().startsWith(PACKAGE);
    }

    /**
     * Number of unacknowledged messages of a consumer's subscription. The broker counts a batch as one, so a number other than 0
     * is multiplied by the maximum of a batch. Empty if the web service cannot be asked, or has no such subscription.
     */
    static OptionalLong messagesLeft(Connection connection, MessageConsumer consumer)
            throws ReflectiveOperationException {
        Object factory = connection.getClass().getMethod("getFactory").invoke(connection);
        try {
            Object destination = AmqpBroker.field(consumer, "destination");
            // A queue has one subscription for all consumers, and its name is known to the library only.
            Object subscription = destination instanceof Queue
                    ? factory.getClass()
                            .getMethod(
                                    "getQueueSubscriptionName",
                                    destination.getClass().getSuperclass())
                            .invoke(factory, destination)
                    : AmqpBroker.field(consumer, "subscriptionName");
            String topic = (String) factory.getClass()
                    .getMethod("getPulsarTopicName", Destination.class)
                    .invoke(factory, destination);
            Object admin = factory.getClass().getMethod("getPulsarAdmin").invoke(factory);
            Object topics = call(admin, "PulsarAdmin", "topics");
            Object metadata = call(topics, "Topics", "getPartitionedTopicMetadata", topic);
            boolean partitioned = metadata.getClass().getField("partitions").getInt(metadata) > 0;
            Object stats = partitioned
                    ? call(topics, "Topics", "getPartitionedStats", topic, false)
                    : call(topics, "Topics", "getStats", topic, true);
            Map<?, ?> subscriptions =
                    (Map<?, ?>) stats.getClass().getMethod("getSubscriptions").invoke(stats);
            Object found = subscriptions.get(subscription);
            if (found == null) {
                return OptionalLong.empty();
            }
            long entries = (Long) found.getClass().getMethod("getMsgBacklog").invoke(found);
            return OptionalLong.of(entries * messagesOfAnEntry(factory));
        } catch (InvocationTargetException e) {
            return OptionalLong.empty();
        }
    }

    private static long messagesOfAnEntry(Object factory) throws ReflectiveOperationException {
        Map<?, ?> configuration =
                (Map<?, ?>) factory.getClass().getMethod("getConfiguration").invoke(factory);
        Map<?, ?> producers = configuration.get("producerConfig") instanceof Map<?, ?> map ? map : Map.of();
        if ("false".equals(String.valueOf(producers.get("batchingEnabled")))) {
            return 1;
        }
        Object most = producers.get("batchingMaxMessages");
        return most == null ? MESSAGES_OF_A_BATCH : Long.parseLong(most.toString());
    }

    /** Calls through the interface, because the classes of the client are not public. */
    private static Object call(Object object, String type, String name, Object... arguments)
            throws ReflectiveOperationException {
        Class<?> seen =
                object.getClass().getClassLoader().loadClass(PACKAGE + "shaded.org.apache.pulsar.client.admin." + type);
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i] instanceof Boolean ? boolean.class : arguments[i].getClass();
        }
        Method method = seen.getMethod(name, types);
        return method.invoke(object, arguments);
    }
}
