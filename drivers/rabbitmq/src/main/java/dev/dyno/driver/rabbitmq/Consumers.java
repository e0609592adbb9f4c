package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Bounded;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Consumers of a connection, each on its own channel, and the subscriptions that they leave behind.
 *
 * <p>Assumptions and guarantees: used by the owner of the connection, one call at a time.
 */
final class Consumers {

    private static final long LAST_CONSUMER_NS = 2_000_000_000;
    private static final long LOOK_NS = 20_000_000;

    private final RabbitConnection owner;
    private final Connection connection;
    private final Topology topology;
    private final RabbitClient client;
    private final SettingValues settings;
    private final TimeSource time;
    private final DeliveryThreads deliveries;
    private final Optional<String> clientId;
    private final Set<RabbitConsumer> all = ConcurrentHashMap.newKeySet();
    private boolean started;

    Consumers(
            RabbitConnection owner,
            Connection connection,
            Topology topology,
            RabbitClient client,
            DeliveryThreads deliveries,
            Optional<String> clientId) {
        this.owner = owner;
        this.connection = connection;
        this.topology = topology;
        this.client = client;
        this.settings = client.settings();
        this.time = client.time();
        this.deliveries = deliveries;
        this.clientId = clientId;
    }

    Consumer create(ConsumerSpec consumer, DeliveryListener listener) throws DriverException {
        client.capabilities().check(consumer);
        if (consumer.ackMode() == AckMode.TRANSACTED && settings.get(RabbitSettings.AUTO_ACK)) {
            throw new DriverException("cannot create a consumer of " + consumer.destination()
                    + ": there is nothing to commit with rabbitmq.auto-ack=true; leave it out");
        }
        try {
            Channel channel = Channels.open(connection);
            try {
                return newConsumer(channel, consumer, listener);
            } catch (IOException | DriverException | RuntimeException e) {
                Channels.close(channel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot create a consumer of " + consumer.destination(), e);
        }
    }

    private Consumer newConsumer(Channel channel, ConsumerSpec consumer, DeliveryListener listener)
            throws IOException, DriverException {
        Topology.Source source = topology.source(channel, consumer, clientId);
        boolean stream = RabbitSettings.isStream(settings);
        register(source, consumer, stream);
        try {
            if (consumer.ackMode() == AckMode.TRANSACTED) {
                channel.txSelect();
            }
            RabbitConsumer made;
            if (consumer.mode() == ReceiveMode.RECEIVE) {
                made = new GettingConsumer(owner, channel, source, consumer, settings, listener, time);
            } else {
                deliveries.addConsumer();
                ListenerConsumer pushed =
                        new ListenerConsumer(owner, channel, source, consumer, settings, listener, stream, deliveries);
                pushed.prepare();
                made = pushed;
            }
            channel.addShutdownListener(this::onConsumersChannelShutdown);
            all.add(made);
            client.add(made);
            if (started) {
                made.start();
            }
            return made;
        } catch (IOException | RuntimeException e) {
            client.inUse().remove(source.queue());
            throw e;
        }
    }

    private void register(Topology.Source source, ConsumerSpec consumer, boolean stream) throws DriverException {
        boolean ofStream = stream && !consumer.destination().isTopic();
        if (!ofStream && !source.exclusive()) {
            client.inUse().add(source.queue());
        } else if (!client.inUse().addFirst(source.queue())) {
            throw new DriverException("cannot create a consumer of " + consumer.destination() + ": "
                    + (ofStream
                            ? "it has one already, and of a stream each gets every message; use one, or topic://"
                                    + source.queue()
                            : "subscription "
                                    + consumer.subscription()
                                            .map(Subscription::name)
                                            .orElse("")
                                    + " has one already, and is not shared"));
        }
    }

    private void onConsumersChannelShutdown(ShutdownSignalException signal) {
        if (!signal.isInitiatedByApplication() && !signal.isHardError()) {
            owner.report(Failures.of("the broker closed the channel of a consumer", signal));
        }
    }

    void start() throws DriverException {
        started = true;
        try {
            for (RabbitConsumer consumer : all) {
                consumer.start();
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot start deliveries", e);
        }
    }

    /** Stops all consumers. On a lost connection no messages arrive any more. */
    void stop() throws DriverException {
        started = false;
        try {
            for (RabbitConsumer consumer : all) {
                consumer.stop();
            }
        } catch (IOException | RuntimeException e) {
            if (owner.lost() == null) {
                throw Failures.of("cannot stop deliveries", e);
            }
        }
    }

    void unsubscribe(Destination topic, Subscription subscription) throws DriverException {
        if (!subscription.durable()) {
            return;
        }
        String queue = Topology.queueName(topic, subscription, clientId);
        String cannot = "cannot unsubscribe " + subscription.name() + " from " + topic;
        try {
            if (client.inUse().has(queue) || !delete(queue)) {
                throw new DriverException(cannot + ": it has a consumer");
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of(cannot, e);
        }
    }

    /** Deletes a queue, with retries: a quorum queue takes a moment to notice that its last consumer has left. */
    private boolean delete(String queue) throws IOException {
        final long deadlineNs = time.nanoTime() + LAST_CONSUMER_NS;
        while (!topology.delete(queue)) {
            if (time.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
        return true;
    }

    /**
     * Messages in a queue, and those that were sent to this client's consumers and not yet received. Empty for streams, which
     * keep their messages, for other products, which count differently, and if more messages may exist than these.
     */
    Optional<MessagesLeft> messagesLeft(String queue) throws DriverException {
        if (RabbitSettings.isStream(settings) || !topology.isRabbit()) {
            return Optional.empty();
        }
        String cannot = "cannot count the messages of queue " + queue;
        try {
            return Bounded.make(time, "rabbitmq-close", Bounded.CLOSE_NS, () -> count(queue), late -> {})
                    .orElseThrow(() -> new IOException("no answer"));
        } catch (Exception e) {
            throw Failures.of(cannot, e);
        }
    }

    /**
     * Counts the queue first and the consumers afterwards: a message sent in between counts twice rather than not.
     *
     * <p>The broker reports 0 messages and 0 consumers while the leader of a quorum queue does not answer. It does not count
     * messages that it has sent to a consumer. Those sent over a broken connection are therefore unknown as long as the broker
     * counts that consumer: since version 4.3 for a minute, or until its node is back.
     */
    private Optional<MessagesLeft> count(String queue) throws IOException {
        AMQP.Queue.DeclareOk declared = Channels.apart(connection, channel -> channel.queueDeclarePassive(queue));
        int counted = declared.getConsumerCount();
        List<RabbitConsumer> own = client.consumersOf(queue);
        long ownCounted = own.stream().filter(RabbitConsumer::isCounted).count();
        if ((counted == 0 && ownCounted > 0)
                || (counted > ownCounted && client.givenUp().contains(queue))) {
            return Optional.empty();
        }
        long fetched = 0;
        for (RabbitConsumer consumer : own) {
            OptionalLong some = consumer.fetched();
            if (some.isEmpty()) {
                return Optional.empty();
            }
            fetched += some.getAsLong();
        }
        return Optional.of(new MessagesLeft(declared.getMessageCount(), fetched, 0));
    }

    /** Closes a consumer, and removes its queue if that ends with this consumer, or with its last one. */
    void close(RabbitConsumer consumer, Bounded.Action action) {
        if (!all.remove(consumer)) {
            return;
        }
        client.remove(consumer);
        boolean last = client.inUse().remove(consumer.source.queue());
        boolean goes =
                switch (consumer.source.end()) {
                    case STAYS -> false;
                    case GOES_WITH_ITS_CONSUMER -> true;
                    case GOES_WITH_ITS_LAST_CONSUMER -> last;
                };
        owner.close("rabbitmq-close", () -> {
            action.run();
            if (goes) {
                topology.delete(consumer.source.queue());
            }
        });
    }

    /** Notes the queues of a broken connection, whose consumers the broker may still count for a while. */
    void giveUp() {
        all.forEach(consumer -> client.givenUp().add(consumer.source.queue()));
    }

    void closeAll() {
        all.forEach(RabbitConsumer::close);
    }
}
