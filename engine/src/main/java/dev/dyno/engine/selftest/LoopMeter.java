package dev.dyno.engine.selftest;

import dev.dyno.engine.record.Threads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Starts threads and adds up the processor time and the allocated bytes of the send loops among them.
 *
 * <p>Assumptions and guarantees: each loop reads its own thread's figures, at its start and end; the sums are read after the run.
 */
final class LoopMeter implements Threads {

    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private final Threads threads;
    private long cpuNs;
    private long allocatedBytes;

    LoopMeter(Threads threads) {
        this.threads = threads;
    }

    @Override
    public Running start(String name, Runnable task) {
        return threads.start(name, name.startsWith("send-") ? () -> measure(task) : task);
    }

    private void measure(Runnable loop) {
        long cpuBefore = BEAN.getCurrentThreadCpuTime();
        long allocatedBefore = allocated();
        loop.run();
        add(BEAN.getCurrentThreadCpuTime() - cpuBefore, allocated() - allocatedBefore);
    }

    private static long allocated() {
        return BEAN instanceof com.sun.management.ThreadMXBean bean
                ? bean.getThreadAllocatedBytes(Thread.currentThread().getId())
                : 0;
    }

    private synchronized void add(long ns, long bytes) {
        cpuNs += ns;
        allocatedBytes += bytes;
    }

    synchronized long cpuNs() {
        return cpuNs;
    }

    synchronized long allocatedBytes() {
        return allocatedBytes;
    }
}
