package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.SettingValues;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Producers of a connection: makes them, each on its own channel, and ends them with the connection.
 *
 * <p>Assumptions and guarantees: usable from any thread. Each producer learns of the loss of the connection, even one that is
 * being made in the meantime.
 */
final class Producers {

    private final RabbitConnection owner;
    private final Connection connection;
    private final Topology topology;
    private final RabbitClient client;
    private final SettingValues settings;
    private final Set<FailableProducer> all = ConcurrentHashMap.newKeySet();

    Producers(RabbitConnection owner, Connection connection, Topology topology, RabbitClient client) {
        this.owner = owner;
        this.connection = connection;
        this.topology = topology;
        this.client = client;
        this.settings = client.settings();
    }

    Producer create(ProducerSpec producer, SendListener listener) throws DriverException {
        Refusals.capabilities(settings).check(producer);
        try {
            Channel channel = Channels.open(connection);
            try {
                return newProducer(channel, producer, listener);
            } catch (IOException | RuntimeException e) {
                Channels.close(channel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot create a producer for " + producer.destination(), e);
        }
    }

    private Producer newProducer(Channel channel, ProducerSpec producer, SendListener listener) throws IOException {
        Destination destination = producer.destination();
        topology.ensure(channel, destination);
        boolean mandatory = RabbitSettings.mandatory(settings, !topology.isQueue(destination));
        boolean confirmed = settings.get(RabbitSettings.CONFIRMS) && producer.mode() != SendMode.TRANSACTED;
        Publisher publisher = new Publisher(
                owner,
                channel,
                destination,
                topology.exchange(destination),
                topology.routingKey(destination),
                mandatory,
                new MessageMaker(
                        producer,
                        confirmed && mandatory,
                        Product.of(connection).isQpid(),
                        settings.given(RabbitSettings.CONTENT_TYPE),
                        client.nextProducerId() + "-",
                        client.time()),
                settings.get(RabbitSettings.IO) == RabbitSettings.Io.SOCKET ? new DeferredFlush() : null);
        return switch (producer.mode()) {
            case ASYNC -> publishing(publisher, producer.maxInFlight(), listener);
            case SYNC -> {
                SyncProducer waiting = new SyncProducer(publisher.cannotSend(), client.time());
                waiting.sendBy(publishing(publisher, 1, (token, failure) -> waiting.onSendCompleted(failure)));
                yield waiting;
            }
            case TRANSACTED -> transacted(publisher);
        };
    }

    private Producer publishing(Publisher publisher, int maxInFlight, SendListener listener) throws IOException {
        if (!settings.get(RabbitSettings.CONFIRMS)) {
            return register(new UnconfirmedProducer(publisher, listener), publisher.channel());
        }
        AsyncProducer producer = new AsyncProducer(publisher, maxInFlight, listener);
        publisher.channel().addConfirmListener(producer);
        publisher.channel().addReturnListener(producer);
        select(publisher.channel());
        return register(producer, publisher.channel());
    }

    /**
     * Enables confirms by the bare protocol method: with {@link Channel#confirmSelect} the library keeps a sorted set of
     * unconfirmed tags beside ours, which costs two objects and two searches for each message. Only its recovery needs to know.
     */
    private void select(Channel channel) throws IOException {
        if (client.recovers()) {
            channel.confirmSelect();
        } else {
            channel.rpc(new AMQP.Confirm.Select.Builder().build());
        }
    }

    private Producer transacted(Publisher publisher) throws IOException {
        RabbitTransactedProducer producer = new RabbitTransactedProducer(publisher, client.time());
        publisher.channel().addReturnListener(producer);
        publisher.channel().txSelect();
        return register(producer, publisher.channel());
    }

    private Producer register(FailableProducer producer, Channel channel) {
        all.add(producer);
        channel.addShutdownListener(signal -> onChannelShutdown(producer, signal));
        DriverException cause = owner.lost();
        if (cause != null) {
            end(producer, cause);
        }
        return producer;
    }

    private void onChannelShutdown(FailableProducer producer, ShutdownSignalException signal) {
        // A hard error closes the whole connection.
        if (!owner.isClosing() && !signal.isInitiatedByApplication() && !signal.isHardError()) {
            DriverException cause = Failures.of("the broker closed the channel of a producer", signal);
            owner.report(cause);
            end(producer, cause);
        }
    }

    private static void end(FailableProducer producer, DriverException cause) {
        producer.refuse(cause);
        producer.failPending(cause);
    }

    void refuse(DriverException cause) {
        all.forEach(producer -> producer.refuse(cause));
    }

    void failPending(DriverException cause) {
        all.forEach(producer -> producer.failPending(cause));
    }

    void end(DriverException cause) {
        all.forEach(producer -> end(producer, cause));
    }

    void startAgain() {
        all.forEach(FailableProducer::startAgain);
    }

    void forget(FailableProducer producer) {
        all.remove(producer);
    }
}
