package dev.dyno.broker.resource;

import com.sun.management.ThreadMXBean;
import dev.dyno.model.result.ResourceMetric;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.Optional;

/** Heap, garbage collections and busiest thread of this JVM. */
final class OwnJvm implements FigureReader {

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
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
    public void read(ResourceReading into, long nowNs) {
        MemoryUsage heap = memory.getHeapMemoryUsage();
        into.level(ResourceMetric.HEAP_USED, heap.getUsed()).level(ResourceMetric.HEAP_COMMITTED, heap.getCommitted());
        threads.ifPresent(bean -> busiestThread(bean, into, nowNs));
        GarbageCollections collected = GarbageCollections.ofThisJvm();
        into.counter(ResourceMetric.GC_COUNT, (double) collected.count())
                .counter(ResourceMetric.GC_TIME, collected.millis() / 1e3);
    }

    /**
     * Adds the busiest Java thread; the JVM's own threads for collections and compilations are not among them. Takes about a
     * microsecond for each thread.
     */
    private void busiestThread(ThreadMXBean bean, ResourceReading into, long nowNs) {
        long[] ids = bean.getAllThreadIds();
        long[] cpuNs = bean.getThreadCpuTime(ids);
        for (int i = 0; i < ids.length; i++) {
            if (cpuNs[i] >= 0) {
                thread.add(Long.toString(ids[i]), cpuNs[i] / 1e9);
            }
        }
        thread.read(into, nowNs);
    }
}
