package dev.dyno.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.ProducerSpecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulated broker on a thread of its own, used from many. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SimThreadTest {

    private static final Destination QUEUE = Destination.parse("q");
    private static final long SERVICE_NS = 2_000_000L;

    private final JdkTime time = new JdkTime();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private Client open(String url) throws DriverException {
        return new SimDriver().open(new ClientSpec(url, Optional.empty(), Map.of(), time));
    }

    private ClientConnection connect(Client client) throws DriverException {
        return client.connect(new ConnectionSpec(Optional.empty(), failures::add));
    }

    private static ProducerSpec spec(SendMode mode) {
        return ProducerSpecs.plain(QUEUE, mode, 0, false);
    }

    private static ConsumerSpec spec(ReceiveMode mode) {
        return new ConsumerSpec(QUEUE, AckMode.AUTO, mode);
    }

    private void awaitAtLeast(AtomicLong count, long least) {
        while (count.get() < least) {
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
    }

    @Test
    void manyThreadsLoseNothingAndDoubleNothing() throws Exception {
        final int threads = 4;
        final int each = 25_000;
        final AtomicIntegerArray times = new AtomicIntegerArray(threads * each);
        final AtomicLong delivered = new AtomicLong();
        final AtomicLong completed = new AtomicLong();
        final ExecutorService pool = Executors.newCachedThreadPool();
        try (Client client = open("sim://threads?capacity=500&prefetch=50")) {
            final SimBroker broker = SimBroker.find("sim://threads").orElseThrow();
            final List<Future<?>> work = new ArrayList<>();
            for (final ReceiveMode mode : ReceiveMode.values()) {
                final ClientConnection connection = connect(client);
                final Consumer consumer = connection.createConsumer(spec(mode), body -> {
                    times.incrementAndGet(body.getInt());
                    delivered.incrementAndGet();
                });
                connection.start();
                if (mode == ReceiveMode.RECEIVE) {
                    work.add(pool.submit(until(consumer, delivered, threads * each)));
                }
            }
            for (int thread = 0; thread < threads; thread++) {
                final int from = thread * each;
                final SendMode mode = thread % 2 == 0 ? SendMode.ASYNC : SendMode.TRANSACTED;
                final Producer producer =
                        connect(client).createProducer(spec(mode), (token, failure) -> completed.incrementAndGet());
                work.add(pool.submit(() -> {
                    send(producer, mode, from, each);
                    return true;
                }));
            }
            for (final Future<?> future : work) {
                future.get();
            }
            awaitAtLeast(delivered, threads * each);
            awaitAtLeast(completed, threads / 2 * each);
            for (int i = 0; i < threads * each; i++) {
                assertThat(times.get(i)).isEqualTo(1);
            }
            final SimCounts counts = broker.counts();
            assertThat(counts)
                    .isEqualTo(
                            new SimCounts(100_000, counts.refused(), 100_000, 0, 0, 0, 0, 0, 0, 0, 0, 100_000, 0, 0));
            assertThat(completed.get()).isEqualTo(50_000);
            assertThat(failures).isEmpty();
        } finally {
            pool.shutdownNow();
        }
    }

    private static Callable<Boolean> until(Consumer consumer, AtomicLong delivered, long count) {
        return () -> {
            while (delivered.get() < count) {
                consumer.receive(10_000_000L);
            }
            return true;
        };
    }

    private void send(Producer producer, SendMode mode, int from, int count) throws DriverException {
        final ByteBuffer body = ByteBuffer.allocate(Integer.BYTES);
        for (int i = 0; i < count; i++) {
            body.putInt(0, from + i);
            if (mode == SendMode.TRANSACTED) {
                producer.send(body);
                if (i % 100 == 99) {
                    producer.commit();
                }
            } else {
                while (!producer.trySend(body, i)) {
                    time.parkUntil(time.nanoTime() + 10_000);
                }
            }
        }
    }

    @Test
    void nothingIsEverEarly() throws DriverException {
        final AtomicLong completed = new AtomicLong();
        final ConcurrentLinkedQueue<Long> tookNs = new ConcurrentLinkedQueue<>();
        final long[] sentNs = new long[200];
        try (Client client = open("sim://early?service=2ms&servers=unlimited")) {
            final Producer producer = connect(client).createProducer(spec(SendMode.ASYNC), (token, failure) -> {
                tookNs.add(time.nanoTime() - sentNs[(int) token]);
                completed.incrementAndGet();
            });
            final ByteBuffer body = ByteBuffer.allocate(8);
            for (int i = 0; i < sentNs.length; i++) {
                sentNs[i] = time.nanoTime();
                assertThat(producer.trySend(body, i)).isTrue();
            }
            awaitAtLeast(completed, sentNs.length);
        }
        assertThat(tookNs).hasSize(200).allMatch(ns -> ns >= SERVICE_NS);
    }

    @Test
    void whateverAListenerThrowsIsReportedOnceAndTheBrokerContinues() throws DriverException {
        final AtomicLong delivered = new AtomicLong();
        try (Client client = open("sim://throwing")) {
            final ClientConnection connection = connect(client);
            connection.createConsumer(spec(ReceiveMode.LISTENER), body -> {
                delivered.incrementAndGet();
                throw new AssertionError("thrown by a listener");
            });
            connection.start();
            final Producer producer = connection.createProducer(spec(SendMode.SYNC), (token, failure) -> {});
            for (int i = 0; i < 3; i++) {
                producer.send(ByteBuffer.allocate(8));
            }
            awaitAtLeast(delivered, 3);
        }
        assertThat(failures).hasSize(1).first().isInstanceOf(AssertionError.class);
    }

    @Test
    void aBlockingSendInsideAListenerIsRefusedInsteadOfWaitingForItself() throws DriverException {
        final AtomicLong refused = new AtomicLong();
        try (Client client = open("sim://reentrant")) {
            final ClientConnection connection = connect(client);
            final Producer producer = connection.createProducer(spec(SendMode.SYNC), (token, failure) -> {});
            connection.createConsumer(spec(ReceiveMode.LISTENER), body -> {
                try {
                    producer.send(body);
                } catch (DriverException e) {
                    refused.incrementAndGet();
                }
            });
            connection.start();
            producer.send(ByteBuffer.allocate(8));
            awaitAtLeast(refused, 1);
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void theThreadEndsWithTheLastClient() throws DriverException {
        try (Client first = open("sim://ending")) {
            try (Client second = open("sim://ending")) {
                assertThat(second.capabilities().toSet())
                        .isEqualTo(first.capabilities().toSet());
            }
            assertThat(threads()).isEqualTo(1);
        }
        while (threads() > 0) {
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
        assertThat(SimBroker.find("sim://ending")).isEmpty();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sim-ending"))
                .count();
    }
}
