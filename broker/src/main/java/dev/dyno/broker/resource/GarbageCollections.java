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
     * Time in ns, since the start of this JVM, in which a thread that collects garbage while the program is stopped had a processor
     * or waited for one: that of the VM thread, and of the busiest of the others, which collect side by side. Empty if unknown, or
     * if reading it would take tens of milliseconds.
     */
    public static OptionalLong busyNs() {
        long vmNs = 0;
        long longestNs = 0;
        boolean many = ManagementFactory.getThreadMXBean().getThreadCount() > MAX_THREADS;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : many ? List.<Path>of() : tasks) {
                String name = nameOf(task);
                // The serial collector runs on the VM thread.
                if (name.startsWith("VM Thread")) {
                    vmNs = busyNs(task);
                } else if (name.startsWith("GC Thread#")) {
                    longestNs = Math.max(longestNs, busyNs(task));
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return OptionalLong.empty();
        }
        return vmNs + longestNs == 0 ? OptionalLong.empty() : OptionalLong.of(vmNs + longestNs);
    }

    /** Name of a thread; empty if it has ended since the threads were listed. */
    private static String nameOf(Path task) throws IOException {
        try {
            return Files.readString(task.resolve("comm"));
        } catch (IOException e) {
            return "";
        }
    }

    private static long busyNs(Path task) throws IOException {
        String[] schedstat = Files.readString(task.resolve("schedstat")).split(" ", 3);
        return Long.parseLong(schedstat[0]) + Long.parseLong(schedstat[1]);
    }

    /**
     * Whether a collector stops the program: concurrent collectors have one bean for their pauses and one for cycles during which
     * the program runs.
     */
    static boolean stopTheWorld(String collectorName) {
        return !collectorName.endsWith(" Cycles");
    }
}
