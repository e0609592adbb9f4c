package dev.dyno.resource;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The garbage collections in which a JVM had stopped its program: the one account of them for verdicts, reports and samples.
 *
 * @param count since its start
 * @param millis since its start
 */
public record GarbageCollections(long count, long millis) {

    /** Those of this JVM until now. Any thread; takes microseconds. */
    public static GarbageCollections ofThisJvm() {
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopTheWorld(collector.getName())) {
                count += Math.max(0, collector.getCollectionCount());
                millis += Math.max(0, collector.getCollectionTime());
            }
        }
        return new GarbageCollections(count, millis);
    }

    /** The concurrent collectors have a bean for their pauses, and one for cycles in which the program goes on. */
    static boolean stopTheWorld(String collectorName) {
        return !collectorName.endsWith(" Cycles");
    }
}
