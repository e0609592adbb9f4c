package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.ACK_WAIT;
import static dev.dyno.driver.nats.NatsSettings.CONSUMER;
import static dev.dyno.driver.nats.NatsSettings.DISCARD;
import static dev.dyno.driver.nats.NatsSettings.MAX_ACK_PENDING;
import static dev.dyno.driver.nats.NatsSettings.MAX_BYTES;
import static dev.dyno.driver.nats.NatsSettings.MAX_MESSAGES;
import static dev.dyno.driver.nats.NatsSettings.PREFETCH;
import static dev.dyno.driver.nats.NatsSettings.PUBLISH_TIMEOUT;
import static dev.dyno.driver.nats.NatsSettings.QUEUE_GROUP;
import static dev.dyno.driver.nats.NatsSettings.REPLICAS;
import static dev.dyno.driver.nats.NatsSettings.STORAGE;
import static dev.dyno.driver.nats.NatsSettings.TOPIC_RETENTION;

import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.NUID;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Streams and their consumers.
 *
 * <p>A queue is a stream whose messages are removed when they are acknowledged, with one durable consumer shared by all receivers
 * of the queue. A topic is a stream with a consumer for each subscription.
 */
final class Streams {

    /** Time without requests after which the server removes a consumer that is not durable. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(5);

    /** Prefix of subjects to which the server pushes messages. */
    private static final String DELIVERY = "dyno-delivery.";

    /**
     * Longest wait for an answer on the second connection and later ones: a stream without a leader does not answer, and its next
     * leader must be found soon.
     */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private static final int CONSUMER_NOT_FOUND = 10014;

    /**
     * Requests that the server keeps for a consumer: each receiver that shares the consumer has two. The server's default is 512.
     */
    private static final int REQUESTS = 100_000;

    private final SettingValues settings;
    private final TimeSource time;
    private final StreamFacts facts;
    private final JetStream stream;
    private final JetStreamManagement management;
    private final JetStreamManagement again;

    Streams(Connection connection, SettingValues settings, TimeSource time, StreamFacts facts) throws IOException {
        Duration patience = settings.get(PUBLISH_TIMEOUT);
        this.settings = settings;
        this.time = time;
        this.facts = facts;
        this.stream = connection.jetStream(within(patience));
        this.management = connection.jetStreamManagement(within(patience));
        this.again = connection.jetStreamManagement(within(patience.compareTo(AGAIN) < 0 ? patience : AGAIN));
    }

    private static JetStreamOptions within(Duration timeout) {
        return JetStreamOptions.builder().requestTimeout(timeout).build();
    }

    /** JetStream management for a name: with a short timeout if the stream or consumer is known, else with the publish timeout. */
    private JetStreamManagement managementOf(String what) {
        return facts.isKnown(what) ? again : management;
    }

    JetStream stream() {
        return stream;
    }

    /** Stream that stores the messages of a destination; created if missing. */
    String streamOf(Destination destination) throws DriverException {
        String subject = Names.subject(destination);
        try {
            JetStreamManagement asked = managementOf(subject);
            List<String> names = asked.getStreamNames(subject);
            StreamInfo info = names.isEmpty()
                    ? management.addStream(configuration(destination, subject))
                    : asked.getStreamInfo(names.get(0));
            facts.remember(subject, info.getConfiguration());
            return info.getConfiguration().getName();
        } catch (IOException | JetStreamApiException | RuntimeException e) {
            throw Failures.of("cannot make a stream for " + destination, e);
        }
    }

    private StreamConfiguration configuration(Destination destination, String subject) {
        return StreamConfiguration.builder()
                .name(Names.plain(subject))
                .subjects(subject)
                .storageType(settings.get(STORAGE))
                .replicas(settings.get(REPLICAS))
                .retentionPolicy(destination.isTopic() ? settings.get(TOPIC_RETENTION) : RetentionPolicy.WorkQueue)
                .maxMessages(settings.get(MAX_MESSAGES))
                .maxBytes(settings.get(MAX_BYTES))
                // By default the sender gets an error from a full stream, instead of old messages being dropped.
                .discardPolicy(settings.get(DISCARD))
                .build();
    }

