package dev.dyno.driver.jms;

import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * The topics of subscriptions, as a session of Starlight for JMS knows them. It removes a subscription that it does not know from
 * all topics, also from those of others, and it knows none that is shared.
 */
final class StarlightSubscriptions {

    private StarlightSubscriptions() {}

    /** To be called before {@link Session#unsubscribe}. */
    static void tell(Connection connection, Session session, Topic topic, String name)
            throws ReflectiveOperationException {
        Method withClientId = connection.getClass().getDeclaredMethod("prependClientId", String.class, boolean.class);
        withClientId.setAccessible(true);
        Field topics = session.getClass().getDeclaredField("destinationBySubscription");
        topics.setAccessible(true);
        @SuppressWarnings("unchecked") // Of names and the library's own topics.
        Map<Object, Object> known = (Map<Object, Object>) topics.get(session);
        known.put(withClientId.invoke(connection, name, true), topic);
    }
}
