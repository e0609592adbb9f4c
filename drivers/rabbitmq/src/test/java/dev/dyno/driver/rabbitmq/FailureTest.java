package dev.dyno.driver.rabbitmq;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alarms, lost connections, deleted queues, wrong passwords. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class FailureTest {

    /** Words about what was not answered by the first connection, where the library makes the next one. */
    private static final String BROKE = "no answer came before the connection failed: 320 CONNECTION_FORCED - test";

    private final Destination queue = TestClient.queue();
    private final Outcomes outcomes = new Outcomes();

    /** By what the library reads and writes. */
    String io() {
        return "socket";
    }

    @Test
    void aBrokerInAlarmTakesNoMessages() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.io", io())) {
            AtomicInteger tokens = new AtomicInteger();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            OnRabbit.control("set_vm_memory_high_watermark", "0.000001");
            try {
                fixture.await("the alarm", () -> OnRabbit.control("eval", "rabbit_alarm:get_alarms().").stream()
                        .anyMatch(line -> line.contains("memory")));
                // The broker notices a producer by its first message.
                assertThat(trySend(producer, tokens)).isTrue();
                fixture.await("trySend says no", () -> !trySend(producer, tokens));
                assertThat(outcomes.byToken()).isEmpty();
            } finally {
                OnRabbit.control("set_vm_memory_high_watermark", "0.4");
            }
            fixture.await(
                    "the first message is confirmed", () -> outcomes.byToken().containsKey(0L));
            fixture.await("trySend says yes", () -> trySend(producer, tokens));
            fixture.await("all confirms", () -> outcomes.byToken().size() == tokens.get());
            assertThat(outcomes.byToken().values()).containsOnly(Outcomes.ACKNOWLEDGED);
            assertThat(fixture.failures()).isEmpty();
        }
    }

    /** With a token of its own. */
    private static boolean trySend(Producer producer, AtomicInteger tokens) {
        try {
            boolean taken = producer.trySend(TestClient.body(1), tokens.get());
            producer.flush();
            tokens.addAndGet(taken ? 1 : 0);
            return taken;
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aProducerThatTheBrokerBlocksCanBeClosed() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.io", io())) {
            ClientConnection connection = fixture.connect();
            Producer producer =
                    connection.createProducer(TestClient.sends(TestClient.queue(), SendMode.ASYNC), outcomes);
            OnRabbit.control("set_vm_memory_high_watermark", "0.000001");
            try {
                assertThat(producer.trySend(TestClient.body(0), 0)).isTrue();
                producer.flush();
                producer.close();
                connection.close();
                assertThat(outcomes.byToken()).hasSize(1).hasEntrySatisfying(0L, words -> assertThat(words)
                        .endsWith(": closed"));
            } finally {
                OnRabbit.control("set_vm_memory_high_watermark", "0.4");
            }
            assertThat(fixture.failures()).isEmpty();
        }
    }

    @Test
    void aLostConnectionIsReportedOnceAndEverySendCompletes() throws Exception {
        ClientSpec spec = OnRabbit.spec(Map.of("rabbitmq.io", io()));
        try (TestClient tested = new TestClient(spec)) {
            Runnable kill = () -> OnRabbit.control("close_all_connections", "test");
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(tested, () -> {}, kill))
                    .hasMessage("connection failed: 320 CONNECTION_FORCED - test");
        }
    }

    @Test
    void theLibrarysOwnRecoveryContinuesWithTheSameProducerAndConsumer() throws Exception {
        try (TestClient fixture = recovering()) {
            Producer producer = fixture.produce(TestClient.sends(queue, SendMode.ASYNC), outcomes);
            Inbox inbox = fixture.consume(TestClient.receives(queue, AckMode.AUTO));
            fixture.connection().start();
            assertThat(producer.trySend(TestClient.body(1), 0)).isTrue();
            producer.flush();
            fixture.await("the first confirm", () -> outcomes.byToken().size() == 1);
            assertThat(outcomes.byToken()).containsEntry(0L, Outcomes.ACKNOWLEDGED);
            inbox.await(1);
            OnRabbit.control("close_all_connections", "test");
            sendUntilAcknowledged(fixture, producer, 1);
            assertThat(inbox.await(2)).containsExactly(1L, 2L);
            assertThat(fixture.failures()).isEmpty();
        }
    }

    /** With the library's own recovery. */
    private TestClient recovering() throws DriverException {
        return OnRabbit.fixture(
                "rabbitmq.io", io(), "connection.recovery.enabled", "true", "connection.recovery.interval", "100");
    }

    /** The broker rolls back the transaction of the first connection, and the library begins another one on the next. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTransactionWhoseConnectionTheLibraryReplacesIsInDoubt(boolean sendsMore) throws Exception {
        try (TestClient fixture = recovering()) {
            Producer other = fixture.produce(TestClient.sends(TestClient.queue(), SendMode.ASYNC), outcomes);
            Producer producer = fixture.produce(TestClient.sends(queue, SendMode.TRANSACTED));
            producer.send(TestClient.body(1));
            OnRabbit.control("close_all_connections", "test");
            sendUntilAcknowledged(fixture, other, 0);
            assertThatExceptionOfType(InDoubtException.class)
                    .isThrownBy(() -> {
                        if (sendsMore) {
                            producer.send(TestClient.body(2));
                        }
                        producer.commit();
                    })
                    .withMessage(BROKE);
            producer.send(TestClient.body(3));
            producer.commit();
            assertThat(OnRabbit.count(queue.name())).isEqualTo(1);
            assertThat(fixture.failures()).isEmpty();
        }
    }

    /** A message that the library takes before it notices the break fails with the connection. */
    private void sendUntilAcknowledged(TestClient fixture, Producer producer, long token) {
        fixture.await("a send", () -> trySendToken(producer, token));
        fixture.await("its completion", () -> outcomes.byToken().containsKey(token));
        if (!Outcomes.ACKNOWLEDGED.equals(outcomes.byToken().get(token))) {
            assertThat(outcomes.byToken().get(token)).isEqualTo(BROKE);
            sendUntilAcknowledged(fixture, producer, token + 1);
        }
    }

    /** False also while the library has not noticed yet that there is no connection. */
    private static boolean trySendToken(Producer producer, long token) {
        try {
            boolean taken = producer.trySend(TestClient.body(2), token);
            producer.flush();
            return taken;
        } catch (DriverException e) {
            return false;
        }
    }

    @Test
    void aDeletedQueueEndsItsConsumer() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            fixture.inbox(queue);
            OnRabbit.channel(channel -> channel.queueDelete(queue.name()));
            fixture.await("the failure", () -> !fixture.failures().isEmpty());
            assertThat(fixture.failures())
                    .singleElement()
                    .satisfies(failure -> assertSentence(
                            failure,
                            "the broker cancelled the consumer of " + queue + "; was its queue " + queue.name()
                                    + " deleted?"));
        }
    }

    @Test
    void aWrongPasswordIsReportedInTheBrokersWords() {
        Credentials wrong = new Credentials("guest", "wrong");
        ClientSpec spec = DriverFolder.ofThisModule().spec(OnRabbit.url(), Optional.of(wrong), Map.of());
        assertFails(
                RefusedException.class,
                () -> new TestClient(spec),
                "cannot connect to " + OnRabbit.url() + ": ACCESS_REFUSED - Login was refused using authentication"
                        + " mechanism PLAIN. For details see the broker logfile; check user, password, virtual host"
                        + " and permissions");
    }

    @Test
    void aRightThatIsMissingIsReportedInTheBrokersWordsWithWhatToCheck() throws Exception {
        OnRabbit.control("set_permissions", "guest", "", ".*", ".*");
        try (TestClient fixture = OnRabbit.fixture()) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> fixture.inbox(queue))
                    .withMessageStartingWith("cannot create a consumer of " + queue + ": 403 ACCESS_REFUSED")
                    .withMessageEndingWith("refused for user 'guest'; check the permissions of the user");
        } finally {
            OnRabbit.control("set_permissions", "guest", ".*", ".*", ".*");
        }
    }

    @Test
    void anUnknownVirtualHostIsReportedInTheBrokersWords() {
        assertFails(
                () -> TestClient.open(OnRabbit.url() + "/nowhere"),
                "cannot connect to " + OnRabbit.url() + "/nowhere: 530 NOT_ALLOWED - vhost nowhere not found…");
    }
}
