package dev.dyno.driver.pulsar;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.SettingsContract;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest extends SettingsContract {

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        PulsarSettings.of(DriverFolder.ofThisModule().spec(url, Optional.empty(), settings));
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(
                settings("pulsar://h", """
                    pulsar.partition=3 | pulsar.partition: unknown setting of the Pulsar driver; did you mean pulsar.partitions?
                    pulsar.nothing=3 | pulsar.nothing: unknown setting of the Pulsar driver; must be one of pulsar.namespace, pulsar.new-namespace, pulsar.new-namespace.copies, pulsar.new-namespace.deduplication, pulsar.non-persistent, pulsar.partitions, pulsar.reconnect, pulsar.subscription, pulsar.subscription-type, pulsar.token, pulsar.web-url, tls.trust, tls.certificate, tls.key, tls.verify-host.
                    pulsar.partitions=-1 | pulsar.partitions: -1; must be a whole number from 0 to 999999.
                    pulsar.subscription-type=any | pulsar.subscription-type: any; must be one of Shared, Key_Shared, Failover, Exclusive.
                    pulsar.non-persistent=yes | pulsar.non-persistent: yes; must be true or false.
                    pulsar.new-namespace.copies=2/3/2 | pulsar.new-namespace.copies: 2/3/2; must be three numbers of bookies like 3/3/2, none more than the one before.
                    pulsar.new-namespace.copies=1/1/1 | pulsar.new-namespace.copies: is of a namespace that is created; give pulsar.new-namespace=true, too, or leave it out
                    pulsar.namespace=default | pulsar.namespace: default; must be tenant/namespace, like public/default.
                    pulsar.web-url=host:8080 | pulsar.web-url: host:8080; must be a URL like http://host:8080.
                    pulsar.web-url=http://:80 | pulsar.web-url: http://:80; must be a URL like http://host:8080.
                    pulsar.token=file:none | pulsar.token: (hidden); must be a token, or file: and a file that can be read.
                    subscriptionType=Shared | subscriptionType: set by the driver; leave it out: use pulsar.subscription-type.
                    consumer.poolMessages=true | consumer.poolMessages: set by the driver; leave it out: the driver reads messages where they are.
                    batchingMaxMesages=3 | batchingMaxMesages: unknown setting of the Pulsar driver; did you mean batchingMaxMessages?
                    producer.receiverQueueSize=3 | producer.receiverQueueSize: unknown property of the producer of the Pulsar client; dyno driver show lists them.
                    """),
                urls(
                        "%s: not the URL of a Pulsar cluster; must be pulsar://host:port or pulsar+ssl://host:port,"
                                + " and may end in ?name=value&name=value",
                        "http://h:1", "pulsar:h", "pulsar://h:x", "pulsar://h:70000", "pulsar://h?x"));
    }

    private static PulsarSettings parse(String url, Map<String, String> properties) throws DriverException {
        return PulsarSettings.of(DriverFolder.ofThisModule().spec(url, Optional.empty(), properties));
    }

    @ParameterizedTest
    @CsvSource({"numIoThreads, many", "batchingEnabled, perhaps", "producer.compressionType, zip"})
    void aValueOfTheWrongTypeIsReportedWithItsProperty(String key, String value) {
        assertFails(() -> parse("pulsar://h", Map.of(key, value)), "…'" + value + "'…");
    }

    @Test
    void aPropertyGoesWhereverThereIsOneOfThatNameAndAPrefixIsPreferred() throws Exception {
        LibraryProperties library = parse(
                        "pulsar://h?receiverQueueSize=7",
                        Map.of(
                                "autoUpdatePartitions", "false",
                                "consumer.autoUpdatePartitions", "true",
                                "compressionType", "LZ4",
                                "operationTimeoutMs", "1234"))
                .library();
        assertThat(library.producerData().isAutoUpdatePartitions()).isFalse();
        assertThat(library.consumerData().isAutoUpdatePartitions()).isTrue();
        assertThat(library.consumerData().getReceiverQueueSize()).isEqualTo(7);
        assertThat(library.producerData().getCompressionType().name()).isEqualTo("LZ4");
        assertThat(library.clientData().getOperationTimeoutMs()).isEqualTo(1234);
        assertThat(library.client()).containsEntry("numIoThreads", "1").doesNotContainKey("autoUpdatePartitions");
    }

    @ParameterizedTest
    @CsvSource({
        "pulsar://h, h, 6650, http://h:8080",
        "pulsar://h:1/, h, 1, http://h:8080",
        "pulsar+ssl://h, h, 6651, https://h:8443",
        "pulsar+ssl://a:1,  a, 1, https://a:8443",
        "pulsar://[::1]:5, [::1], 5, http://[::1]:8080",
        "pulsar://h:1?pulsar.web-url=http://w:9, h, 1, http://w:9",
    })
    void theWebUrlFollowsFromTheUrl(String url, String host, int port, String webUrl) throws Exception {
        PulsarSettings settings = parse(url, Map.of());
        assertThat(settings.url().hosts()).singleElement().satisfies(address -> {
            assertThat(address.getHostString()).isEqualTo(host);
            assertThat(address.getPort()).isEqualTo(port);
        });
        assertThat(settings.webUrl()).hasToString(webUrl);
    }

    @Test
    void aBareNameIsATopicOfTheNamespaceAndAFullOneIsItself() throws Exception {
        PulsarSettings stored = parse("pulsar://h", Map.of("pulsar.namespace", "a/b"));
        assertThat(stored.topic(Destination.parse("queue://q"))).isEqualTo("persistent://a/b/q");
        assertThat(stored.topic(Destination.parse("queue://non-persistent://c/d/q")))
                .isEqualTo("non-persistent://c/d/q");
        PulsarSettings fleeting = parse("pulsar://h", Map.of("pulsar.non-persistent", "true"));
        assertThat(fleeting.topic(Destination.parse("topic://t"))).isEqualTo("non-persistent://public/default/t");
    }

    @ParameterizedTest
    @CsvSource({"Shared, false", "Key_Shared, true", "Failover, true", "Exclusive, true"})
    void groupsNeedASubscriptionThatKeepsThemTogether(String type, boolean groups) throws Exception {
        ClientSpec spec = DriverFolder.ofThisModule()
                .spec("pulsar://h", Optional.empty(), Map.of("pulsar.subscription-type", type));
        assertThat(new PulsarDriver().open(spec).capabilities().has(Capability.GROUPS))
                .isEqualTo(groups);
    }

    @Test
    void aTokenBesideAPasswordIsAContradiction() {
        ClientSpec spec = DriverFolder.ofThisModule()
                .spec("pulsar://h", Optional.of(new Credentials("u", "p")), Map.of("pulsar.token", "t"));
        assertFails(
                () -> new PulsarDriver().open(spec),
                "pulsar.token: contradicts user and password; leave one of them out");
    }
}
