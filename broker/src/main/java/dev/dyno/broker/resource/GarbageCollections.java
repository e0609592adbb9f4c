package dev.dyno.broker.resource;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Garbage collections that stopped a JVM's program.
 *
 * @param count number since its start
 * @param millis duration since its start
 */
public record GarbageCollections(long count, long millis) {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int MAX_THREADS = 1_000;

    /**
     * Collectors that stop the program. Found once: looking for them at each reading would take a tenth of the time in which all
     * figures are read each second.
     */
    private static final List<GarbageCollectorMXBean> COLLECTORS =
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(collector -> stopTheWorld(collector.getName()))
                    .toList();

    /** Collections of this JVM until now. Any thread; takes microseconds. */
    public static GarbageCollections ofThisJvm() {
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            count += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        return new GarbageCollections(count, millis);
    }

    /**
     * CPU time in ns of the threads that collect garbage while the program is stopped, since the start of this JVM; empty if
     * unknown, or if reading it would take tens of milliseconds.
     */
    public static OptionalLong cpuNs() {
        long sum = 0;
        boolean many = ManagementFactory.getThreadMXBean().getThreadCount() > MAX_THREADS;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : many ? List.<Path>of() : tasks) {
                String name = Files.readString(task.resolve("comm"));
                // The serial collector runs on the VM thread.
                if (name.startsWith("GC Thread#") || name.startsWith("VM Thread")) {
                    sum += Long.parseLong(
                            Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return OptionalLong.empty();
        }
        return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    /**
     * Whether a collector stops the program: concurrent collectors have one bean for their pauses and one for cycles during which
     * the program runs.
     */
    static boolean stopTheWorld(String collectorName) {
        return !collectorName.endsWith(" Cycles");
    }
}
