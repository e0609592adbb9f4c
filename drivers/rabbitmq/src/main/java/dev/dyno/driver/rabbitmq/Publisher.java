package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.Destination;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a producer holds of the library, and where it publishes to.
 *
 * <p>The body is handed over as it is: both ways to the socket have copied it, or written it, when the call returns. ({@code
 * netty} would keep a direct buffer, but a body is backed by an array.)
 *
 * @param deferredFlush what leaves what is published to {@link #flush}; null if the library decides when it goes to the socket
 */
record Publisher(
        RabbitConnection connection,
        Channel channel,
        Destination destination,
        String exchange,
        String routingKey,
        boolean mandatory,
        MessageMaker messages,
        @Nullable DeferredFlush deferredFlush) {

    /** Blocks while the socket takes no more bytes. */
    void publish(ByteBuffer body, int token) throws IOException {
        channel.basicPublish(exchange, routingKey, mandatory, false, messages.next(token), body, deferredFlush);
    }

    /** What was published goes to the socket now; a failure shows as the loss of the connection. */
    void flush() {
        if (deferredFlush != null) {
            deferredFlush.flush();
        }
    }

    String cannotSend() {
        return "cannot send to " + destination;
    }

    void close(Failable owner) {
        connection.close("rabbitmq-close", channel::close);
        connection.forget(owner);
    }
}
