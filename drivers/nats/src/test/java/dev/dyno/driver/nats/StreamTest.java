package dev.dyno.driver.nats;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.TestClient;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Life of streams. */
@Tag("broker")
@SuppressWarnings("try") // The library's close may be interrupted.
class StreamTest {

    @AutoClose
    private RealBroker server;

    @BeforeEach
    void start() {
        server = RealBroker.start(BrokerSpec.of("nats"));
    }

    private ClientSpec spec(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(more);
        properties.put("nats.jetstream", "true");
        return TestClient.spec(server.url("nats"), properties);
    }

    private Connection connect() throws Exception {
        return Nats.connect(server.url("nats"));
    }

    private StreamConfiguration stream(String name) throws Exception {
        try (Connection raw = connect()) {
            return raw.jetStreamManagement().getStreamInfo(name).getConfiguration();
        }
    }

    @Test
    void preparingMakesAStreamAsTheSettingsSay() throws Exception {
        Map<String, String> settings = Map.of("nats.stream.storage", "memory", "nats.stream.max-messages", "1000000");
        try (TestClient tested = new TestClient(spec(settings))) {
            tested.client()
                    .prepare(List.of(Destination.parse("queue://orders.new"), Destination.parse("topic://news")));
        }
        StreamConfiguration queue = stream("orders_new");
        assertThat(queue.getSubjects()).containsExactly("orders.new");
        assertThat(queue.getRetentionPolicy()).isEqualTo(RetentionPolicy.WorkQueue);
        assertThat(queue.getStorageType()).isEqualTo(StorageType.Memory);
        assertThat(queue.getMaxMsgs()).isEqualTo(1_000_000);
        assertThat(queue.getDiscardPolicy()).isEqualTo(DiscardPolicy.New);
        assertThat(stream("news").getRetentionPolicy()).isEqualTo(RetentionPolicy.Interest);
    }

    @Test
    void aStreamThatHoldsTheSubjectIsUsedAsItIsAndStandsOnTheCard() throws Exception {
        try (Connection raw = connect()) {
            raw.jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("everything")
                            .subjects("orders.>")
                            .storageType(StorageType.Memory)
                            .build());
        }
        try (TestClient tested = new TestClient(spec(Map.of()))) {
            Producer producer = tested.produce(TestClient.producing("topic://orders.new", SendMode.SYNC));
            producer.send(TestClient.body(1));
            assertThat(tested.client()
                            .semantics(TestClient.producing("topic://orders.new", SendMode.SYNC))
                            .facts())
                    .containsEntry("stream storage", "memory")
                    .containsEntry("stream retention", "limits");
        }
        try (Connection raw = connect()) {
            assertThat(raw.jetStreamManagement().getStreamNames()).containsExactly("everything");
            assertThat(raw.jetStreamManagement()
                            .getStreamInfo("everything")
                            .getStreamState()
                            .getMsgCount())
                    .isEqualTo(1);
        }
    }

    @Test
    void aStreamOfTheSameNameForAnotherSubjectIsRefusedForGood() throws Exception {
        try (Connection raw = connect();
                TestClient client = new TestClient(spec(Map.of()))) {
            raw.jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("q")
                            .subjects("another")
                            .build());
            assertFails(
                    RefusedException.class,
                    () -> client.produce(TestClient.producing("queue://q", SendMode.SYNC)),
                    "cannot make a stream for queue://q: stream name already in use…");
        }
    }

    @Test
    void aFullStreamRefusesMessages() throws DriverException {
        try (TestClient tested = new TestClient(spec(Map.of("nats.stream.max-messages", "300")))) {
            tested.sendAll(tested.produce(TestClient.producing("queue://q", SendMode.ASYNC)), 1_000);
            assertThat(tested.acknowledged()).isEqualTo(300);
            String sentence = "cannot send to queue://q: maximum messages exceeded [10077]";
            assertSentence(tested.failedSends().get(0), sentence);
            Producer blocking = tested.produce(TestClient.producing("queue://q", SendMode.SYNC));
            assertFails(() -> blocking.send(TestClient.body(1)), sentence);
        }
    }

    @Test
    void acknowledgedMessagesOutliveACrashOfTheServer() throws DriverException {
        try (TestClient tested = new TestClient(spec(Map.of()))) {
            tested.sendAll(tested.produce(TestClient.producing("queue://q", SendMode.ASYNC, true, Map.of())), 100);
            assertThat(tested.acknowledged()).isEqualTo(100);
            server.kill();
        }
        server.restart();
        try (TestClient tested = new TestClient(spec(Map.of()))) {
            Inbox inbox = tested.consume(TestClient.listening("queue://q"));
            tested.connection().start();
            assertThat(inbox.await(100)).isEqualTo(TestClient.numbers(0, 100));
        }
    }

    @Test
    void propertiesTravelAsHeaders() throws Exception {
        try (Connection raw = connect();
                TestClient tested = TestClient.open(server.url("nats"))) {
            Subscription subscription = raw.subscribe("t");
            raw.flush(Duration.ofSeconds(10));
            Producer producer = tested.produce(
                    TestClient.producing("topic://t", SendMode.SYNC, false, Map.of("colour", "red", "weight", 5L)));
            producer.send(TestClient.body(3));
            Message message = subscription.nextMessage(Duration.ofSeconds(10));
            assertThat(message.getHeaders().getFirst("colour")).isEqualTo("red");
            assertThat(message.getHeaders().getFirst("weight")).isEqualTo("5");
            assertThat(message.getData()).isEqualTo(TestClient.body(3).array());
        }
    }

    @Test
    void unsubscribedConsumersAreGoneFromTheServer() throws Exception {
        try (TestClient tested = new TestClient(spec(Map.of()));
                Connection raw = connect()) {
            tested.consume(TestClient.listening("topic://t")).consumer().close();
            assertThat(raw.jetStreamManagement().getConsumerNames("t")).isEmpty();
        }
    }

    @Test
    void persistentMessagesNeedAStreamInAFile() throws DriverException {
        try (TestClient tested = new TestClient(spec(Map.of("nats.stream.storage", "memory")))) {
            assertFails(
                    () -> tested.produce(TestClient.producing("queue://q", SendMode.ASYNC, true, Map.of())),
                    "cannot create a producer for queue://q: no persistent messages with"
                            + " nats.stream.storage=memory, which keeps none over a restart; must be file");
        }
    }
}
