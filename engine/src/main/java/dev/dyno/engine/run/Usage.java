package dev.dyno.engine.run;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.broker.resource.GarbageCollections;
import dev.dyno.broker.resource.IdleTime;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.WorkerUsage;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Resources used so far by this process and this host; the difference of two readings is the use of a phase.
 *
 * <p>Assumptions and guarantees: immutable; a reading costs well under a millisecond.
 *
 * @param nowNs time of the reading
 * @param cpuNs processor time of this process, all threads; -1 if unknown
 * @param gcMillis time spent in garbage collections
 * @param collectorsNs time in which the garbage collector had a processor or waited for one; empty if unknown
 * @param host idle time of the host's processors; empty if unknown
 */
record Usage(long nowNs, long cpuNs, long gcMillis, OptionalLong collectorsNs, Optional<IdleTime> host) {

    /**
     * Shortest phase in s of which the processor time is computed; it is 0 for a shorter one, because a JVM on Linux has it in
     * steps of 10 ms.
     */
    private static final double FINE_SECONDS = 0.1;

    static Usage read(TimeSource time) {
        long cpuNs = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : -1;
        long gc = GarbageCollections.ofThisJvm().millis();
        return new Usage(time.nanoTime(), cpuNs, gc, GarbageCollections.busyNs(), IdleTime.ofThisMachine());
    }

    WorkerUsage since(Usage earlier) {
        double seconds = (nowNs - earlier.nowNs) / 1e9;
        Optional<Double> hostBusy =
                host.flatMap(now -> earlier.host.map(now::busySince)).filter(Double::isFinite);
        double cpuSeconds = seconds < FINE_SECONDS ? 0 : (cpuNs - earlier.cpuNs) / 1e9;
        return new WorkerUsage(seconds, cpuSeconds, gcSeconds(earlier), hostBusy);
    }

    /**
     * Seconds of garbage collection. A collection always has a thread that runs or waits for a processor, so at most the time of
     * such counts: beyond it the process was frozen, not collecting.
     */
    private double gcSeconds(Usage earlier) {
        double seconds = (gcMillis - earlier.gcMillis) / 1e3;
        return collectorsNs.isPresent() && earlier.collectorsNs.isPresent()
                ? Math.min(seconds, (collectorsNs.getAsLong() - earlier.collectorsNs.getAsLong()) / 1e9)
                : seconds;
    }
}
