package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.BasicProperties;
import com.rabbitmq.client.Channel;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.SettingValues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Common part of both kinds of consumers: own channel, queue, acknowledgements. */
abstract class RabbitConsumer implements Consumer {

    private static final String IN_MS = "timestamp_in_ms";

    final RabbitConnection connection;
    final Channel channel;
    final Topology.Source source;
    final ConsumerSpec spec;
    final DeliveryListener listener;
    private final Acknowledger acknowledger;
    /** Properties of the message being delivered, or of the last one. */
    private @Nullable BasicProperties last;

    RabbitConsumer(
            RabbitConnection connection,
            Channel channel,
            Topology.Source source,
            ConsumerSpec spec,
            SettingValues settings,
            DeliveryListener listener) {
        this.connection = connection;
        this.channel = channel;
        this.source = source;
        this.spec = spec;
        this.listener = listener;
        this.acknowledger = new Acknowledger(channel, spec.ackMode(), settings);
    }

    abstract void start() throws IOException;

    /** Stops deliveries: after the return the listener is not running, and does not run before {@link #start}. */
    abstract void stop() throws IOException;

    /**
     * Passes one message to the listener. The buffer is the only object that the driver allocates for a message: the library
     * brings each body in its own array, and copying it would cost more.
     *
     * @throws DriverException if the listener failed, or acknowledging did; it has been reported
     */
    final void deliver(long deliveryTag, BasicProperties properties, byte[] body) throws DriverException {
        acknowledger.received(deliveryTag);
        last = properties;
        try {
            listener.onMessage(ByteBuffer.wrap(body));
            acknowledgeBy(acknowledger::handled);
        } catch (DriverException e) {
            throw reported(e);
        } catch (RuntimeException | Error e) {
            connection.report(e);
            throw e;
        }
    }

    /**
     * Time in ms, exact where the broker has set it (message interceptor {@code incoming_interceptor_timestamp}), otherwise
     * rounded to whole seconds.
     */
    @Override
    public long timestampMs() {
        BasicProperties properties = last;
        if (brokersTimestamp(properties) instanceof Long ms) {
            return ms;
        }
        Date seconds = properties == null ? null : properties.getTimestamp();
        return seconds == null ? NO_TIMESTAMP : seconds.toInstant().toEpochMilli();
    }

    @Override
    public String timestampOrigin() {
        return brokersTimestamp(last) instanceof Long
                ? "the header " + IN_MS + ", set by the broker"
                : "the timestamp property, set by the producer in whole seconds";
    }

    private static @Nullable Object brokersTimestamp(@Nullable BasicProperties properties) {
        Map<String, Object> headers = properties == null ? null : properties.getHeaders();
        return headers == null ? null : headers.get(IN_MS);
    }

    private DriverException reported(DriverException failure) {
        connection.report(failure);
        return failure;
    }

    /** Whether the broker counts this consumer among those of its queue. */
    abstract boolean isCounted();

    /**
     * Number of messages that were sent to this consumer and not passed to the listener; empty if unknown. Blocks until
     * everything that the broker has sent is here, or for a second while the listener is busy: the number may then be too high.
     */
    abstract OptionalLong fetched() throws IOException;

    @Override
    public Optional<MessagesLeft> messagesLeft() throws DriverException {
        return connection.messagesLeft(source.queue());
    }

    /** Call of the library. */
    @FunctionalInterface
    interface Call {
        void run() throws IOException;
    }

    static void call(String what, Call call) throws DriverException {
        try {
            call.run();
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot " + what, e);
        }
    }

    /** Acknowledges messages. Where the library connects again after a break, the broker delivers them anew, so no call fails. */
    private void acknowledgeBy(Call call) throws DriverException {
        try {
            call.run();
        } catch (IOException | RuntimeException e) {
            DriverException failure = connection.failure("cannot acknowledge", e);
            if (!(failure instanceof InDoubtException)) {
                throw failure;
            }
        }
    }

    @Override
    public void acknowledge() throws DriverException {
        acknowledgeBy(acknowledger::acknowledge);
    }

    @Override
    public Object delivery() {
        return acknowledger.later();
    }

    @Override
    public void acknowledge(Object delivery) throws DriverException {
        acknowledgeBy(() -> acknowledger.acknowledge((Long) delivery));
    }

    @Override
    public void reject() throws DriverException {
        acknowledgeBy(acknowledger::reject);
    }

    @Override
    public void commit() throws DriverException {
        call("commit", acknowledger::commit);
    }

    @Override
    public void close() {
        connection.close(this, () -> {
            stop();
            try {
                acknowledger.flush();
            } finally {
                Channels.close(channel);
            }
        });
    }
}
