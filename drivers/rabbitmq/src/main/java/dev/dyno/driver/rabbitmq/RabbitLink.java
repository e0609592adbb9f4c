package dev.dyno.driver.rabbitmq;

import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Transport of a connection, which the library hides: reports whether a write would block, and ends a blocked one.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
interface RabbitLink {

    /** Whether the next write would block, if the transport knows. */
    boolean wouldBlock();

    /** Closes the socket under the library, so that a thread blocked by the broker continues. */
    void cut();

    /** Link that is in use now: a recovery by the library makes another one. */
    record OfNewest(AtomicReference<RabbitLink> newest) implements RabbitLink {

        RabbitLink now() {
            return Objects.requireNonNull(newest.get());
        }

        @Override
        public boolean wouldBlock() {
            return now().wouldBlock();
        }

        @Override
        public void cut() {
            now().cut();
        }
    }

    /** Blocking socket, which does not know whether a write would block. */
    record OfSocket(Socket socket) implements RabbitLink {

        @Override
        public boolean wouldBlock() {
            return false;
        }

        @Override
        public void cut() {
            try {
                socket.close();
            } catch (IOException e) {
                // The socket is closed in this case, too.
            }
        }
    }

    /** Netty channel, which counts unwritten bytes. */
    record OfNetty(io.netty.channel.Channel channel) implements RabbitLink {

        @Override
        public boolean wouldBlock() {
            return !channel.isWritable();
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // A failure of the close does not matter.
        public void cut() {
            channel.close();
        }
    }
}
