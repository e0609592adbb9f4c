package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Queues, exchanges and bindings at the broker. What exists is used as it is; what does not is declared by the settings.
 *
 * <p>A queue is a queue. A topic is an exchange, and each of its subscriptions a queue bound to it. With streams, which keep
 * their messages, a topic is a stream that every consumer reads from beginning to end.
 */
final class Topology {

    /** After so long without a consumer the broker removes a subscription that is not durable and was not closed. */
    private static final long ABANDONED_MS = 600_000;

    private final Connection connection;
    private final SettingValues settings;
    private final Product product;

    /** What is known to exist, to all connections of the client. */
    private final Set<Destination> known;

    Topology(Connection connection, SettingValues settings, Set<Destination> known) {
        this.connection = connection;
        this.settings = settings;
        this.product = Product.of(connection);
        this.known = known;
    }

    /**
     * Where a consumer gets its messages.
     *
     * @param queue name of the queue
     * @param exclusive whether the consumer wants it for itself
     * @param end what becomes of the queue when the consumer is closed
     */
    record Source(String queue, boolean exclusive, End end) {

        /** What becomes of a queue. */
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

    /** The exchange that messages for a destination are published to. */
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

    private Map<String, Object> queueArguments() {
        Map<String, Object> arguments = new HashMap<>(settings.family(RabbitSettings.QUEUE_ARGUMENTS));
        settings.given(RabbitSettings.QUEUE_TYPE).ifPresent(type -> arguments.put("x-queue-type", Kind.word(type)));
        return arguments;
    }

    /** The source of a consumer; of a topic, it gets everything that is published from now on. */
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

    /** The queue of a named subscription; one that is not shared belongs to its client id. */
    static String queueName(Destination topic, Subscription subscription, Optional<String> clientId) {
        return topic.name() + (subscription.shared() ? "" : ":" + clientId.orElse("")) + ":" + subscription.name();
    }

    /**
     * Removes a queue, unless the broker knows of a consumer. ({@code queue.delete} could be asked to look itself, but not for
     * quorum queues.)
     *
     * @return whether it is gone
     */
    boolean delete(String queue) throws IOException {
        Channel channel = Channels.open(connection);
        try {
            if (channel.queueDeclarePassive(queue).getConsumerCount() > 0) {
                return false;
            }
            channel.queueDelete(queue);
            return true;
        } finally {
            Channels.close(channel);
        }
    }
}
