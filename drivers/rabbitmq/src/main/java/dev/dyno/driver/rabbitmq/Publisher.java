package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.Destination;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Channel of a producer, and the exchange and routing key that it publishes to.
 *
 * <p>The body is passed without a copy: both transports have copied or written it when the call returns. ({@code netty} would
 * keep a direct buffer, but a body is backed by an array.)
 *
 * @param refusing whether the queue may refuse messages
 * @param deferredFlush puts off writing until {@link #flush}; null if the library decides when to write
 */
record Publisher(
        RabbitConnection connection,
        Channel channel,
        Destination destination,
        String exchange,
        String routingKey,
        boolean mandatory,
        boolean refusing,
        MessageMaker messages,
        @Nullable DeferredFlush deferredFlush) {

    /** Publishes a message. Blocks while the socket takes no more bytes. */
    void publish(ByteBuffer body, int token) throws IOException {
        channel.basicPublish(exchange, routingKey, mandatory, false, messages.next(token), body, deferredFlush);
    }

    /** Writes to the socket what was published; a failure shows as the loss of the connection. */
    void flush() {
        if (deferredFlush != null) {
            deferredFlush.flush();
        }
    }

    String cannotSend() {
        return "cannot send to " + destination;
    }

    void close(FailableProducer owner) {
        connection.close("rabbitmq-close", channel::close);
        connection.forget(owner);
    }
}
