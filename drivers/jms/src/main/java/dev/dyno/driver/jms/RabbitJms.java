package dev.dyno.driver.jms;

import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** State of a consumer of RabbitMQ's JMS client, which reports neither a cancelled consumer nor a closed channel. */
final class RabbitJms {

    private static final String CONSUMER = "com.rabbitmq.jms.client.RMQMessageConsumer";

    private RabbitJms() {}

    /** Whether the broker has ended the consumer, or deliveries were stopped; false for other providers. */
    static boolean isEnded(Session session, MessageConsumer consumer) {
        if (!consumer.getClass().getName().equals(CONSUMER)) {
            return false;
        }
        try {
            Object channel = ByName.field(session, "channel");
            if (!(boolean) ByName.call(channel, "isOpen")) {
                return true;
            }
            @Nullable Object listening = ((AtomicReference<?>) ByName.field(consumer, "listenerConsumer")).get();
            if (listening == null) {
                return false;
            }
            Object completion = ByName.field(listening, "completion");
            Method isComplete = completion.getClass().getDeclaredMethod("isComplete");
            isComplete.setAccessible(true);
            return (boolean) isComplete.invoke(completion);
        } catch (Exception e) {
            // Another version of the client may have other fields.
            return false;
        }
    }
}
