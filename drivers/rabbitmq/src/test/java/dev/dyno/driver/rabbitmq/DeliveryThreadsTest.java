package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.impl.FrameHandler;
import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.tck.JdkTime;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When acknowledgements leave for the socket, without a broker. */
class DeliveryThreadsTest {

    private final SetTime time = new SetTime();
    private final DeliveryThreads threads = new DeliveryThreads(time);
    private final List<String> written = new ArrayList<>();
    private final Channel channel = channel("");
    private boolean lost;

    @ParameterizedTest
    @CsvSource({"0, 4, 1", "1, 4, 1", "2, 4, 2", "4, 4, 4", "9, 4, 4", "2, 1, 1"})
    void thereIsAThreadForEachConsumerButNoMoreThanProcessors(int consumers, int processors, int expected)
            throws Exception {
        DeliveryThreads several = new DeliveryThreads(processors, time);
        for (int i = 0; i < consumers; i++) {
            several.addConsumer();
        }
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        CyclicBarrier together = new CyclicBarrier(expected);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 3 * expected; i++) {
            tasks.add(several.submit(() -> {
                used.add(Thread.currentThread());
                return together.await(30, TimeUnit.SECONDS);
            }));
        }
        for (Future<?> task : tasks) {
            task.get(30, TimeUnit.SECONDS);
        }
        several.shutdown();
        assertThat(used).hasSize(expected);
    }

    /** Such deliveries come after a close that was not waited for to its end, because the broker stood still. */
    @Test
    void deliveriesToAClosedConnectionAreDropped() throws Exception {
        DeliveryThreads closed = new DeliveryThreads(time);
        closed.shutdown();
        closed.execute(() -> written.add("delivered"));
        assertThat(closed.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(written).isEmpty();
    }

    /** Deliveries: tags that are acknowledged, with the most of them in one write, and messages that take their time. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                # What is acknowledged quickly goes out together when the deliveries are handled.
                4 | 1-4                 | 1 flush 2 3 4 flush
                4 | 1-9                 | 1 flush 2 3 4 5 flush 6 7 8 9 flush
                1 | 1-3                 | 1 flush 2 flush 3 flush
                4 | slow 1 slow 2 slow 3 | 1 flush 2 flush 3 flush
                # A slow message takes along what the quick ones before it left.
                4 | 1-3 slow 4-5        | 1 flush 2 3 4 flush 5 flush
                """)
    void noneWaitsForASlowListenerAndNoMoreThanAllowedForOthers(int most, String deliveries, String expected)
            throws Exception {
        deliver(() -> {
            for (String delivery : deliveries.split(" ", -1)) {
                if (delivery.equals("slow")) {
                    time.nowNs += DeliveryThreads.QUICK_NS;
                } else {
                    String[] tags = delivery.split("-", -1);
                    acknowledge(channel, Integer.parseInt(tags[0]), Integer.parseInt(tags[tags.length - 1]), most);
                }
            }
        });
        assertThat(written).containsExactly(expected.split(" ", -1));
    }

    @Test
    void whatElseTheThreadWritesGoesOutAtOnceAndTakesAlongWhatWaits() throws Exception {
        deliver(() -> {
            acknowledge(channel, 1, 2);
            channel.basicNack(3, false, true);
            written.add("next");
        });
        assertThat(written).startsWith("1", "flush", "2", "3", "flush", "next");
    }

    @Test
    void whatWaitsForALostConnectionIsForgottenWhenThereIsANewOne() throws Exception {
        Channel next = channel("next ");
        deliver(() -> {
            acknowledge(channel, 1, 2);
            acknowledge(next, 1, 1);
        });
        assertThat(written).containsExactly("1", "flush", "2", "next 1", "next flush");
    }

    @Test
    void anotherThreadWritesAtOnce() throws Exception {
        acknowledge(channel, 1, 2);
        assertThat(written).containsExactly("1", "flush", "2", "flush");
        deliver(() -> {});
    }

    @Test
    void whatAFailedTaskLeftGoesOut() throws Exception {
        deliver(() -> {
            acknowledge(channel, 1, 2);
            throw new IOException("no disk");
        });
        assertThat(written).containsExactly("1", "flush", "2", "flush");
    }

    @Test
    void aLostConnectionIsNoFailureOfTheThread() throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        deliver(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            acknowledge(channel, 1, 2);
            lost = true;
        });
        assertThat(written).containsExactly("1", "flush", "2");
        assertThat(failures).isEmpty();
    }

    private static void acknowledge(Channel channel, int from, int to) throws IOException {
        acknowledge(channel, from, to, 4);
    }

    private static void acknowledge(Channel channel, int from, int to, int most) throws IOException {
        for (int tag = from; tag <= to; tag++) {
            DeliveryThreads.acknowledge(channel, tag, false, most);
        }
    }

    /** Action of a listener. */
    @FunctionalInterface
    private interface Listener {
        void onMessages() throws IOException;
    }

    /** Returns when the thread has done what it does after a task, too. */
    private void deliver(Listener listener) throws Exception {
        threads.execute(new FutureTask<>(() -> {
            listener.onMessages();
            return true;
        }));
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Channel of a connection of its own, all of whose methods write and flush, as the library's do. */
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

    /** Action of a method. */
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

    /** Clock that stands still unless it is set. */
    private static final class SetTime extends ForwardingTime {

        /** Set only by the thread that delivers. */
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
