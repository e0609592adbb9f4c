package dev.dyno.resource;

import java.io.IOException;

/** One process, as its operating system sees it. One thread at a time. */
interface ProcessFigures extends AutoCloseable {

    /**
     * @param rssBytes resident memory
     * @param vssBytes address space
     * @param cpuSeconds of all threads since its start
     * @param openFiles -1 if they cannot be seen
     * @param readBytes fetched from storage since its start; -1 if that cannot be seen
     * @param writeBytes sent to storage since its start; -1 if that cannot be seen
     */
    record Figures(
            double rssBytes,
            double vssBytes,
            double cpuSeconds,
            long threads,
            long openFiles,
            double readBytes,
            double writeBytes) {}

    /** @throws IOException when the process has ended */
    Figures read() throws IOException;

    @Override
    default void close() {}
}
