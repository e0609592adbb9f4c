package dev.dyno.resource;

import com.sun.management.ThreadMXBean;
import dev.dyno.result.ResourceMetric;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Optional;

/** The heap, the garbage collections and the busiest thread of this JVM. */
final class OwnJvm implements JvmFigures {

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Optional<ThreadMXBean> threads = threadsWithCpuTime();
    private final Busiest thread = new Busiest(ResourceMetric.CPU_BUSIEST_THREAD);

    private static Optional<ThreadMXBean> threadsWithCpuTime() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                        && bean.isThreadCpuTimeSupported()
                        && bean.isThreadCpuTimeEnabled()
                ? Optional.of(bean)
                : Optional.empty();
    }

    @Override
    public void read(Reading into, long nowNs) {
        MemoryUsage heap = memory.getHeapMemoryUsage();
        into.level(ResourceMetric.HEAP_USED, heap.getUsed()).level(ResourceMetric.HEAP_COMMITTED, heap.getCommitted());
        threads.ifPresent(bean -> busiestThread(bean, into, nowNs));
        for (GarbageCollectorMXBean collector : collectors) {
            if (stopsTheWorld(collector.getName())) {
                into.addToCounter(ResourceMetric.GC_COUNT, Math.max(0, collector.getCollectionCount()))
                        .addToCounter(ResourceMetric.GC_TIME, Math.max(0, collector.getCollectionTime()) / 1e3);
            }
        }
    }

    /** Those of Java: collections and compilations have threads of their own. It costs about a microsecond for each. */
    private void busiestThread(ThreadMXBean bean, Reading into, long nowNs) {
        long[] ids = bean.getAllThreadIds();
        long[] cpuNs = bean.getThreadCpuTime(ids);
        for (int i = 0; i < ids.length; i++) {
            if (cpuNs[i] >= 0) {
                thread.add(Long.toString(ids[i]), cpuNs[i] / 1e9);
            }
        }
        thread.read(into, nowNs);
    }

    /** The concurrent collectors have a bean for their pauses, and one for cycles in which the program goes on. */
    static boolean stopsTheWorld(String collectorName) {
        return !collectorName.endsWith(" Cycles");
    }
}
