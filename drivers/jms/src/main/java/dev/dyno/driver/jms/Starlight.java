package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.beans.Statement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Features of Starlight for JMS, a client of Pulsar, that JMS does not have. */
final class Starlight {

    private static final String PACKAGE = "com.datastax.oss.pulsar.jms.";

    /** Default maximum of messages in a batch of the client library. */
    private static final long MESSAGES_OF_A_BATCH = 1_000;

    private Starlight() {}

    static boolean isOf(Connection connection) {
        return connection.getClass().getName().startsWith(PACKAGE);
    }

    /**
     * Number of unacknowledged messages of a consumer's subscription. The broker counts a batch as one, so a number other than 0
     * is multiplied by the largest number of messages in a batch. Empty if the web service ({@code webServiceUrl}) cannot be
     * asked, or has no such subscription.
     */
    static OptionalLong messagesLeft(Connection connection, MessageConsumer consumer) {
        try {
            Object factory = ByName.call(connection, "getFactory");
            Object destination = ByName.field(consumer, "destination");
            // A queue has one subscription for all consumers, and its name is known to the library only.
            Object subscription = destination instanceof Queue
                    ? ByName.call(factory, "getQueueSubscriptionName", destination)
                    : ByName.field(consumer, "subscriptionName");
            Object topic = ByName.call(factory, "getPulsarTopicName", destination);
            Object topics = ByName.call(ByName.call(factory, "getPulsarAdmin"), "topics");
            Object metadata = ByName.call(topics, "getPartitionedTopicMetadata", topic);
            Object stats = (int) ByName.field(metadata, "partitions") > 0
                    ? ByName.call(topics, "getPartitionedStats", topic, false)
                    : ByName.call(topics, "getStats", topic, true);
            Object found = ((Map<?, ?>) ByName.call(stats, "getSubscriptions")).get(subscription);
            return found == null
                    ? OptionalLong.empty()
                    : OptionalLong.of((Long) ByName.call(found, "getMsgBacklog") * messagesOfAnEntry(factory));
        } catch (Exception e) {
            return OptionalLong.empty();
        }
    }

    private static long messagesOfAnEntry(Object factory) throws Exception {
        Map<?, ?> configuration = (Map<?, ?>) ByName.call(factory, "getConfiguration");
        Map<?, ?> producers = configuration.get("producerConfig") instanceof Map<?, ?> map ? map : Map.of();
        if ("false".equals(String.valueOf(producers.get("batchingEnabled")))) {
            return 1;
        }
        Object most = producers.get("batchingMaxMessages");
        return most == null ? MESSAGES_OF_A_BATCH : Long.parseLong(most.toString());
    }

    /**
     * Makes the topic of a subscription known to a session, before {@link Session#unsubscribe}, which removes an unknown
     * subscription from all topics, even those of others, and shared ones are always unknown.
     */
    static void announce(Connection connection, Session session, Topic topic, String name)
            throws ReflectiveOperationException {
        Method withClientId = connection.getClass().getDeclaredMethod("prependClientId", String.class, boolean.class);
        withClientId.setAccessible(true);
        @SuppressWarnings("unchecked") // A map of names to the library's own topics.
        Map<Object, Object> known = (Map<Object, Object>) ByName.field(session, "destinationBySubscription");
        known.put(withClientId.invoke(connection, name, true), topic);
    }

    /**
     * Creates partitioned destinations, with the factory's admin object; existing ones stay unchanged.
     *
     * @param factory factory whose client is running
     * @throws DriverException if the provider is another one, which has no partitions, or the broker refuses
     */
    static void create(ConnectionFactory factory, Session session, List<Destination> destinations, int number)
            throws DriverException {
        Object admin;
        try {
            admin = ByName.call(factory, "getAdmin");
        } catch (Exception e) {
            throw new DriverException(
                    JmsSettings.PARTITIONS.name() + ": " + number
                            + "; this provider divides no destinations, leave it out",
                    e);
        }
        for (Destination destination : destinations) {
            String name = destination.name();
            try {
                Statement create = destination.isTopic()
                        ? new Statement(admin, "createTopic", new Object[] {session.createTopic(name), number})
                        : new Statement(admin, "createQueue", new @Nullable Object[] {
                            session.createQueue(name), number, false, null
                        });
                create.execute();
            } catch (InvalidDestinationException e) {
                // The destination may exist already.
            } catch (Exception e) {
                throw Failures.of("cannot create " + destination + " with " + number + " partitions", e);
            }
        }
    }
}
