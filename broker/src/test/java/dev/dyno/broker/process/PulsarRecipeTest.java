package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each start takes half a minute on a small machine, so each shows as much as it can. */
@Tag("nightly")
class PulsarRecipeTest extends RecipeContract {

    private static final String TOPIC = "persistent://public/default/kept";

    PulsarRecipeTest() {
        super("pulsar");
    }

    @Override
    BrokerSpec spec() {
        return super.spec().withHeap("512m");
    }

    /** The second of two has TLS. */
    @Override
    List<BrokerSpec> two() {
        return List.of(spec(), withTls(spec()));
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("pulsar", "pulsar-jms");
        String scheme = "true".equals(broker.facts().get("tls")) ? "pulsar+ssl" : "pulsar";
        String web = String.valueOf(broker.pages().get("statistics")).replace("/metrics/", "");
        assertThat(broker.url("pulsar"))
                .isEqualTo(scheme + "://" + broker.host() + ":" + broker.port() + "?pulsar.web-url=" + web);
        assertThat(broker.url("pulsar-jms"))
                .isEqualTo(scheme + "://" + broker.host() + ":" + broker.port() + "?webServiceUrl=" + web);
        try (PulsarClient client = client(broker)) {
            send(client);
        }
        if (scheme.equals("pulsar")) {
            // It still has the messages that it has acknowledged.
            broker.kill();
            broker.restart();
        }
        try (PulsarClient client = client(broker)) {
            assertThat(receive(client)).isEqualTo("hello");
        }
    }

    @Test
    void knobsReachTheBroker() throws Exception {
        try (ManagedBroker broker = startWith(
                "managed-ledger-cache-mb=100 num-io-threads=3 max-message-size=2MiB partitions=4 partitioned=true "
                        + "backlog-quota-bytes=9MiB backlog-quota-policy=producer_exception acknowledgment-at-batch-index=true")) {
            String web = String.valueOf(broker.pages().get("statistics")).replace("/metrics/", "");
            try (InputStream page = URI.create(web + "/admin/v2/brokers/configuration/runtime")
                    .toURL()
                    .openStream()) {
                assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
                        .contains(
                                "\"managedLedgerCacheSizeMB\":\"100\"",
                                "\"numIOThreads\":\"3\"",
                                "\"maxMessageSize\":\"2097152\"",
                                "\"defaultNumPartitions\":\"4\"",
                                "\"backlogQuotaDefaultLimitBytes\":\"9437184\"",
                                "\"backlogQuotaDefaultRetentionPolicy\":\"producer_exception\"",
                                "\"acknowledgmentAtBatchIndexLevelEnabled\":\"true\"");
            }
        }
    }

    private PulsarClient client(ManagedBroker broker) throws Exception {
        String url = broker.url("pulsar");
        ClientBuilder builder = PulsarClient.builder()
                .serviceUrl(url.substring(0, url.indexOf('?')))
                .operationTimeout(20, TimeUnit.SECONDS);
        if (url.startsWith("pulsar+ssl:")) {
            Path ca = folder.resolve("ca.pem");
            builder.tlsTrustCertsFilePath(ca.toString()).enableTlsHostnameVerification(true);
        }
        return builder.build();
    }

    private static void send(PulsarClient client) throws Exception {
        try (Producer<byte[]> producer = client.newProducer().topic(TOPIC).create()) {
            producer.send("hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String receive(PulsarClient client) throws Exception {
        try (Consumer<byte[]> consumer = client.newConsumer()
                .topic(TOPIC)
                .subscriptionName("mine")
                .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
                .subscribe()) {
            Message<byte[]> message = consumer.receive(20, TimeUnit.SECONDS);
            consumer.acknowledge(message);
            return new String(message.getData(), StandardCharsets.UTF_8);
        }
    }
}
