package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens channels, and closes channels that were opened for one request. */
final class Channels {

    private Channels() {}

    /** Request to the broker after which the broker may close the channel. */
    @FunctionalInterface
    interface Request<T> {
        T on(Channel channel) throws IOException;
    }

    static Channel open(Connection connection) throws IOException {
        @Nullable Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("no channel is left of the " + connection.getChannelMax()
                    + " of the connection; connection.channel.max asks for more, as far as the broker allows");
        }
        return channel;
    }

    /** Sends a request on a channel of its own, and returns the answer. */
    static <T> T apart(Connection connection, Request<T> request) throws IOException {
        Channel channel = open(connection);
        try {
            return request.on(channel);
        } finally {
            close(channel);
        }
    }

    /** Whether the broker has the queue or exchange that the request declares passively. */
    static boolean exists(Connection connection, Request<?> passiveDeclaration) throws IOException {
        try {
            apart(connection, passiveDeclaration);
            return true;
        } catch (IOException e) {
            if (Failures.isNotFound(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Closes a channel if the broker has not done so. A failure does not matter, because the channel is no longer needed. */
    static void close(Channel channel) {
        if (channel.isOpen()) {
            try {
                channel.close();
            } catch (IOException | TimeoutException | RuntimeException e) {
                // The cause fails everything else on the connection too, and is reported there.
            }
        }
    }
}
