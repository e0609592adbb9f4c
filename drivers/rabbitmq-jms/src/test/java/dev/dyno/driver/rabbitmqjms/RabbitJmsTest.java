package dev.dyno.driver.rabbitmqjms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(90)
@Tag("broker")
class RabbitJmsTest {

    @RegisterExtension
    private static final SharedBroker RABBIT = RabbitJmsContractTest.RABBIT;

    private static ProducerSpec producer(SendMode mode) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, true);
    }

    @ParameterizedTest
    @EnumSource
    void theBrokerAcknowledgesInEveryMode(SendMode mode) throws Exception {
        try (TestClient client = RABBIT.open(Map.of("channelsQos", "17"))) {
            Semantics card = client.client().semantics(producer(mode));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
            assertFacts(card.facts(), "protocol=AMQP 0-9-1; prefetch=17; recovery=false");
            assertThat(card.facts().get("client")).startsWith("RabbitMQ ");
        }
    }

    @Test
    void anUnknownPropertyIsRefusedWithAGuess() {
        assertFails(
                () -> RABBIT.open(Map.of("channelQos", "17")),
                "channelQos: unknown setting of the JMS driver; did you mean channelsQos?");
    }

    @Test
    void aWrongPasswordIsOneSentence() throws Exception {
        Optional<Credentials> wrong = Optional.of(new Credentials("guest", "wrong"));
        ClientSpec spec = DriverFolder.ofThisModule().spec(RABBIT.url(), wrong, Map.of());
        assertFails(RefusedException.class, () -> new TestClient(spec), "…ACCESS_REFUSED…");
    }

    @Test
    void aQueueOfOtherSettingsIsRefusedForGood() throws Exception {
        Destination queue = TestClient.queue();
        try (Connection aside = RabbitJmsContractTest.aside();
                TestClient client = RABBIT.open(Map.of())) {
            aside.createChannel().queueDeclare(queue.name(), false, false, false, Map.of());
            assertFails(
                    RefusedException.class,
                    () -> client.produce(TestClient.sends(queue, SendMode.SYNC)),
                    "…PRECONDITION_FAILED…");
        }
    }

    @Test
    void aBrokerThatIsKilledFailsWhatIsUnderWayAndIsReportedOnce() throws Exception {
        try (RealBroker broker = RealBroker.start(BrokerSpec.of("rabbitmq"));
                TestClient tested = TestClient.open(broker.url("rabbitmq-jms"))) {
            KilledBroker.isReportedOnceAndEverySendCompletes(tested, broker::pause, broker::kill);
            assertThat(tested.failedSends()).isNotEmpty();
        }
    }
}
