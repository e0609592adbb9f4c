package dev.dyno.driver.tck;

import dev.dyno.driver.DeliveryListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Collects bodies that are one long each. */
public final class ReceivedNumbers implements DeliveryListener {

    private final List<Long> numbers = new ArrayList<>();

    @Override
    public synchronized void onMessage(ByteBuffer body) {
        numbers.add(body.remaining() == Long.BYTES ? body.getLong(body.position()) : -1L);
        notifyAll();
    }

    public synchronized List<Long> numbers() {
        return List.copyOf(numbers);
    }

    /** Waits until there are that many, 30 s at the most. */
    public synchronized List<Long> await(int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (numbers.size() < count && System.nanoTime() - deadline < 0) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
        return List.copyOf(numbers);
    }
}
