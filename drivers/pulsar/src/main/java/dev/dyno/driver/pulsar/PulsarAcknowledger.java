package dev.dyno.driver.pulsar;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges the messages of one consumer. The library gathers acknowledgements for a while before it sends them, unless its
 * group time is 0.
 *
 * <p>Assumptions and guarantees: guarded by the consumer's gate, except {@link #acknowledgeLate}.
 */
final class PulsarAcknowledger {

    private final Consumer<?> consumer;
    private final AckMode mode;

    /** Whether the acknowledgement of the last message stands for all before it. Otherwise all ids are kept. */
    private final boolean cumulative;

    private final List<MessageId> received = new ArrayList<>();
    private @Nullable MessageId last;

    PulsarAcknowledger(Consumer<?> consumer, AckMode mode, boolean cumulative) {
        this.consumer = consumer;
        this.mode = mode;
        this.cumulative = cumulative;
    }

    /** Notes a message that is about to be delivered. */
    void received(MessageId id) {
        last = id;
        if (mode == AckMode.CLIENT && !cumulative) {
            received.add(id);
        }
    }

    /** Acknowledges the last message after its delivery, in the modes that acknowledge unasked. */
    void delivered(MessageId id) throws DriverException {
        if (mode == AckMode.AUTO || mode == AckMode.DUPS_OK) {
            acknowledge(id);
        }
    }

    private void acknowledge(MessageId id) throws DriverException {
        try {
            consumer.acknowledge(id);
        } catch (PulsarClientException | RuntimeException e) {
            throw Failures.of("cannot acknowledge", e);
        }
    }

    /** Acknowledges one message, on any thread and without a wait for the broker, which may confirm acknowledgements. */
    void acknowledgeLate(MessageId id, java.util.function.Consumer<Throwable> onFailure) {
        final CompletableFuture<Void> unused = consumer.acknowledgeAsync(id).whenComplete((none, failure) -> {
            if (failure != null) {
                onFailure.accept(Failures.of("cannot acknowledge", failure));
            }
        });
    }

    MessageId last() {
        return Objects.requireNonNull(last);
    }

    /** See {@link dev.dyno.driver.Consumer#acknowledge}. */
    void acknowledge() throws DriverException {
        final MessageId id = last;
        if (id == null) {
            return;
        }
        try {
            if (mode == AckMode.INDIVIDUAL) {
                consumer.acknowledge(id);
            } else if (mode == AckMode.CLIENT && cumulative) {
                consumer.acknowledgeCumulative(id);
            } else if (mode == AckMode.CLIENT) {
                consumer.acknowledge(received);
                received.clear();
            }
        } catch (PulsarClientException | RuntimeException e) {
            throw Failures.of("cannot acknowledge", e);
        }
    }
}
