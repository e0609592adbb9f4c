package dev.dyno.broker.resource;

import java.io.IOException;

/** Reads the figures of one subject, for example of the machine, from its operating system. One thread at a time. */
interface FigureReader extends AutoCloseable {

    /**
     * @param nowNs on the clock of the run
     * @throws IOException when nothing can be read
     */
    void read(ResourceReading into, long nowNs) throws IOException;

    @Override
    default void close() {}
}
