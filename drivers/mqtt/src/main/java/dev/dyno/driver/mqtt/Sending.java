package dev.dyno.driver.mqtt;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts and limits the messages in flight on a link that producers share: the client library has no limit of bytes, and blocks
 * at its limit of messages.
 *
 * <p>Assumptions and guarantees: usable from any thread; a few messages more than the limit of bytes may get through at once.
 */
final class Sending {

    private static final long MAX_BYTES = 16L * 1024 * 1024;

    final MqttLink link;
    private final int maxMessages;
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    Sending(MqttLink link) {
        this.link = link;
        this.maxMessages = link.sendMaximum();
    }

    boolean begin(int sizeBytes) {
        if (bytes.get() >= MAX_BYTES) {
            return false;
        }
        if (messages.incrementAndGet() > maxMessages) {
            messages.decrementAndGet();
            return false;
        }
        bytes.addAndGet(sizeBytes);
        return true;
    }

    void end(int sizeBytes) {
        messages.decrementAndGet();
        bytes.addAndGet(-sizeBytes);
    }
}
