package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Contract of {@link dev.dyno.driver.Consumer#leave} where the broker forgets the messages that it has sent to a consumer of a
 * queue when that consumer closes.
 */
public final class LeavingConsumer {

    private static final int SOME = 500;
    private static final long PAUSE_NS = 50_000;

    private LeavingConsumer() {}

    private static int sent(TestClient client, String queue, AtomicBoolean isSending) {
        try {
            Producer producer = client.produce(TestClient.producing(queue, SendMode.ASYNC));
            int number = 0;
            while (isSending.get()) {
                client.send(producer, number++);
                LockSupport.parkNanos(PAUSE_NS);
            }
            return number;
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets one of two consumers leave while some 10,000 messages a second are sent; each must be delivered to one of the two. */
    public static void takesWhatHasArrived(TestClient leaving, TestClient staying, TestClient sending)
            throws DriverException {
        String queue = TestClient.queue().toString();
        AtomicBoolean isSending = new AtomicBoolean(true);
        leaving.connection().start();
        staying.connection().start();
        Inbox stays = staying.consume(TestClient.listening(queue));
        Inbox leaves = leaving.consume(TestClient.listening(queue));
        CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> sent(sending, queue, isSending));
        leaves.await(SOME + 1);
        leaves.consumer().leave();
        leaving.connection().stop();
        leaves.consumer().close();
        int before = leaves.count();
        stays.await(before + SOME + 1);
        isSending.set(false);
        int all = sent.join();
        stays.await(all - before);
        assertThat(leaves.numbers()).hasSize(before);
        assertThat(stays.numbers()).hasSize(all - before).doesNotContainAnyElementsOf(leaves.numbers());
        assertThat(leaving.failures()).isEmpty();
    }
}
