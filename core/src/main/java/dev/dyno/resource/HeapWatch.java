package dev.dyno.resource;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;

/**
 * Reports a heap that stays full, while there is still room to end the run: later a JVM spends all its time in collections, errors
 * are thrown in threads of client libraries that keep them to themselves, and nothing ends any more.
 */
public final class HeapWatch {

    /** So much of the old generation is in use right after a collection of it. */
    private static final double FULL = 0.95;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final NotificationListener listener;

    /** @param full takes the error, on a thread of the JVM */
    public HeapWatch(Consumer<Error> full) {
        listener = (notification, handback) -> {
            if (notification.getType().equals(MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED)) {
                full.accept(new OutOfMemoryError(sentence(memory.getHeapMemoryUsage())));
            }
        };
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // Those of young objects have the second threshold only.
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
        return "%d of %d MiB of its heap are in use after a collection"
                .formatted(heap.getUsed() >> 20, heap.getMax() >> 20);
    }

    public void close() {
        try {
            ((NotificationEmitter) memory).removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
