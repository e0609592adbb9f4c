package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.impl.FrameHandler;
import dev.dyno.tck.ForwardingTime;
import dev.dyno.tck.JdkTime;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When acknowledgements leave for the socket, without a broker. */
class DeliveryThreadsTest {

    private final SetTime time = new SetTime();
    private final DeliveryThreads threads = new DeliveryThreads(time);
    private final List<String> written = new ArrayList<>();
    private final Channel channel = channel("");
    private boolean lost;

    @Test
    void whatIsAcknowledgedQuicklyGoesOutTogetherWhenTheDeliveriesAreHandled() throws Exception {
        deliver(() -> {
            DeliveryThreads.acknowledge(channel, 1, false);
            DeliveryThreads.acknowledge(channel, 2, false);
            DeliveryThreads.acknowledge(channel, 3, false);
        });
        assertThat(written).containsExactly("1", "flush", "2", "3", "flush");
    }

    @Test
    void aSlowListenerKeepsNothingBack() throws Exception {
        deliver(() -> {
            for (int tag = 1; tag <= 3; tag++) {
                time.nowNs += DeliveryThreads.QUICK_NS;
                DeliveryThreads.acknowledge(channel, tag, false);
            }
        });
        assertThat(written).containsExactly("1", "flush", "2", "flush", "3", "flush");
    }

    @Test
    void whatElseTheThreadWritesGoesOutAtOnce() throws Exception {
        deliver(() -> {
            DeliveryThreads.acknowledge(channel, 1, false);
            channel.basicNack(2, false, true);
        });
        assertThat(written).containsExactly("1", "flush", "2", "flush");
    }

    @Test
    void aNewConnectionDoesNotWaitForTheOneBefore() throws Exception {
        Channel next = channel("next ");
        deliver(() -> {
            DeliveryThreads.acknowledge(channel, 1, false);
            DeliveryThreads.acknowledge(channel, 2, false);
            DeliveryThreads.acknowledge(next, 1, false);
        });
        assertThat(written).containsExactly("1", "flush", "2", "next 1", "next flush", "flush");
    }

    @Test
    void anotherThreadWritesAtOnce() throws Exception {
        DeliveryThreads.acknowledge(channel, 1, false);
        DeliveryThreads.acknowledge(channel, 2, false);
        assertThat(written).containsExactly("1", "flush", "2", "flush");
        deliver(() -> {});
    }

    @Test
    void aLostConnectionIsNoFailureOfTheThread() throws Exception {
        deliver(() -> {
            DeliveryThreads.acknowledge(channel, 1, false);
            DeliveryThreads.acknowledge(channel, 2, false);
            lost = true;
        });
        assertThat(written).containsExactly("1", "flush", "2");
    }

    /** What a listener does. */
    @FunctionalInterface
    private interface Listener {
        void onMessages() throws IOException;
    }

    /** Returns when the thread has done what it does after a task, too. */
    private void deliver(Listener listener) throws Exception {
        Future<?> task = threads.submit(() -> {
            listener.onMessages();
            return true;
        });
        task.get();
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Of a connection of its own, all of whose methods write and flush, as the library's do. */
    private Channel channel(String name) {
        FrameHandler socket = proxy(FrameHandler.class, arguments -> {
            if (lost) {
                throw new IOException("broken pipe");
            }
            written.add(name + "flush");
        });
        GatheredFrames frames = new GatheredFrames(socket);
        return proxy(Channel.class, arguments -> {
            written.add(name + arguments[0]);
            frames.flush(null);
        });
    }

    /** What a method does. */
    @FunctionalInterface
    private interface Body {
        void run(Object[] arguments) throws IOException;
    }

    private static <T> T proxy(Class<T> type, Body body) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("equals")) {
                        return proxy == arguments[0];
                    }
                    body.run(arguments);
                    return null;
                }));
    }

    /** Stands still unless it is set. */
    private static final class SetTime extends ForwardingTime {

        /** Set by the thread that delivers, after it was made. */
        long nowNs = 1_000_000_000;

        SetTime() {
            super(new JdkTime());
        }

        @Override
        public long nanoTime() {
            return nowNs;
        }
    }
}
