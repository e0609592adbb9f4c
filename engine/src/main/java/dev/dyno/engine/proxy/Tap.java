package dev.dyno.engine.proxy;

import java.util.function.LongConsumer;

/**
 * Observer of the bytes that pass through a {@link TcpProxy}. Called by many threads at a time, so it needs a lock of its own.
 */
@FunctionalInterface
public interface Tap {

    /** Observer that does nothing. */
    Tap NONE = (connection, way, bytes, length, readNs) -> writtenNs -> {};

    /**
     * Called when the proxy has read a piece of a stream. The pieces of one connection and direction come in order.
     *
     * @param connection number of the connection, from 0
     * @param bytes valid during the call, up to {@code length}
     * @param readNs time at which the piece was read
     * @return receives the time right before the piece is written to the other side, in ns; not called if the piece is never
     *     written
     */
    LongConsumer read(int connection, Way way, byte[] bytes, int length, long readNs);
}
