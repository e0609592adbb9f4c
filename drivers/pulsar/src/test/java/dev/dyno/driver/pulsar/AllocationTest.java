package dev.dyno.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.TestClient;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A send allocates what the library does, and nothing of ours. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Tag("nightly")
class AllocationTest {

    private static final int BODY_BYTES = 1000;
    private static final int WARM_UP = 10_000;
    private static final int MESSAGES = 10_000;

    /** The compiler removes some objects of a send, when it has seen enough sends. */
    private static final int ROUNDS = 10;

    private static final int IN_FLIGHT = 100;

    /** Less than any object of ours would take, and more than the library varies. */
    private static final double TOLERANCE_BYTES = 12;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Semaphore free = new Semaphore(IN_FLIGHT);

    @FunctionalInterface
    private interface Send {
        void send(int token) throws Exception;
    }

    /** In bytes for one message, on the sending thread, in the round with the fewest. */
    private double allocatedBytes(Send send) throws Exception {
        send(send, WARM_UP);
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            send(send, MESSAGES);
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / (double) MESSAGES);
        }
        return least;
    }

    private void send(Send send, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            await(1);
            send.send(i % IN_FLIGHT);
        }
        await(IN_FLIGHT);
        free.release(IN_FLIGHT);
    }

    /** A semaphore that blocks allocates something. */
    private void await(int permits) {
        while (!free.tryAcquire(permits)) {
            LockSupport.parkNanos(50_000);
        }
    }

    @Test
    void aSendAllocatesWhatTheLibraryDoes() throws Exception {
        byte[] array = new byte[BODY_BYTES];
        ByteBuffer body = ByteBuffer.wrap(array);
        BiConsumer<MessageId, Throwable> done = (id, failure) -> free.release();
        double ofTheLibrary;
        String url = ManagedPulsar.url();
        try (PulsarClient client = PulsarClient.builder()
                        .serviceUrl(url.substring(0, url.indexOf('?')))
                        .ioThreads(1)
                        .build();
                Producer<byte[]> producer = client.newProducer(Schema.BYTES)
                        .topic(TestClient.queue().name())
                        .create()) {
            ofTheLibrary = allocatedBytes(token -> {
                CompletableFuture<MessageId> unused =
                        producer.newMessage().value(array).sendAsync().whenComplete(done);
            });
        }
        try (TestClient fixture = ManagedPulsar.fixture()) {
            dev.dyno.driver.Producer producer =
                    fixture.producer(TestClient.queue(), SendMode.ASYNC, (token, failure) -> free.release());
            double ofTheDriver = allocatedBytes(token -> {
                if (!producer.trySend(body, token)) {
                    throw new IllegalStateException("full with " + IN_FLIGHT + " messages under way");
                }
            });
            assertThat(ofTheDriver).isLessThan(ofTheLibrary + TOLERANCE_BYTES);
        }
    }
}
