package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.TestClient;
import java.util.EnumSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of all drivers, on the AMQP 1.0 of RabbitMQ from 4.0 on. */
@Tag("nightly")
class AmqpOnRabbitTest extends RealBrokerContract {

    private static final String LACKS = "SELECTORS,TRANSACTIONS,DURABLE_SUBSCRIPTIONS,SHARED_SUBSCRIPTIONS";

    AmqpOnRabbitTest() {
        super(BrokerSpec.of("rabbitmq").withKnob("amqp1_0", "true"));
    }

    @BeforeAll
    void onlyWhereItIsNoPlugin() {
        assumeTrue(
                !version().startsWith("3."),
                () -> "the plugin of RabbitMQ " + version()
                        + " ends the session of a consumer that polls an empty queue");
    }

    @Override
    public ClientSpec spec() {
        return Provider.AMQP.spec(url("amqp"), Map.of("jms.without", LACKS));
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> capabilities = EnumSet.complementOf(EnumSet.of(Capability.FROM_EARLIEST));
        Stream.of(LACKS.split(",", -1)).map(Capability::valueOf).forEach(capabilities::remove);
        return capabilities;
    }

    /** Also where nobody has said what it lacks. */
    @Test
    void aSelectorThatItWouldIgnoreIsRefused() throws Exception {
        try (TestClient fixture = new TestClient(Provider.AMQP.spec(url("amqp")))) {
            assertFails(
                    () -> fixture.inbox(Specs.selecting("queue://selected", "n = 1")),
                    "…: no selectors in the AMQP 1.0 of RabbitMQ; leave them out…");
        }
    }

    /** Before 4.2 it may not answer the first session after one that has just ended. */
    @Test
    @Timeout(60)
    void eachOfManyConnectionsGetsItsProducer() throws Exception {
        try (TestClient fixture = new TestClient(Provider.AMQP.spec(url("amqp")))) {
            Destination queue = TestClient.queue();
            for (int i = 0; i < 200; i++) {
                fixture.connect()
                        .createProducer(TestClient.sends(queue, SendMode.SYNC), (token, failure) -> {})
                        .send(TestClient.body(i));
            }
            assertThat(fixture.failures()).isEmpty();
        }
    }

    /** A message that nobody subscribes to is accepted before 4.0, and released from then on. */
    @Test
    @Override
    public void aSubscriptionThatIsNotDurableMissesWhatIsSentWhileItIsAway() throws DriverException {
        Destination topic = TestClient.topic();
        Outcomes outcomes = new Outcomes();
        try (TestClient fixture = new TestClient(spec())) {
            Producer producer = fixture.producer(topic, SendMode.ASYNC, outcomes);
            sendRange(producer, 0, 5);
            fixture.await("all outcomes", () -> outcomes.byToken().size() == 5);
            Inbox inbox = fixture.inbox(topic);
            sendRange(producer, 5, 10);
            assertThat(inbox.await(5)).isEqualTo(TestClient.numbers(5, 10));
            fixture.await("all outcomes", () -> outcomes.byToken().size() == 10);
        }
        NavigableMap<Long, String> byToken = new TreeMap<>(outcomes.byToken());
        assertThat(byToken.tailMap(5L).values()).containsOnly(Outcomes.ACKNOWLEDGED);
        assertThat(Set.copyOf(byToken.headMap(5L).values()))
                .hasSize(1)
                .allMatch(outcome -> outcome.equals(Outcomes.ACKNOWLEDGED) || outcome.contains("released"));
    }

    private static void sendRange(Producer producer, int from, int to) throws DriverException {
        for (int i = from; i < to; i++) {
            assertThat(producer.trySend(TestClient.body(i), i)).isTrue();
        }
        producer.flush();
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("jms.prefetchPolicy.all", "10");
    }
}
