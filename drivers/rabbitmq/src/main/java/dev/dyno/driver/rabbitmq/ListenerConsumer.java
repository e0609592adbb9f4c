package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SettingValues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Receives messages that the broker sends ({@code basic.consume}), up to the prefetch limit.
 *
 * <p>The broker knows the consumer since its first start; a consumer of a stream since its creation, which determines where in
 * the stream it begins. Messages that arrive while it is stopped are held back, and delivered first after the next start. The
 * prefetch limit bounds them; without a limit, or with automatic acknowledgements, the consumer is cancelled while stopped. (With
 * a limit it is not, because a quorum queue takes back the messages in flight to a cancelled consumer, and delivers them behind
 * newer ones.)
 *
 * <p>Assumptions and guarantees: messages come on threads of the connection, one at a time. A delivery that fails is reported,
 * and its message is not acknowledged.
 */
final class ListenerConsumer extends RabbitConsumer {

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(30);

    private final boolean autoAck;
    private final boolean stream;
    private final int prefetch;
    private final Map<String, Object> arguments;
    private final DeliveryThreads deliveries;

    /** Guards all fields below, except for {@link #wanted} and {@link #consumerTag}. */
    private final Object gate = new Object();

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private boolean open;
    private volatile boolean wanted;

    /** Tag of the consumer; empty while the broker does not know it. Used by the threads that start and stop, one at a time. */
    private volatile Optional<String> consumerTag = Optional.empty();

    /** A message that waits for the next start. */
    private record Held(long deliveryTag, BasicProperties properties, byte[] body) {}

    ListenerConsumer(
            RabbitConnection connection,
            Channel channel,
            Topology.Source source,
            ConsumerSpec spec,
            SettingValues settings,
            DeliveryListener listener,
            boolean stream,
            DeliveryThreads deliveries) {
        super(connection, channel, source, spec, settings, listener);
        this.autoAck = settings.get(RabbitSettings.AUTO_ACK);
        this.stream = stream;
        this.prefetch = settings.get(RabbitSettings.PREFETCH);
        this.arguments = arguments(settings, stream, spec.fromEarliest());
        this.deliveries = deliveries;
    }

    private static Map<String, Object> arguments(SettingValues settings, boolean stream, boolean fromEarliest) {
        if (!stream) {
            return settings.family(RabbitSettings.CONSUMER_ARGUMENTS);
        }
        Map<String, Object> arguments = new HashMap<>(settings.family(RabbitSettings.CONSUMER_ARGUMENTS));
        arguments.put("x-stream-offset", fromEarliest ? "first" : settings.get(RabbitSettings.STREAM_OFFSET));
        return arguments;
    }

    /** Sets the prefetch limit, and registers a consumer of a stream. Not in the constructor: a message may come at once. */
    void prepare() throws IOException {
        channel.basicQos(prefetch);
        if (stream) {
            attach();
        }
    }

    private void attach() throws IOException {
        if (consumerTag.isEmpty()) {
            consumerTag = Optional.of(channel.basicConsume(
                    source.queue(), autoAck, "", false, source.exclusive(), arguments, new Deliveries(channel)));
        }
    }

    @Override
    void start() throws IOException {
        wanted = true;
        attach();
        deliveries.execute(this::open);
    }

    /** Delivers the messages held back, in order; new messages wait at the gate in the meantime. */
    private void open() {
        synchronized (gate) {
            while (wanted) {
                Held next = held.peek();
                if (next == null) {
                    open = true;
                    return;
                }
                if (!listener.takesOne()) {
                    return;
                }
                held.remove();
                handOver(next.deliveryTag(), next.properties(), next.body());
            }
        }
    }

    @Override
    void stop() throws IOException {
        wanted = false;
        synchronized (gate) {
            open = false;
        }
        if (autoAck || prefetch == 0) {
            cancel();
        }
    }

    private void cancel() throws IOException {
        Optional<String> tag = consumerTag;
        if (tag.isPresent()) {
            consumerTag = Optional.empty();
            try {
                channel.basicCancel(tag.get());
            } catch (AlreadyClosedException e) {
                // On a closed channel no messages arrive any more, as wanted.
            }
        }
    }

    /** Waits only with automatic acknowledgements, where the broker has forgotten the messages that it sent. */
    @Override
    public void leave() throws DriverException {
        if (autoAck) {
            call("leave " + spec.destination(), this::cancel);
            deliveries.awaitIdle(LONGEST_LEAVE);
        }
    }

    @Override
    boolean isCounted() {
        return consumerTag.isPresent();
    }

    @Override
    OptionalLong fetched() throws IOException {
        if (consumerTag.isPresent()) {
            // The answer comes after all deliveries that the broker sent before it.
            channel.basicQos(prefetch);
        }
        if (deliveries.awaitIdle(IDLE)) {
            synchronized (gate) {
                return OptionalLong.of(held.size());
            }
        }
        // Some messages wait in the library while the listener is busy, at most as many as the prefetch limit.
        return autoAck || prefetch == 0 ? OptionalLong.empty() : OptionalLong.of(prefetch);
    }

    private void received(long deliveryTag, BasicProperties properties, byte[] body) {
        synchronized (gate) {
            open = open && listener.takesOne();
            if (open) {
                handOver(deliveryTag, properties, body);
            } else {
                held.add(new Held(deliveryTag, properties, body));
            }
        }
    }

    private void handOver(long deliveryTag, BasicProperties properties, byte[] body) {
        try {
            deliver(deliveryTag, properties, body);
        } catch (DriverException | RuntimeException | Error e) {
            // The failure is reported already. If it were thrown, the library would swallow it and close the channel.
        }
    }

    /** Callbacks of the library. */
    private final class Deliveries extends DefaultConsumer {

        Deliveries(Channel channel) {
            super(channel);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body) {
            received(envelope.getDeliveryTag(), properties, body);
        }

        /** Reports that the broker has ended the consumer: its queue was deleted, or has moved. */
        @Override
        public void handleCancel(String tag) {
            connection.report(new DriverException("the broker cancelled the consumer of " + spec.destination()
                    + "; was its queue " + source.queue() + " deleted?"));
        }
    }
}
