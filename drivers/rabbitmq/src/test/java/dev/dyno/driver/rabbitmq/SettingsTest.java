package dev.dyno.driver.rabbitmq;

import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.tck.FreePort;
import dev.dyno.driver.tck.SettingsContract;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are taken and refused, without a broker. */
class SettingsTest extends SettingsContract {

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        open(url, settings).close();
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(
                settings(URL, """
                    rabbitmq.io=nio | rabbitmq.io: nio; must be one of socket, netty.
                    rabbitmq.confirms=yes | rabbitmq.confirms: yes; must be true or false.
                    rabbitmq.prefetch=-1 | rabbitmq.prefetch: -1; must be a whole number from 0 to 65535.
                    rabbitmq.prefetch=65536 | rabbitmq.prefetch: 65536; must be a whole number from 0 to 65535.
                    rabbitmq.prefetch=many | rabbitmq.prefetch: many; must be a whole number from 0 to 65535.
                    rabbitmq.multi-ack=0 | rabbitmq.multi-ack: 0; must be a whole number of at least 1.
                    rabbitmq.poll-interval=soon | rabbitmq.poll-interval: soon; must be a number with ns, us, ms, s, m, h or d, like 250us, 10s or 1h30m, or a bare number of seconds.
                    rabbitmq.answer=nack | rabbitmq.answer: nack; must be one of ack, drop, requeue.
                    rabbitmq.more-hosts=b,,c | rabbitmq.more-hosts: b,,c; must be hosts with commas between, like b:5672,c:5672.
                    rabbitmq.queue.type=lazy | rabbitmq.queue.type: lazy; must be one of classic, quorum, stream.
                    rabbitmq.prefetsch=5 | rabbitmq.prefetsch: unknown setting of the RabbitMQ driver; did you mean rabbitmq.prefetch?
                    rabbitmq.queue.arguments.x-max-lenght=5 | rabbitmq.queue.arguments.x-max-lenght: unknown; did you mean rabbitmq.queue.arguments.x-max-length?
                    connection.hartbeat=5 | connection.hartbeat: unknown setting of the RabbitMQ driver; did you mean connection.heartbeat?
                    use.nio=5 | use.nio: unknown setting of the RabbitMQ driver; dyno driver show lists them.
                    connection.heartbeat=often | cannot use amqp://localhost and its properties: For input string: "often"
                    rabbitmq.confirms=false rabbitmq.mandatory=true | rabbitmq.mandatory: true; must be false without confirms…
                    rabbitmq.queue.type=quorum rabbitmq.queue.durable=false | rabbitmq.queue.durable: false; must be true for queues of type quorum
                    rabbitmq.queue.type=stream rabbitmq.prefetch=0 | rabbitmq.queue.type: stream; needs rabbitmq.prefetch above 0…
                    """),
                urls(
                        "%s: not a URL of AMQP 0-9-1; must be amqp://HOST:PORT/VHOST, or amqps:// with TLS",
                        "amqp://", "tcp://localhost:5672", "localhost:5672", "amqp://a b", "amqp:localhost"));
    }

    private static final String URL = "amqp://localhost";

    private static Client open(String url, Map<String, String> properties) throws DriverException {
        return new RabbitDriver().open(TestClient.spec(url, properties));
    }

    private static String refusal(Map<String, String> properties) {
        Throwable refusal = catchThrowable(() -> open(URL, properties));
        assertThat(refusal).isInstanceOf(DriverException.class);
        return String.valueOf(refusal.getMessage());
    }

    @Test
    void anUnknownSettingIsRefusedWithTheListOfWhatThereIs() {
        assertThat(refusal(Map.of("rabbitmq.nothing", "1", "rabbitmq.queue.arguments.x-max-length", "5")))
                .startsWith("rabbitmq.nothing: unknown setting of the RabbitMQ driver; must be one of"
                        + " rabbitmq.io, rabbitmq.confirms, rabbitmq.mandatory, ")
                .contains(", rabbitmq.queue.arguments.NAME, ");
    }

    @Test
    void anArgumentThatOnlyAnotherBrokerHasIsPassedOn() throws DriverException {
        assertThat(RabbitSettings.read(Map.of("rabbitmq.queue.arguments.qpid.alert_size", "5"))
                        .family(RabbitSettings.QUEUE_ARGUMENTS))
                .containsExactly(Map.entry("qpid.alert_size", 5L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"amqp://h", "amqps://h", "amqp091://h:1/v", "amqp091s://u:p@h/", "amqp://h?heartbeat=5"})
    void everySchemeOfTheProtocolIsTaken(String url) throws DriverException {
        try (Client client = open(url, Map.of())) {
            assertThat(client.capabilities().toSet()).contains(Capability.QUEUES);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 16", "250, 1, 16", "40, 1, 10", "7, 1, 1", "3, 1, 1", "500, 50, 2", "50, 50, 1"})
    void noMoreThanAQuarterOfThePrefetchIsAcknowledgedInOneWrite(String prefetch, int every, int expected)
            throws DriverException {
        SettingValues settings = RabbitSettings.read(Map.of("rabbitmq.prefetch", prefetch));
        assertThat(RabbitSettings.acknowledgementsInOneWrite(settings, every)).isEqualTo(expected);
    }

    @Test
    void aPasswordInTheUrlIsNotShown() {
        ClientSpec spec = TestClient.spec("amqp://anna:secret@127.0.0.1:" + FreePort.find(), Map.of());
        Throwable failure = catchThrowable(() -> new TestClient(spec));
        assertSentence(
                failure,
                "cannot connect to amqp://anna@127.0.0.1:…check that the broker runs and listens at this address");
        assertThat(failure).hasMessageNotContaining("secret");
    }

    @Test
    void capabilitiesFollowTheSettings() throws DriverException {
        assertThat(capabilities("rabbitmq.queue.arguments.x-max-priority", "9"))
                .isEqualTo(RabbitContract.allBut(Capability.SELECTORS, Capability.GROUPS, Capability.KEYS));
        assertThat(capabilities("rabbitmq.queue.durable", "false"))
                .isEqualTo(RabbitContract.allBut(
                        Capability.SELECTORS,
                        Capability.GROUPS,
                        Capability.KEYS,
                        Capability.PRIORITIES,
                        Capability.PERSISTENCE));
        assertThat(capabilities("rabbitmq.auto-ack", "true"))
                .isEqualTo(RabbitContract.allBut(
                        Capability.SELECTORS,
                        Capability.GROUPS,
                        Capability.KEYS,
                        Capability.PRIORITIES,
                        Capability.CLIENT_ACK,
                        Capability.INDIVIDUAL_ACK));
    }

    private static Set<Capability> capabilities(String name, String value) throws DriverException {
        try (Client client = open(URL, Map.of(name, value))) {
            return client.capabilities().toSet();
        }
    }

    @Test
    void withoutConfirmsTheClientAcknowledges() throws DriverException {
        assertThat(semantics(SendMode.ASYNC, Map.of()).acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        Map<String, String> unconfirmed = Map.of("rabbitmq.confirms", "false");
        assertThat(semantics(SendMode.ASYNC, unconfirmed).acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(semantics(SendMode.SYNC, unconfirmed).acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(semantics(SendMode.TRANSACTED, unconfirmed).acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
    }

    @Test
    void theCardSaysWhatAnAcknowledgementCosts() throws DriverException {
        Semantics card = semantics(
                SendMode.ASYNC,
                Map.of(
                        "rabbitmq.queue.type", "quorum",
                        "rabbitmq.queue.arguments.x-max-length", "1000",
                        "rabbitmq.prefetch", "0",
                        "rabbitmq.multi-ack", "20"));
        assertThat(new TreeMap<>(card.facts()))
                .hasToString("{acknowledgements=every 20, confirms=yes, io=socket, mandatory=yes, persistent=yes,"
                        + " prefetch=unlimited, protocol=AMQP 0-9-1, queue durable=yes, queue type=quorum,"
                        + " queue x-max-length=1000, send mode=async}");
    }

    @Test
    void aMessageIsNotPersistentInAQueueThatIsNot() throws DriverException {
        assertThat(semantics(SendMode.ASYNC, Map.of("rabbitmq.queue.durable", "false"))
                        .facts())
                .containsEntry(Semantics.PERSISTENT, "no: the queue is not durable");
    }

    private static Semantics semantics(SendMode mode, Map<String, String> properties) throws DriverException {
        try (Client client = open(URL, properties)) {
            return client.semantics(TestClient.sends(TestClient.queue(), mode));
        }
    }
}
