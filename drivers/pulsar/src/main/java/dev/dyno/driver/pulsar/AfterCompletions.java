package dev.dyno.driver.pulsar;

import dev.dyno.driver.SendListener;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.shade.io.netty.channel.EventLoopGroup;
import org.apache.pulsar.shade.io.netty.util.concurrent.EventExecutor;

/**
 * Tells a listener once that completions have come, when all that came together have been told: the library completes a batch
 * message by message, on the event loop that has read the broker's answer, and has no word for the last of them. What that event
 * loop is given to do comes next.
 *
 * <p>Assumptions and guarantees: {@link #soon} from any thread, whatever locks it holds. Allocates nothing for a message.
 */
final class AfterCompletions implements Runnable {

    private final EventLoopGroup eventLoops;
    private final SendListener listener;
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile EventExecutor latest;

    AfterCompletions(PulsarClient client, SendListener listener) {
        this.eventLoops = ((PulsarClientImpl) client).eventLoopGroup();
        this.listener = listener;
        this.latest = eventLoops.next();
    }

    /** A completion has been told. */
    void soon() {
        if (!due.get() && due.compareAndSet(false, true)) {
            try {
                eventLoop().execute(this);
            } catch (RejectedExecutionException e) {
                // The client is closed, and nothing can be sent with it any more.
                due.set(false);
            }
        }
    }

    /** The one that is running on this thread, or else any. */
    private Executor eventLoop() {
        final EventExecutor same = latest;
        if (same.inEventLoop()) {
            return same;
        }
        for (final EventExecutor each : eventLoops) {
            if (each.inEventLoop()) {
                latest = each;
                return each;
            }
        }
        return eventLoops;
    }

    @Override
    public void run() {
        due.set(false);
        listener.afterCompletions();
    }
}
