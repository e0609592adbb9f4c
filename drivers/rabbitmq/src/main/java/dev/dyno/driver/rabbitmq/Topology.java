package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.ValueType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Queues, exchanges and bindings at the broker. Existing ones are used unchanged; missing ones are declared by the settings.
 *
 * <p>A queue is a queue. A topic is an exchange, and each of its subscriptions a queue bound to it. With streams, which keep
 * their messages, a topic is a stream that every consumer reads from beginning to end.
 */
final class Topology {

    /** Time in ms without a consumer after which the broker removes a subscription that is not durable and was not closed. */
    private static final long ABANDONED_MS = 600_000;

    private final Connection connection;
    private final SettingValues settings;
    private final Product product;

    /** Destinations known to exist, shared by all connections of the client. */
    private final Set<Destination> known;

    Topology(Connection connection, SettingValues settings, Set<Destination> known) {
        this.connection = connection;
        this.settings = settings;
        this.product = Product.of(connection);
        this.known = known;
    }

    /**
     * Queue from which a consumer gets its messages.
     *
     * @param queue name of the queue
     * @param exclusive whether the consumer must be the only one
     * @param end fate of the queue when the consumer is closed
     */
    record Source(String queue, boolean exclusive, End end) {

        /** Fate of a queue when its consumer is closed. */
        enum End {
            STAYS,
            GOES_WITH_ITS_CONSUMER,
            GOES_WITH_ITS_LAST_CONSUMER
        }
    }

    boolean isRabbit() {
        return product.isRabbit();
    }

    boolean isQueue(Destination destination) {
        return !destination.isTopic() || RabbitSettings.isStream(settings);
    }

    /**
     * Exchange to which messages for a destination are published.
     */
    String exchange(Destination destination) {
        return isQueue(destination)
                ? settings.given(RabbitSettings.QUEUE_EXCHANGE).orElse("")
                : destination.name();
    }

    String routingKey(Destination destination) {
        return isQueue(destination) ? destination.name() : settings.get(RabbitSettings.ROUTING_KEY);
    }

    /** @param channel for declarations, which it survives unless they fail */
    void ensure(Channel channel, Destination destination) throws IOException {
        if (known.contains(destination)) {
            return;
        }
        String name = destination.name();
        if (isQueue(destination)) {
            if (!Channels.exists(connection, probe -> probe.queueDeclarePassive(name))) {
                channel.queueDeclare(
                        name,
                        settings.get(RabbitSettings.QUEUE_DURABLE),
                        false,
                        settings.get(RabbitSettings.QUEUE_AUTO_DELETE),
                        queueArguments());
            }
            if (settings.given(RabbitSettings.QUEUE_EXCHANGE).isPresent()) {
                channel.queueBind(
                        name, settings.given(RabbitSettings.QUEUE_EXCHANGE).get(), name);
            }
        } else if (!Channels.exists(connection, probe -> probe.exchangeDeclarePassive(name))) {
            channel.exchangeDeclare(
                    name,
                    settings.get(RabbitSettings.EXCHANGE_TYPE),
                    settings.get(RabbitSettings.EXCHANGE_DURABLE),
                    false,
                    settings.family(RabbitSettings.EXCHANGE_ARGUMENTS));
        }
        known.add(destination);
    }

    /** Whether a queue has messages; unknown, and false, for exchanges and streams. */
    boolean hasMessages(Destination destination) throws IOException {
        return !destination.isTopic()
                && !RabbitSettings.isStream(settings)
                && Channels.apart(connection, probe -> probe.messageCount(destination.name())) > 0;
    }

    private Map<String, Object> queueArguments() {
        Map<String, Object> arguments = new HashMap<>(settings.family(RabbitSettings.QUEUE_ARGUMENTS));
        settings.given(RabbitSettings.QUEUE_TYPE)
                .ifPresent(type -> arguments.put("x-queue-type", ValueType.word(type)));
        return arguments;
    }

    /** Source of a consumer. The queue of a subscription is bound, and so gets everything that is published from now on. */
    Source source(Channel channel, ConsumerSpec spec, Optional<String> clientId) throws IOException {
        Destination destination = spec.destination();
        ensure(channel, destination);
        if (isQueue(destination)) {
            return new Source(destination.name(), false, Source.End.STAYS);
        }
        if (spec.subscription().isEmpty()) {
            String queue =
                    channel.queueDeclare("", false, true, false, Map.of()).getQueue();
            bind(channel, queue, destination);
            return new Source(queue, false, Source.End.GOES_WITH_ITS_CONSUMER);
        }
        Subscription subscription = spec.subscription().get();
        String queue = queueName(destination, subscription, clientId);
        if (!Channels.exists(connection, probe -> probe.queueDeclarePassive(queue))) {
            Map<String, Object> arguments = queueArguments();
            if (!subscription.durable() && product.isRabbit()) {
                arguments.put("x-expires", ABANDONED_MS);
            }
            channel.queueDeclare(queue, true, false, false, arguments);
        }
        bind(channel, queue, destination);
        return new Source(
                queue,
                !subscription.shared(),
                subscription.durable() ? Source.End.STAYS : Source.End.GOES_WITH_ITS_LAST_CONSUMER);
    }

    private void bind(Channel channel, String queue, Destination topic) throws IOException {
        channel.queueBind(queue, topic.name(), RabbitSettings.bindingKey(settings));
    }

    /** Name of the queue of a subscription. It contains the client id unless the subscription is shared. */
    static String queueName(Destination topic, Subscription subscription, Optional<String> clientId) {
        return topic.name() + (subscription.shared() ? "" : ":" + clientId.orElse("")) + ":" + subscription.name();
    }

    /**
     * Removes a queue unless the broker knows of a consumer. ({@code queue.delete} has a flag for this, but not for quorum
     * queues.)
     *
     * @return whether the queue is gone
     */
    boolean delete(String queue) throws IOException {
        return Channels.apart(connection, channel -> {
            boolean unused = channel.queueDeclarePassive(queue).getConsumerCount() == 0;
            if (unused) {
                channel.queueDelete(queue);
            }
            return unused;
        });
    }
}
