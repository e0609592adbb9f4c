package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One of two consumers leaves while some 10,000 messages a second come. Core NATS sends each once. */
@Tag("broker")
class LeavingTest {

    private static final int SOME = 500;

    private static TestClient client(RealBroker server) throws DriverException {
        TestClient client = new TestClient(new NatsDriver(), TestClient.spec(server.url("nats"), Map.of()));
        client.connection().start();
        return client;
    }

    private static int sent(TestClient client, AtomicBoolean goesOn) {
        try {
            Producer producer = client.produce(TestClient.producing("queue://T", SendMode.ASYNC));
            int number = 0;
            while (goesOn.get()) {
                client.send(producer, number++);
                LockSupport.parkNanos(50_000);
            }
            return number;
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatHasArrivedAtAConsumerThatLeavesIsDelivered() throws DriverException {
        AtomicBoolean goesOn = new AtomicBoolean(true);
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats"));
                TestClient staying = client(server);
                TestClient leaving = client(server);
                TestClient sending = client(server)) {
            staying.consume(TestClient.listening("queue://T"));
            Consumer consumer = leaving.consume(TestClient.listening("queue://T"));
            CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> sent(sending, goesOn));
            leaving.await("messages", () -> leaving.received().size() > SOME);
            consumer.leave();
            leaving.connection().stop();
            consumer.close();
            int before = leaving.received().size();
            staying.await("more messages", () -> staying.received().size() > before + SOME);
            goesOn.set(false);
            int all = sent.join();
            staying.await("all others", () -> staying.received().size() >= all - before);
            assertThat(leaving.received()).hasSize(before);
            assertThat(staying.received()).hasSize(all - before).doesNotContainAnyElementsOf(leaving.received());
            assertThat(leaving.failures()).isEmpty();
        }
    }
}
