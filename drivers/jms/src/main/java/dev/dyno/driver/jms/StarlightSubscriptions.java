package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * Topics of subscriptions in a session of Starlight for JMS. It removes an unknown subscription from all topics, even those of
 * others, and shared ones are always unknown.
 */
final class StarlightSubscriptions {

    private StarlightSubscriptions() {}

    /** Makes the topic of a subscription known, before {@link Session#unsubscribe}. */
    static void announce(Connection connection, Session session, Topic topic, String name)
            throws ReflectiveOperationException {
        Method withClientId = connection.getClass().getDeclaredMethod("prependClientId", String.class, boolean.class);
        withClientId.setAccessible(true);
        Field topics = session.getClass().getDeclaredField("destinationBySubscription");
        topics.setAccessible(true);
        @SuppressWarnings("unchecked") // A map of names to the library's own topics.
        Map<Object, Object> known = (Map<Object, Object>) topics.get(session);
        known.put(withClientId.invoke(connection, name, true), topic);
    }
}
