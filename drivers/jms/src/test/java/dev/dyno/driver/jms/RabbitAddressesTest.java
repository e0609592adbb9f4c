package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AMQP 1.0 on a RabbitMQ that takes addresses of its version 2 alone, as it does from 4.3 on unless it is configured. */
@Tag("broker")
@Tag("nightly")
class RabbitAddressesTest {

    @AutoClose
    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = RealBroker.start(BrokerSpec.of("rabbitmq"));
        assumeTrue(
                broker.broker().version().matches("4\\.([3-9]|\\d\\d).*"),
                () -> "RabbitMQ " + broker.broker().version() + " takes addresses of version 1");
    }

    private static ClientSpec spec() {
        return Provider.AMQP.spec(broker.url("rabbitmq"));
    }

    private static TestClient fixture() throws DriverException {
        return new TestClient(spec());
    }

    @Test
    void aLoadRunsOnAQueueThatIsThereWhateverItsName(@TempDir Path folder) throws Exception {
        for (String type : new String[] {"classic", "quorum", "stream"}) {
            String name = "a b/é %+:" + type;
            Path queues = Files.writeString(folder.resolve(type), """
                    {"queues": [{"name": "%s", "vhost": "/", "durable": true, "auto_delete": false,
                      "arguments": {"x-queue-type": "%s"}}]}
                    """.formatted(name.replace("%", "%%"), type)
                    .replace("%%", "%"));
            broker.tool("rabbitmqctl", "import_definitions", queues.toString());
            long delivered = Loads.run(
                            spec(),
                            "{ producers: { to: '%s', messages: 300 }, consumers: { from: '%s' }, phases: { measure: until stopped } }"
                                    .replace("%s", "queue://" + name))
                    .ledger()
                    .delivered();
            assertThat(delivered).as(type).isEqualTo(300);
        }
    }

    @Test
    void ofAQueueThatIsNotThereTheSentenceSaysWhatToDo() throws Exception {
        Destination queue = TestClient.queue();
        String words =
                ": no queue '" + queue.name() + "' in vhost '/' [condition = amqp:not-found]; RabbitMQ makes none"
                        + " for an address of version 2: make it first, or have the broker permit addresses of version 1"
                        + " (deprecated_features.permit.amqp_address_v1 = true)";
        try (TestClient fixture = fixture()) {
            assertFails(() -> fixture.inbox(queue), "cannot create a consumer of " + queue + words);
        }
        try (TestClient fixture = fixture()) {
            assertFails(() -> fixture.producer(queue), "cannot create a producer for " + queue + words);
        }
    }

    @Test
    void ofATopicTheSentenceSaysThatThereAreQueues() throws Exception {
        Destination topic = TestClient.topic();
        try (TestClient fixture = fixture()) {
            assertFails(
                    () -> fixture.inbox(topic),
                    "cannot create a consumer of " + topic
                            + ": Attach refused: …; give queue://NAME, or have the broker permit addresses of version 1"
                            + " (deprecated_features.permit.amqp_address_v1 = true)");
        }
    }
}
