package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;

/** What every driver with asynchronous sends must do when its broker dies. */
public final class KilledBroker {

    private static final int MESSAGES = 1_000;

    private KilledBroker() {}

    /**
     * Kills the broker in the midst of sends: it is reported once, every send completes, and nothing can be sent afterwards.
     *
     * @param trial with nothing in it yet; its connection is closed afterwards
     * @return what the owner of the connection was told
     */
    public static Throwable isReportedOnceAndEverySendCompletes(Trial trial, Runnable kill) throws DriverException {
        Consumer consumer = trial.consume(Trial.listening("queue://q"));
        trial.connection().start();
        Producer producer = trial.produce(Trial.producing("queue://q", SendMode.ASYNC));
        for (int number = 0; number < MESSAGES; number++) {
            trial.send(producer, number);
        }
        trial.await("the first acknowledgement", () -> trial.acknowledged() > 0);
        kill.run();
        int accepted = MESSAGES + sendUntilRefused(trial, producer);
        trial.await("the report", () -> !trial.failures().isEmpty());
        trial.await(
                "all completions",
                () -> trial.acknowledged() + trial.failedSends().size() == accepted);
        assertThatThrownBy(() -> producer.trySend(Trial.body(1), 0)).isInstanceOf(DriverException.class);
        consumer.close();
        trial.connection().close();
        assertThat(trial.acknowledged() + trial.failedSends().size()).isEqualTo(accepted);
        assertThat(trial.failures()).hasSize(1);
        assertThat(trial.failures().get(0)).isInstanceOf(DriverException.class);
        return trial.failures().get(0);
    }

    /** Goes on sending while the connection dies; the number of messages that were accepted. */
    private static int sendUntilRefused(Trial trial, Producer producer) {
        int[] accepted = {0};
        trial.await("a refused send", () -> {
            try {
                accepted[0] += producer.trySend(Trial.body(7), MESSAGES + accepted[0]) ? 1 : 0;
                producer.flush();
                return false;
            } catch (DriverException e) {
                return true;
            }
        });
        return accepted[0];
    }
}
