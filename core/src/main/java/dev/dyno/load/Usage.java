package dev.dyno.load;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.driver.TimeSource;
import dev.dyno.result.WorkerUsage;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What this process and this host have used up so far; the difference of two is what a phase used.
 *
 * <p>Assumptions and guarantees: immutable; a reading costs well under a millisecond.
 *
 * @param nowNs when it was read
 * @param cpuNs of this process, all threads
 * @param gcMillis spent in garbage collections
 * @param hostBusyTicks of all processors; -1 where the host does not tell
 * @param hostTicks busy and idle
 */
record Usage(long nowNs, long cpuNs, long gcMillis, long hostBusyTicks, long hostTicks) {

    static Usage read(TimeSource time) {
        long cpuNs = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : -1;
        long gc = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            gc += Math.max(0, bean.getCollectionTime());
        }
        long[] host = busyAndAllTicks();
        return new Usage(time.nanoTime(), cpuNs, gc, host[0], host[1]);
    }

    /** First line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks. */
    private static long[] busyAndAllTicks() {
        try {
            String line = Files.readAllLines(Path.of("/proc/stat")).get(0);
            String[] fields = line.trim().split("\\s+", -1);
            long all = 0;
            for (int i = 1; i <= 8; i++) {
                all += Long.parseLong(fields[i]);
            }
            long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
            return new long[] {all - idle, all};
        } catch (IOException | RuntimeException e) {
            return new long[] {-1, 0};
        }
    }

    WorkerUsage since(Usage earlier) {
        double seconds = (nowNs - earlier.nowNs) / 1e9;
        Optional<Double> hostBusy = hostBusyTicks < 0 || hostTicks == earlier.hostTicks
                ? Optional.empty()
                : Optional.of((hostBusyTicks - earlier.hostBusyTicks) / (double) (hostTicks - earlier.hostTicks));
        return new WorkerUsage(seconds, (cpuNs - earlier.cpuNs) / 1e9, (gcMillis - earlier.gcMillis) / 1e3, hostBusy);
    }
}
