package dev.dyno.broker.resource;

import java.io.IOException;

/** Reads the figures of one process, with or without its children. One thread at a time. */
interface ProcessSource extends AutoCloseable {

    /** @throws IOException when the process has ended */
    void read(ResourceReading into) throws IOException;

    /** Adds the threads whose turn it is, where the operating system reports their CPU time. */
    default void addThreads(BusyThreads into, long nowNs) {}

    @Override
    void close();
}
