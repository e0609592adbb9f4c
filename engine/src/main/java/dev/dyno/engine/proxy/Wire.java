package dev.dyno.engine.proxy;

import java.util.function.UnaryOperator;

/** All connections of a {@link TcpProxy}, those to come included, or one of them. Usable from any thread. */
public interface Wire {

    /** Changes the conditions of a direction: a delay of bytes that enter it from now on, a bandwidth at once. */
    void change(Way way, UnaryOperator<WireConditions> wanted);

    /** Lets nothing leave a direction in the given time; bytes that enter in it leave at its end. Replaces an earlier stall. */
    void stall(Way way, long fromNs, long untilNs);

    /** Breaks the connections by TCP's RST, at both ends, and drops the bytes that they hold. */
    void reset();

    /** Number of bytes that have entered, in both directions. */
    long carried();
}