    /** Name of a spec's consumer; a new one for an unnamed subscription. */
    String consumerName(ConsumerSpec spec, Optional<String> clientId) {
        if (!spec.destination().isTopic()) {
            return settings.get(QUEUE_GROUP);
        }
        return spec.subscription()
                .map(subscription -> consumerName(subscription, clientId))
                .orElseGet(() -> "dyno-" + NUID.nextGlobal());
    }

    /** Name of a named subscription's consumer; as in JMS, an unshared one belongs to its client id. */
    static String consumerName(Subscription subscription, Optional<String> clientId) {
        String owner = subscription.shared() ? "" : clientId.map(id -> id + "_").orElse("");
        return Names.plain(owner + subscription.name());
    }

    /** Creates the consumer, or updates the existing one, and subscribes to its messages. */
    MessageSource subscribe(ConsumerSpec spec, String streamName, String name) throws DriverException {
        boolean durable = !spec.destination().isTopic()
                || spec.subscription().filter(Subscription::durable).isPresent();
        ConsumerConfiguration.Builder configuration = ConsumerConfiguration.builder()
                .filterSubject(Names.subject(spec.destination()))
                .deliverPolicy(
                        spec.destination().isTopic() && !spec.fromEarliest() ? DeliverPolicy.New : DeliverPolicy.All)
                .ackPolicy(AckPolicy.Explicit)
                .ackWait(settings.get(ACK_WAIT))
                .maxAckPending(settings.get(MAX_ACK_PENDING));
        if (durable) {
            configuration.durable(name);
        } else {
            // Without this setting the consumer has one replica, and is lost with it.
            configuration
                    .name(name)
                    .inactiveThreshold(FORGOTTEN_AFTER)
                    .numReplicas(facts.of(Names.subject(spec.destination()))
                            .map(StreamConfiguration::getReplicas)
                            .orElse(1));
        }
        boolean pushed = settings.get(CONSUMER) == NatsSettings.Delivery.PUSH;
        if (pushed) {
            // Even a single consumer is a group, so that further ones share its messages, as consumers that pull do.
            configuration.deliverSubject(DELIVERY + streamName + "." + name).deliverGroup(name);
        } else {
            configuration.maxPullWaiting(REQUESTS);
        }
        try {
            String what = "consumer of " + spec.destination();
            addOrUpdate(managementOf(what), streamName, name, configuration);
            facts.remember(what);
            JetStreamSubscription subscription = pushed
                    ? stream.subscribe(
                            Names.subject(spec.destination()), name, PushSubscribeOptions.bind(streamName, name))
                    : stream.subscribe(null, PullSubscribeOptions.fastBind(streamName, name));
            return new StreamSource(subscription, again, streamName, time, pushed ? 0 : settings.get(PREFETCH));
        } catch (IOException | JetStreamApiException | RuntimeException e) {
            throw Failures.of("cannot create a consumer of " + spec.destination(), e);
        }
    }

    /** Creates or updates a consumer. The server refuses to change an existing consumer's number of requests, so that stays. */
    private static void addOrUpdate(
            JetStreamManagement asked, String streamName, String name, ConsumerConfiguration.Builder configuration)
            throws IOException, JetStreamApiException {
        try {
            asked.addOrUpdateConsumer(streamName, configuration.build());
        } catch (JetStreamApiException e) {
            if (!Failures.words(e).contains("max waiting")) {
                throw e;
            }
            configuration.maxPullWaiting(asked.getConsumerInfo(streamName, name)
                    .getConsumerConfiguration()
                    .getMaxPullWaiting());
            asked.addOrUpdateConsumer(streamName, configuration.build());
        }
    }

    /** Removes a consumer from the server, if it exists. */
    void remove(String streamName, String name) throws DriverException {
        try {
            management.deleteConsumer(streamName, name);
        } catch (IOException | JetStreamApiException | RuntimeException e) {
            if (!(e instanceof JetStreamApiException refused) || refused.getApiErrorCode() != CONSUMER_NOT_FOUND) {
                throw Failures.of("cannot remove the subscription " + name, e);
            }
        }
    }
}
