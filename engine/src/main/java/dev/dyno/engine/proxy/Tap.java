package dev.dyno.engine.proxy;

import java.util.function.LongConsumer;

/** Observer of everything that passes through a {@link TcpProxy}. Called by many threads at a time, with a lock of its own. */
@FunctionalInterface
public interface Tap {

    /** Looks at nothing. */
    Tap NONE = (connection, way, bytes, length, readNs) -> writtenNs -> {};

    /**
     * The proxy has read a piece of a stream. The pieces of one connection and way come in order.
     *
     * @param connection number of the connection, from 0
     * @param bytes valid during the call, up to {@code length}
     * @param readNs when it was read
     * @return takes the time right before the piece is written to the other side, in ns; not called if it never is
     */
    LongConsumer read(int connection, Way way, byte[] bytes, int length, long readNs);
}
