package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.nio.ByteBuffer;

/** A producer under test, used by its send mode. Overwrites every body after the send, since a driver must not keep it. */
final class TestSender {

    private final TestRig rig;
    private final ProducerSpec spec;
    private final Producer producer;
    private final Acks completions;

    TestSender(TestRig rig, ClientConnection connection, ProducerSpec spec) throws DriverException {
        this.rig = rig;
        this.spec = spec;
        this.completions = new Acks(Math.max(1, spec.maxInFlight()));
        this.producer = connection.createProducer(spec, completions);
    }

    Producer producer() {
        return producer;
    }

    Acks completions() {
        return completions;
    }

    /** Sends messages {@code from} to {@code to - 1} of the smallest size. */
    void sendRange(long from, long to) throws DriverException {
        for (long index = from; index < to; index++) {
            send(index, Bodies.SMALLEST);
        }
    }

    /** Sends messages {@code from} to {@code to - 1} of the smallest size, and waits until all are acknowledged. */
    void sendAcknowledged(long from, long to) throws DriverException {
        sendRange(from, to);
        awaitAcknowledged();
    }

    /** Sends one message; an asynchronous send may complete later. */
    void send(long index, int sizeBytes) throws DriverException {
        gather(index, sizeBytes);
        flush();
    }

    /** Flushes gathered messages. */
    void flush() {
        if (spec.mode() == SendMode.ASYNC) {
            producer.flush();
        }
    }

    /** Sends one message, which the driver may keep until {@link #flush} to write several together. */
    void gather(long index, int sizeBytes) throws DriverException {
        final ByteBuffer body = Bodies.make(index, sizeBytes);
        final int position = body.position();
        final int limit = body.limit();
        if (spec.mode() == SendMode.ASYNC) {
            sendAsync(body);
        } else {
            producer.send(body);
        }
        assertThat(body.limit()).as("limit of the body after the send").isEqualTo(limit);
        body.position(position);
        Bodies.scribble(body);
    }

    private void sendAsync(ByteBuffer body) throws DriverException {
        if (!completions.hasFree()) {
            flush();
        }
        rig.await("a completion that frees a token", completions::hasFree);
        final int token = completions.begin();
        final long giveUpNs = rig.giveUpNs();
        final int position = body.position();
        while (!producer.trySend(body, token)) {
            if (giveUpNs - rig.time().nanoTime() < 0) {
                completions.giveBack(token);
                throw new AssertionError("trySend returned false for " + rig.patience());
            }
            body.position(position);
            flush();
            rig.pause();
        }
    }

    /** Waits until every send has been acknowledged; commits the transaction, if there is one. */
    void awaitAcknowledged() throws DriverException {
        if (spec.mode() == SendMode.TRANSACTED) {
            producer.commit();
        }
        if (spec.mode() == SendMode.ASYNC) {
            rig.await("the completion of all sends", () -> completions.inFlight() == 0);
            assertThat(completions.faults()).as("faulty completions").isEmpty();
            assertThat(completions.failures()).as("failed sends").isEmpty();
        }
    }
}
