package dev.dyno.engine.proxy;

import java.util.function.UnaryOperator;

/** All connections of a {@link TcpProxy}, including new ones, or one of them. Usable from any thread. */
public interface Wire {

    /** Changes the conditions of a direction: a delay applies to bytes that enter it from now on, a bandwidth at once. */
    void change(Way way, UnaryOperator<WireConditions> wanted);

    /** Holds back all bytes of a direction in the given time; they leave at its end. Replaces an earlier stall. */
    void stall(Way way, long fromNs, long untilNs);

    /** Breaks the connections by TCP's RST, at both ends, and drops the bytes that they hold. */
    void reset();

    /** Number of bytes that have entered, in both directions; of all connections, only those still open count. */
    long carried();
}
