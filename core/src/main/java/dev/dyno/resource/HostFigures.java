package dev.dyno.resource;

import java.io.IOException;

/** This machine, as its operating system sees it. One thread at a time. */
interface HostFigures extends AutoCloseable {

    /** @throws IOException when nothing can be read */
    void read(Reading into, long nowNs) throws IOException;

    @Override
    default void close() {}
}
