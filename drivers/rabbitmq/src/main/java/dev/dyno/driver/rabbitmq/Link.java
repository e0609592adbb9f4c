package dev.dyno.driver.rabbitmq;

import java.io.IOException;
import java.net.Socket;

/**
 * What the library does not show of a connection: the means to look whether a write would block, and to end one that does.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
interface Link {

    /** Whether the next write would have to wait, as far as it can be told. */
    boolean wouldBlock();

    /** Closes the socket under the library, so that a thread that waits for the broker to read goes on. */
    void cut();

    /** A blocking socket, which does not tell. */
    record OfSocket(Socket socket) implements Link {

        @Override
        public boolean wouldBlock() {
            return false;
        }

        @Override
        public void cut() {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed then.
            }
        }
    }

    /** A channel of Netty, which counts what has not gone out yet. */
    record OfNetty(io.netty.channel.Channel channel) implements Link {

        @Override
        public boolean wouldBlock() {
            return !channel.isWritable();
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // Whether it fails does not matter any more.
        public void cut() {
            channel.close();
        }
    }
}
