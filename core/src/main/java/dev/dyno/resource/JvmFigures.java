package dev.dyno.resource;

import java.io.IOException;

/** The heap and the garbage collections of a JVM, and what else it says of itself. One thread at a time. */
interface JvmFigures extends AutoCloseable {

    /**
     * @param nowNs on the clock of the run
     * @throws IOException when they cannot be read any more
     */
    void read(Reading into, long nowNs) throws IOException;

    /** Whether a reading may take long. */
    default boolean isSlow() {
        return false;
    }

    @Override
    default void close() {}
}
