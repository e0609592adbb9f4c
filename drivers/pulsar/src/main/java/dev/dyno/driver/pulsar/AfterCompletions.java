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
 * Calls a listener once after several completions that came together. The library completes a batch message by message on the
 * event loop that read the broker's answer, and does not mark the last one. A task given to that event loop runs behind them.
 *
 * <p>Assumptions and guarantees: {@link #soon} may be called by any thread, whatever locks it holds. Allocates nothing for a
 * message.
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

    /** Notes a completion; the listener is called soon after. */
    void soon() {
        if (!due.get() && due.compareAndSet(false, true)) {
            try {
                eventLoop().execute(this);
            } catch (RejectedExecutionException e) {
                // The client is closed, so nothing more can be sent with it.
                due.set(false);
            }
        }
    }

    /** The event loop of this thread, or else any. */
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
