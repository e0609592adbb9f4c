package dev.dyno.resource;

import java.io.IOException;

/** The heap and the garbage collections of a JVM. One thread at a time. */
interface JvmFigures extends AutoCloseable {

    /** @throws IOException when they cannot be read any more */
    void read(Reading into) throws IOException;

    /** Whether a reading may take long. */
    default boolean isSlow() {
        return false;
    }

    @Override
    default void close() {}
}
