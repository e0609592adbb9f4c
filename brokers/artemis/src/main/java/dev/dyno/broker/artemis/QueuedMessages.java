package dev.dyno.broker.artemis;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/**
 * Number of messages in all queues of the broker, as a performance counter of this JVM. The tool reads these counters from memory
 * anyway, so no request and no port is needed.
 */
record QueuedMessages(ArtemisServer server, ByteBuffer counter) implements Runnable {

    /** Name of the counter, which the tool looks for. */
    private static final String NAME = "dyno.queuedMessages";

    /** Variability of the counter: V_Variable of PerfData in OpenJDK's {@code src/hotspot/share/runtime/perfData.hpp}. */
    private static final int VARIABLE = 3;

    private static final int NO_UNIT = 1;

    private static final long PERIOD_NS = 200_000_000;

    /** Pause after a count, as a multiple of its CPU time: a count of up to 10 ms then uses at most 0.5 % of a processor. */
    private static final int COUNTING_SHARE = 200;

    /** Longest pause between two counts in ns, whatever their duration. */
    private static final long LONGEST_NS = 2_000_000_000;

    /** Starts to count, if this version of the broker and this JVM support it. */
    static void count(ArtemisServer server) {
        try {
            long now = server.queuedMessages();
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            Method create = type.getMethod("createLong", String.class, int.class, int.class, long.class);
            if (create.invoke(perf, NAME, VARIABLE, NO_UNIT, now) instanceof ByteBuffer counter) {
                Thread thread = new Thread(
                        new QueuedMessages(server, counter.order(ByteOrder.nativeOrder())), "dyno-queued-messages");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (Exception | LinkageError e) {
            // In this case nothing is counted, and the tool does not mention it.
        }
    }

    @Override
    public void run() {
        try {
            // Measures CPU time rather than elapsed time: on a busy machine a short count may take long.
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            while (true) {
                long beganNs = threads.getCurrentThreadCpuTime();
                counter.putLong(0, server.queuedMessages());
                long tookNs = threads.getCurrentThreadCpuTime() - beganNs;
                LockSupport.parkNanos(Math.min(LONGEST_NS, Math.max(PERIOD_NS, COUNTING_SHARE * tookNs)));
            }
        } catch (Exception e) {
            // The broker is being stopped.
        }
    }
}
