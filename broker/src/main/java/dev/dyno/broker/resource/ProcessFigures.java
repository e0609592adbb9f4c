package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Figures of one process from its operating system. One thread at a time. */
interface ProcessFigures extends AutoCloseable {

    /**
     * @param rssBytes resident memory
     * @param vssBytes address space
     * @param cpuSeconds CPU time of all threads since its start
     * @param endedCpuSeconds CPU time of ended children that the process has waited for, and of theirs; -1 if unknown
     * @param endedFaults page faults of those ended children, which change with each further one; -1 if unknown
     * @param openFiles number of open files; -1 if unknown
     * @param readBytes bytes read from storage since its start; -1 if unknown. If {@code endedCpuSeconds} is known, they include
     *     those of the ended children, which Linux adds to the parent that waits for them
     * @param writeBytes bytes written to storage since its start, with those of ended children under the same condition; -1 if
     *     unknown
     */
    record Figures(
            double rssBytes,
            double vssBytes,
            double cpuSeconds,
            double endedCpuSeconds,
            long endedFaults,
            long threads,
            long openFiles,
            double readBytes,
            double writeBytes) {

        /** CPU time of the process and its ended children. */
        double allCpuSeconds() {
            return cpuSeconds + Math.max(0, endedCpuSeconds);
        }

        /** Adds the levels, without counters. */
        void addLevels(ResourceReading into) {
            into.addToLevel(ResourceMetric.RSS, rssBytes)
                    .addToLevel(ResourceMetric.VSS, vssBytes)
                    .addToLevel(ResourceMetric.THREADS, (double) threads);
            if (openFiles >= 0) {
                into.addToLevel(ResourceMetric.OPEN_FILES, (double) openFiles);
            }
        }
    }

    /**
     * Children that have not ended, in any order.
     *
     * @throws IOException when the process has ended
     */
    List<Long> children() throws IOException;

    /** @throws IOException when the process has ended */
    Figures read() throws IOException;

    /** Adds the threads whose turn it is, where the operating system reports their CPU time. */
    default void addThreads(BusyThreads into, long nowNs) {}

    /** Children as found by the JDK, which examines every process of the host. */
    static List<Long> childrenByHandle(long pid) {
        try (Stream<ProcessHandle> children = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children)) {
            return children.map(ProcessHandle::pid).toList();
        }
    }

    @Override
    default void close() {}
}
