package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.run.Overriding;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that moves each rejected message to its dead letters, but takes its time for that. */
@Tag("slow")
class DeadLettersTest {

    private static final long TIME_NS = 600_000_000;

    /** Receives messages of a queue, and sends those that it rejects to another one. */
    private static Consumer rejecting(
            ClientConnection connection, ConsumerSpec spec, DeliveryListener listener, TimeSource clock)
            throws DriverException {
        ProducerSpec moving = ProducerSpecs.plain(Destination.parse("queue://DEAD"), SendMode.SYNC, 0, false);
        Producer dead = connection.createProducer(moving, (token, failure) -> {});
        ByteBuffer[] last = new ByteBuffer[1];
        Consumer consumer = connection.createConsumer(spec, body -> {
            last[0] = ScriptedDriver.copy(body);
            listener.onMessage(body);
        });
        return Overriding.method(Consumer.class, consumer, "reject", none -> {
            consumer.acknowledge();
            ByteBuffer rejected = last[0];
            return clock.schedule(clock.nanoTime() + TIME_NS, () -> new Thread(() -> move(dead, rejected)).start());
        });
    }

    private static void move(Producer dead, ByteBuffer rejected) {
        synchronized (dead) {
            try {
                dead.send(rejected);
            } catch (DriverException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static ClientConnection moving(ClientConnection connection, TimeSource clock) {
        return Overriding.method(ClientConnection.class, connection, "createConsumer", arguments -> {
            ConsumerSpec spec = (ConsumerSpec) arguments[0];
            DeliveryListener listener = (DeliveryListener) arguments[1];
            return spec.ackMode() == AckMode.INDIVIDUAL
                    ? rejecting(connection, spec, listener, clock)
                    : connection.createConsumer(spec, listener);
        });
    }

    private static Client moving(Client client, TimeSource clock) {
        Client rejecting = Overriding.method(Client.class, client, "lacksReject", arguments -> Optional.empty());
        return Overriding.method(
                Client.class,
                rejecting,
                "connect",
                arguments -> moving(client.connect((ConnectionSpec) arguments[0]), clock));
    }

    /** Each tenth of 400 messages is rejected; the last ones are dead letters long after all have been delivered. */
    @Test
    @Timeout(60)
    void theDrainOfSeveralWorkersWaitsForDeadLettersUnderWay() throws Exception {
        try (Fellowship two = new Fellowship()) {
            Drivers plain = two.drivers;
            two.drivers = (target, clock) -> moving(plain.open(target, clock), clock);
            RunResult result = two.workers(2).run("""
                    producers: { to: queue://WORK, count: 2, rate: 200/s, messages: 400, max-pending: 100 }
                    consumers:
                      - { from: queue://WORK, count: 2, ack: individual, reject: 10% }
                      - { from: queue://DEAD, count: 2 }
                    phases: { measure: until stopped, drain: 20s }
                    """);
            LedgerCounts ledger = result.ledger();
            assertThat(ledger.delivered()).isEqualTo(400);
            // Each worker rejects a tenth of its own, rounded down.
            assertThat(ledger.rejected()).isBetween(38L, 40L);
            assertThat(ledger.deadLettered()).isEqualTo(ledger.rejected());
            assertThat(result.drainNs() / 1e9).isBetween(1.0, 4.0);
        }
    }
}
