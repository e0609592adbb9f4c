package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.run.Overriding;
import dev.dyno.model.result.RunResult;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stands still holds a send call of each of two workers beyond the drain, and has its message nevertheless. */
@Tag("slow")
class HeldCallsTest {

    private static final int ANSWERED = 50;

    /** Hands over {@value #ANSWERED} messages and another one, with which it does not return until it is closed. */
    private static Producer holding(Producer producer) {
        AtomicInteger sent = new AtomicInteger();
        CountDownLatch closed = new CountDownLatch(1);
        Producer held = Overriding.method(Producer.class, producer, "trySend", arguments -> {
            boolean accepted = producer.trySend((ByteBuffer) arguments[0], (long) arguments[1]);
            if (sent.incrementAndGet() > ANSWERED) {
                closed.await();
            }
            return accepted;
        });
        return Overriding.method(Producer.class, held, "close", none -> {
            closed.countDown();
            producer.close();
            return held;
        });
    }

    private static ClientConnection holding(ClientConnection connection) {
        return Overriding.method(ClientConnection.class, connection, "createProducer", arguments -> {
            ProducerSpec spec = (ProducerSpec) arguments[0];
            Producer made = connection.createProducer(spec, (SendListener) arguments[1]);
            return spec.mode() == SendMode.ASYNC ? holding(made) : made;
        });
    }

    private static Client holding(Client client) {
        return Overriding.method(
                Client.class, client, "connect", arguments -> holding(client.connect((ConnectionSpec) arguments[0])));
    }

    @Test
    @Timeout(60)
    void messagesOfCallsThatAreGivenUpAreInDoubtAndNotOwed() throws Exception {
        try (Fellowship two = new Fellowship()) {
            Drivers plain = two.drivers;
            two.drivers = (target, clock) -> holding(plain.open(target, clock));
            RunResult result = two.workers(2).run("""
                    producers: { to: queue://T, count: 2, rate: 100/s }
                    consumers: { from: queue://T, count: 2 }
                    phases: { measure: 2s, drain: 1s }
                    """);

            String owed = "expected %1$s, delivered %1$s".formatted(2 * ANSWERED);
            assertCounts(result, "success, " + owed + ", undelivered 0, inDoubt 2, inDoubtDelivered 2");
        }
    }
}
