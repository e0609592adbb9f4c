package dev.dyno.load;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.driver.TimeSource;
import dev.dyno.resource.GarbageCollections;
import dev.dyno.resource.ProcUnits;
import dev.dyno.result.WorkerUsage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What this process and this host have used up so far; the difference of two is what a phase used.
 *
 * <p>Assumptions and guarantees: immutable; a reading costs well under a millisecond.
 *
 * @param nowNs when it was read
 * @param cpuNs of this process, all threads
 * @param gcMillis spent in garbage collections
 * @param hostIdleSeconds of all processors, waiting for a disk included; not a number where the host does not tell
 * @param hostSeconds idle or not
 */
record Usage(long nowNs, long cpuNs, long gcMillis, double hostIdleSeconds, double hostSeconds) {

    static Usage read(TimeSource time) {
        long cpuNs = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : -1;
        long gc = GarbageCollections.ofThisJvm().millis();
        double[] host = hostIdleAndAllSeconds();
        return new Usage(time.nanoTime(), cpuNs, gc, host[0], host[1]);
    }

    /**
     * What is not idle is busy. /proc/stat has that, too, but Linux looks it up at each tick of its clock only, and is wrong
     * about threads that run in short turns. Its first line has user nice system idle iowait and so on, in ticks, and there is one
     * more line for each processor; /proc/uptime begins with the seconds since the start.
     */
    private static double[] hostIdleAndAllSeconds() {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/stat"));
            String[] fields = lines.get(0).trim().split("\\s+", -1);
            long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
            long processors =
                    lines.stream().filter(line -> line.startsWith("cpu")).count() - 1;
            String up = Files.readString(Path.of("/proc/uptime"));
            return new double[] {
                (double) idle / ProcUnits.read().ticksPerSecond(),
                processors * Double.parseDouble(up.substring(0, up.indexOf(' ')))
            };
        } catch (IOException | RuntimeException e) {
            return new double[] {Double.NaN, 0};
        }
    }

    WorkerUsage since(Usage earlier) {
        double seconds = (nowNs - earlier.nowNs) / 1e9;
        double idle = (hostIdleSeconds - earlier.hostIdleSeconds) / (hostSeconds - earlier.hostSeconds);
        Optional<Double> hostBusy =
                Double.isFinite(idle) ? Optional.of(Math.min(1, Math.max(0, 1 - idle))) : Optional.empty();
        return new WorkerUsage(seconds, (cpuNs - earlier.cpuNs) / 1e9, (gcMillis - earlier.gcMillis) / 1e3, hostBusy);
    }
}
