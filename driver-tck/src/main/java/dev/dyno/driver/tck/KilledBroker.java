package dev.dyno.driver.tck;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Contract of every driver with asynchronous sends for the case that its broker is killed. */
public final class KilledBroker {

    private static final int MESSAGES = 1_000;
    private static final String ANY = "…";
    private static final int WITH_THOSE_UNDER_WAY = MESSAGES + 10;

    private KilledBroker() {}

    /**
     * Kills the broker while messages are in flight. The connection must report its loss once, every send must complete, later
     * sends and receives must fail, and closing must take less than 5 s.
     *
     * @param tested a client without producers and consumers; its connection is closed afterwards
     * @param pause suspends the broker, so that messages are in flight when it is killed; may do nothing
     * @return the failure that the owner of the connection received
     */
    public static Throwable isReportedOnceAndEverySendCompletes(TestClient tested, Runnable pause, Runnable kill)
            throws DriverException {
        String queue = TestClient.queue().toString();
        tested.consume(TestClient.listening(queue));
        Consumer polling = tested.consume(new ConsumerSpec(TestClient.queue(), AckMode.AUTO, ReceiveMode.RECEIVE))
                .consumer();
        tested.connection().start();
        Producer producer = tested.produce(TestClient.producing(queue, SendMode.ASYNC));
        List<Blocking> blocking = new ArrayList<>();
        for (SendMode mode : List.of(SendMode.SYNC, SendMode.TRANSACTED)) {
            if (mode == SendMode.SYNC || tested.client().capabilities().has(Capability.TRANSACTIONS)) {
                blocking.add(new Blocking(tested.produce(TestClient.producing(queue, mode)), mode));
            }
        }
        for (Blocking each : blocking) {
            each.send();
        }
        for (int number = 0; number < MESSAGES; number++) {
            tested.send(producer, number);
        }
        tested.await("the first acknowledgement", () -> tested.acknowledged() > 0);
        pause.run();
        int underWay = sendUntilFull(producer, MESSAGES, WITH_THOSE_UNDER_WAY);
        kill.run();
        int accepted = sendUntilRefused(tested, producer, underWay);
        tested.awaitFailure();
        tested.await("all completions", () -> tested.completed() == accepted);
        if (producer.sendsAfterCompletions()) {
            tested.await("the word that all have ended", () -> tested.announced() == accepted);
        }
        assertThat(tested.failedSends()).allSatisfy(failure -> assertSentence(failure, ANY));
        assertFails(() -> producer.trySend(TestClient.body(1), 0), ANY);
        for (Blocking each : blocking) {
            assertFails(each::send, ANY);
        }
        assertFails(
                () -> {
                    while (polling.receive(1_000_000)) {
                        // Messages fetched before the kill are still delivered.
                    }
                },
                ANY);
        long beganNs = System.nanoTime();
        tested.connection().stop();
        producer.close();
        polling.close();
        tested.connection().close();
        assertThat(System.nanoTime() - beganNs).as("ns to close").isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertThat(tested.completed()).isEqualTo(accepted);
        assertThat(tested.failures()).hasSize(1);
        assertSentence(tested.failures().get(0), ANY);
        return tested.failures().get(0);
    }

    private record Blocking(Producer producer, SendMode mode) {
        void send() throws DriverException {
            producer.send(TestClient.body(0));
            if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
        }
    }

    /**
     * Sends until {@code to}, or until a send is refused: a paused broker does not answer, so the window fills up. Returns the
     * number after the last accepted message.
     */
    private static int sendUntilFull(Producer producer, int from, int to) throws DriverException {
        int number = from;
        while (number < to && producer.trySend(TestClient.body(number), number)) {
            number++;
        }
        producer.flush();
        return number;
    }

    /** Continues to send until the lost connection refuses; returns the number after the last accepted message. */
    private static int sendUntilRefused(TestClient tested, Producer producer, int from) {
        int[] accepted = {from};
        tested.await("a refused send", () -> {
            try {
                accepted[0] += producer.trySend(TestClient.body(7), accepted[0]) ? 1 : 0;
                producer.flush();
                return false;
            } catch (DriverException e) {
                return true;
            }
        });
        return accepted[0];
    }
}
