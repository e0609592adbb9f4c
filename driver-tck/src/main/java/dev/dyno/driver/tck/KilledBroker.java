package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Contract of every driver with asynchronous sends for the death of its broker. */
public final class KilledBroker {

    private static final int MESSAGES = 1_000;
    private static final int WITH_THOSE_UNDER_WAY = MESSAGES + 10;

    private KilledBroker() {}

    /**
     * Kills the broker in the midst of sends: it is reported once, every send completes, nothing can be sent or received
     * afterwards, and closing takes no time.
     *
     * @param trial with nothing in it yet; its connection is closed afterwards
     * @param pause stops the broker, so that messages are under way when it is killed
     * @return what the owner of the connection was told
     */
    public static Throwable isReportedOnceAndEverySendCompletes(Trial trial, Runnable pause, Runnable kill)
            throws DriverException {
        String queue = Fixture.queue().toString();
        trial.consume(Trial.listening(queue));
        Consumer polling = trial.consume(new ConsumerSpec(
                Fixture.queue(), Optional.empty(), AckMode.AUTO, ReceiveMode.RECEIVE, Optional.empty()));
        trial.connection().start();
        Producer producer = trial.produce(Trial.producing(queue, SendMode.ASYNC));
        List<Blocking> blocking = new ArrayList<>();
        for (SendMode mode : List.of(SendMode.SYNC, SendMode.TRANSACTED)) {
            if (mode == SendMode.SYNC || trial.client().capabilities().has(Capability.TRANSACTIONS)) {
                blocking.add(new Blocking(trial.produce(Trial.producing(queue, mode)), mode));
            }
        }
        for (Blocking each : blocking) {
            each.send();
        }
        sendRange(trial, producer, 0, MESSAGES);
        trial.await("the first acknowledgement", () -> trial.acknowledged() > 0);
        pause.run();
        sendRange(trial, producer, MESSAGES, WITH_THOSE_UNDER_WAY);
        kill.run();
        int accepted = WITH_THOSE_UNDER_WAY + sendUntilRefused(trial, producer);
        trial.awaitFailure();
        trial.await("all completions", () -> trial.completed() == accepted);
        if (producer.sendsAfterCompletions()) {
            trial.await("the word that all have ended", () -> trial.announced() == accepted);
        }
        assertThat(trial.failedSends()).allSatisfy(KilledBroker::assertOneSentence);
        assertThatThrownBy(() -> producer.trySend(Trial.body(1), 0)).isInstanceOf(DriverException.class);
        for (Blocking each : blocking) {
            assertThatThrownBy(each::send).satisfies(KilledBroker::assertOneSentence);
        }
        assertThatThrownBy(() -> {
                    while (polling.receive(1_000_000)) {
                        // Messages fetched before the kill are still delivered.
                    }
                })
                .satisfies(KilledBroker::assertOneSentence);
        long beganNs = System.nanoTime();
        trial.connection().stop();
        producer.close();
        polling.close();
        trial.connection().close();
        assertThat(System.nanoTime() - beganNs).as("ns to close").isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertThat(trial.completed()).isEqualTo(accepted);
        assertThat(trial.failures()).hasSize(1);
        assertOneSentence(trial.failures().get(0));
        return trial.failures().get(0);
    }

    private record Blocking(Producer producer, SendMode mode) {
        void send() throws DriverException {
            producer.send(Trial.body(0));
            if (mode == SendMode.TRANSACTED) {
                producer.commit();
            }
        }
    }

    private static void assertOneSentence(Throwable failure) {
        assertThat(failure).isInstanceOf(DriverException.class).hasMessageNotContaining("\n");
    }

    private static void sendRange(Trial trial, Producer producer, int from, int to) throws DriverException {
        for (int number = from; number < to; number++) {
            trial.send(producer, number);
        }
    }

    /** Goes on sending while the connection dies; the number of messages that were accepted. */
    private static int sendUntilRefused(Trial trial, Producer producer) {
        int[] accepted = {0};
        trial.await("a refused send", () -> {
            try {
                accepted[0] += producer.trySend(Trial.body(7), WITH_THOSE_UNDER_WAY + accepted[0]) ? 1 : 0;
                producer.flush();
                return false;
            } catch (DriverException e) {
                return true;
            }
        });
        return accepted[0];
    }
}
