package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.dyno.driver.Destination;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What a producer holds of the library, and where it publishes to.
 *
 * <p>The body is handed over as it is: both ways to the socket have copied it, or written it, when the call returns. ({@code
 * netty} would keep a direct buffer, but a body is backed by an array.)
 */
record Publisher(
        RabbitConnection connection,
        Channel channel,
        Destination destination,
        String exchange,
        String routingKey,
        boolean mandatory,
        MessageMaker messages) {

    /** Blocks while the socket takes no more bytes. */
    void publish(ByteBuffer body, int token) throws IOException {
        channel.basicPublish(exchange, routingKey, mandatory, false, messages.next(token), body, null);
    }

    String cannotSend() {
        return "cannot send to " + destination;
    }

    void close(Failable owner) {
        connection.close(channel::close);
        connection.forget(owner);
    }
}
