package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** One process, as its operating system sees it. One thread at a time. */
interface ProcessFigures extends AutoCloseable {

    /**
     * @param parentPid its parent now; 0 if that cannot be seen
     * @param rssBytes resident memory
     * @param vssBytes address space
     * @param cpuSeconds of all threads since its start
     * @param endedCpuSeconds of its children that ended and that it has waited for, and theirs; -1 if that cannot be seen
     * @param endedFaults page faults of the same children: it changes whenever there is one more of them; -1 if that cannot be
     *     seen
     * @param openFiles -1 if they cannot be seen
     * @param readBytes fetched from storage since its start; -1 if that cannot be seen. Where {@code endedCpuSeconds} can be seen,
     *     it includes what the ended children fetched: Linux adds it to the parent that waits for them
     * @param writeBytes sent to storage since its start, otherwise as {@code readBytes}
     */
    record Figures(
            long parentPid,
            double rssBytes,
            double vssBytes,
            double cpuSeconds,
            double endedCpuSeconds,
            long endedFaults,
            long threads,
            long openFiles,
            double readBytes,
            double writeBytes) {

        /** Of a process that has not been read yet. */
        static final Figures NONE = new Figures(0, 0, 0, 0, -1, -1, 0, -1, -1, -1);

        /** CPU time of it and of its ended children. */
        double allCpuSeconds() {
            return cpuSeconds + Math.max(0, endedCpuSeconds);
        }

        /** Adds what is as it stands, and no counter. */
        void addLevels(Reading into) {
            into.addToLevel(ResourceMetric.RSS, rssBytes)
                    .addToLevel(ResourceMetric.VSS, vssBytes)
                    .addToLevel(ResourceMetric.THREADS, (double) threads);
            if (openFiles >= 0) {
                into.addToLevel(ResourceMetric.OPEN_FILES, (double) openFiles);
            }
        }
    }

    /**
     * The processes that it has started and that have not ended, in any order.
     *
     * @throws IOException when it has ended itself
     */
    List<Long> children() throws IOException;

    /** @throws IOException when the process has ended */
    Figures read() throws IOException;

    /** By the JDK, which looks at every process of the host. */
    static List<Long> childrenByHandle(long pid) {
        try (Stream<ProcessHandle> children = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children)) {
            return children.map(ProcessHandle::pid).toList();
        }
    }

    @Override
    default void close() {}
}
