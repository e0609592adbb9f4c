package dev.dyno.broker.resource;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;

/**
 * Reports a heap that stays full while there is still room to end the run. Later a JVM spends all its time in collections, errors
 * are thrown in threads of client libraries that ignore them, and nothing ends any more. G1, which Dyno uses only on request, may
 * examine the whole heap too late for that.
 */
public final class HeapWatch {

    /** Share of the old generation in use right after its collection, above which the heap counts as full. */
    private static final double FULL = 0.95;

    /** Maximum memory reserved for the end of a run: to load classes, close clients and write files. */
    private static final long RESERVE_BYTES = 8 << 20;

    private static final int RESERVE_SHARE = 16;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final NotificationListener listener;
    private final AtomicReference<byte[]> reserve;

    /** @param full receives the error, on a thread of the JVM */
    public HeapWatch(Consumer<Error> full) {
        long bytes = Math.min(RESERVE_BYTES, Runtime.getRuntime().maxMemory() / RESERVE_SHARE);
        reserve = new AtomicReference<>(new byte[(int) bytes]);
        listener = (notification, handback) -> {
            if (notification.getType().equals(MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED)) {
                reserve.set(new byte[0]);
                full.accept(new OutOfMemoryError(sentence(memory.getHeapMemoryUsage())));
            }
        };
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // Pools of young objects support only the threshold after a collection, and are left out.
            if (pool.getType() == MemoryType.HEAP
                    && pool.isUsageThresholdSupported()
                    && pool.isCollectionUsageThresholdSupported()
                    && pool.getUsage().getMax() > 0) {
                pool.setCollectionUsageThreshold((long) (FULL * pool.getUsage().getMax()));
            }
        }
        ((NotificationEmitter) memory).addNotificationListener(listener, null, null);
    }

    private static String sentence(MemoryUsage heap) {
        return (heap.getUsed() >> 20) + " of " + (heap.getMax() >> 20)
                + " MiB of its heap are in use after a collection";
    }

    public void close() {
        try {
            ((NotificationEmitter) memory).removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
