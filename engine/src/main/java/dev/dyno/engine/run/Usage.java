package dev.dyno.engine.run;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.broker.resource.GarbageCollections;
import dev.dyno.broker.resource.UnusedTime;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.WorkerUsage;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What this process and this host have used up so far; the difference of two is what a phase used.
 *
 * <p>Assumptions and guarantees: immutable; a reading costs well under a millisecond.
 *
 * @param nowNs when it was read
 * @param cpuNs of this process, all threads
 * @param gcMillis spent in garbage collections
 * @param collectorsNs processor time of the threads that do them; empty where that is not known
 * @param host that its processors had nothing to do; empty where it does not say
 */
record Usage(long nowNs, long cpuNs, long gcMillis, OptionalLong collectorsNs, Optional<UnusedTime> host) {

    static Usage read(TimeSource time) {
        long cpuNs = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : -1;
        long gc = GarbageCollections.ofThisJvm().millis();
        return new Usage(time.nanoTime(), cpuNs, gc, GarbageCollections.cpuNs(), UnusedTime.ofThisMachine());
    }

    WorkerUsage since(Usage earlier) {
        double seconds = (nowNs - earlier.nowNs) / 1e9;
        Optional<Double> hostBusy =
                host.flatMap(now -> earlier.host.map(now::busySince)).filter(Double::isFinite);
        return new WorkerUsage(seconds, (cpuNs - earlier.cpuNs) / 1e9, gcSeconds(earlier), hostBusy);
    }

    /** A collection takes its threads as long as it lasts; while it lasted longer, the process was frozen, not collecting. */
    private double gcSeconds(Usage earlier) {
        double seconds = (gcMillis - earlier.gcMillis) / 1e3;
        return collectorsNs.isPresent() && earlier.collectorsNs.isPresent()
                ? Math.min(seconds, (collectorsNs.getAsLong() - earlier.collectorsNs.getAsLong()) / 1e9)
                : seconds;
    }
}
