package dev.dyno.driver.pulsar;

import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientException.NotFoundException;
import org.apache.pulsar.client.api.PulsarClientException.TopicDoesNotExistException;
import org.apache.pulsar.client.api.SubscriptionType;
import org.apache.pulsar.client.impl.auth.AuthenticationBasic;

/**
 * Client of one cluster with one set of settings. Each connection is a client of the library, with its own socket and threads.
 */
final class NativeClient implements Client {

    private static final long ANSWER_SECONDS = 10;

    /** Topic that is only asked for, to get an answer, and never created. */
    private static final String NOBODYS_TOPIC = "dyno-is-anybody-there";

    private final ClientSpec spec;
    private final PulsarSettings settings;
    private final WebApi web;
    private final SemanticsCard card;

    /** Number of partitions of each topic that has producers; 0 = a topic without partitions. */
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();

    private final Set<String> queues = ConcurrentHashMap.newKeySet();

    NativeClient(ClientSpec spec, PulsarSettings settings) {
        this.spec = spec;
        this.settings = settings;
        this.web = new WebApi(settings);
        this.card = new SemanticsCard(settings, web);
    }

    PulsarSettings settings() {
        return settings;
    }

    WebApi web() {
        return web;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities(settings, !settings.get(PulsarSettings.NON_PERSISTENT));
    }

    /** @param persistent whether the topic is a persistent one */
    static Capabilities capabilities(PulsarSettings settings, boolean persistent) {
        return Capabilities.all()
                .without("in this driver; send synchronously or asynchronously", Capability.TRANSACTIONS)
                .without("in Pulsar, which only has that of a namespace; set it there", Capability.TIME_TO_LIVE)
                .without("in this driver, which sends bytes", Capability.TEXT_BODIES)
                .without("in Pulsar", Capability.PRIORITIES, Capability.SELECTORS)
                .withoutIf(
                        settings.get(PulsarSettings.SUBSCRIPTION_TYPE) == SubscriptionType.Shared,
                        "in a Shared subscription; set pulsar.subscription-type=Key_Shared",
                        Capability.GROUPS)
                .withoutIf(
                        !persistent,
                        "of a non-persistent topic, which stores nothing; leave out pulsar.non-persistent",
                        Capability.PERSISTENCE,
                        Capability.FROM_EARLIEST,
                        Capability.DURABLE_SUBSCRIPTIONS,
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK);
    }

    @Override
    public Optional<String> lacksReject() {
        return Optional.of("in Pulsar, where a consumer can only have a message delivered again; leave it out");
    }

    @Override
    public void prepare(List<Destination> destinations) throws DriverException {
        if (settings.newNamespace().isPresent()) {
            new Namespaces(web, settings.get(PulsarSettings.NAMESPACE))
                    .create(settings.newNamespace().get());
        }
        if (settings.get(PulsarSettings.PARTITIONS) > 1) {
            for (Destination destination : destinations) {
                web.createPartitions(settings.topic(destination), settings.get(PulsarSettings.PARTITIONS));
            }
        }
    }

    @Override
    public ClientConnection connect(ConnectionSpec connectionSpec) throws DriverException {
        Reachability.check(settings);
        PulsarClient client = build();
        try {
            awaitAnswer(client);
            ConnectionSpec forgetting = new ConnectionSpec(connectionSpec.clientId(), failure -> {
                // The topic of a queue may be gone, and its subscription with it.
                queues.clear();
                connectionSpec.onFailure().accept(failure);
            });
            return new NativeConnection(client, forgetting, this, spec.time());
        } catch (DriverException | RuntimeException e) {
            CompletableFuture<Void> unused = client.closeAsync();
            throw e;
        }
    }

    private PulsarClient build() throws DriverException {
        try {
            ClientBuilder builder = PulsarClient.builder()
                    .loadConf(settings.library().client())
                    .serviceUrl(settings.url().text());
            if (settings.url().encrypted()) {
                encrypt(builder);
            }
            if (settings.token().isPresent()) {
                builder.authentication(
                        AuthenticationFactory.token(settings.token().get()));
            } else if (settings.credentials().isPresent()) {
                AuthenticationBasic basic = new AuthenticationBasic();
                basic.configure(Map.of(
                        "userId", settings.credentials().get().user(),
                        "password", settings.credentials().get().password()));
                builder.authentication(basic);
            }
            return builder.build();
        } catch (PulsarClientException | RuntimeException | LinkageError e) {
            throw Failures.of("cannot connect to " + spec.shownUrl(), e);
        }
    }

    private void encrypt(ClientBuilder builder) {
        builder.enableTlsHostnameVerification(settings.tls().verifyHost());
        settings.tls().trust().ifPresent(file -> builder.tlsTrustCertsFilePath(file.toString()));
        settings.tls().certificate().ifPresent(file -> builder.tlsCertificateFilePath(file.toString()));
        settings.tls().key().ifPresent(file -> builder.tlsKeyFilePath(file.toString()));
    }

    /** Waits for an answer of the broker, because the library connects only at its first request. */
    private void awaitAnswer(PulsarClient client) throws DriverException {
        try {
            client.getPartitionsForTopic(settings.topic(Destination.parse(NOBODYS_TOPIC)), false)
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof NotFoundException) && !(e.getCause() instanceof TopicDoesNotExistException)) {
                throw Failures.of("cannot connect to " + spec.shownUrl(), e);
            }
        } catch (TimeoutException e) {
            throw new DriverException(
                    "cannot connect to " + spec.shownUrl() + ": no answer within " + ANSWER_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("cannot connect to " + spec.shownUrl() + ": interrupted", e);
        }
    }

    /** Topics of queues whose subscription exists, as far as this client knows; emptied when a connection fails. */
    Set<String> queues() {
        return queues;
    }

    void hasPartitions(String topic, int count) {
        partitions.put(topic, count);
    }

    @Override
    public Semantics semantics(ProducerSpec producer) {
        String topic = settings.topic(producer.destination());
        return card.of(producer, topic, partitions.getOrDefault(topic, settings.get(PulsarSettings.PARTITIONS)));
    }

    @Override
    public void close() {
        // The connections hold all resources.
    }
}
