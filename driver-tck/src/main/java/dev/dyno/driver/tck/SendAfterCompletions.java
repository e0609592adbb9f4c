package dev.dyno.driver.tck;

import dev.dyno.driver.DriverException;
import org.jspecify.annotations.Nullable;

/** Sends the first message, and then each further one, in order, as soon as completions make room for it. */
final class SendAfterCompletions implements Runnable {

    private final TestSender sender;
    private final int count;
    private final Thread beginner = Thread.currentThread();
    private boolean sending;
    private int sent;
    private int sentElsewhere;
    private @Nullable Throwable failure;

    SendAfterCompletions(TestSender sender, int count) {
        this.sender = sender;
        this.count = count;
        sender.completions().then(this);
    }

    synchronized void begin() throws DriverException {
        sender.send(sent++, Bodies.SMALLEST);
    }

    @Override
    public synchronized void run() {
        // A send may report completions, and thereby call this method, before it returns.
        if (sending || failure != null) {
            return;
        }
        sending = true;
        try {
            while (sent < count && sender.completions().hasFree()) {
                sender.send(sent++, Bodies.SMALLEST);
                sentElsewhere += Thread.currentThread() == beginner ? 0 : 1;
            }
        } catch (DriverException | RuntimeException | Error e) {
            failure = e;
        } finally {
            sending = false;
        }
    }

    /** Whether all messages have been sent, or a failure has ended the sending. */
    synchronized boolean isOver() {
        return sent == count || failure != null;
    }

    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Number of messages sent by other threads than the one that began. */
    synchronized int sentElsewhere() {
        return sentElsewhere;
    }
}
