package dev.dyno.resource;

import dev.dyno.result.ResourceMetric;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;

/** The heap and the garbage collections of this JVM. */
final class OwnJvm implements JvmFigures {

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

    @Override
    public void read(Reading into) {
        MemoryUsage heap = memory.getHeapMemoryUsage();
        into.level(ResourceMetric.HEAP_USED, heap.getUsed()).level(ResourceMetric.HEAP_COMMITTED, heap.getCommitted());
        for (GarbageCollectorMXBean collector : collectors) {
            if (stopsTheWorld(collector.getName())) {
                into.addToCounter(ResourceMetric.GC_COUNT, Math.max(0, collector.getCollectionCount()))
                        .addToCounter(ResourceMetric.GC_TIME, Math.max(0, collector.getCollectionTime()) / 1e3);
            }
        }
    }

    /** The concurrent collectors have a bean for their pauses, and one for cycles in which the program goes on. */
    static boolean stopsTheWorld(String collectorName) {
        return !collectorName.endsWith(" Cycles");
    }
}
