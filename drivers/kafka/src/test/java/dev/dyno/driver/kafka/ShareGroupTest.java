package dev.dyno.driver.kafka;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Share groups of a real Kafka, whose members get messages of one partition. */
@Timeout(90)
@Tag("broker")
class ShareGroupTest {

    private static final Map<String, String> SHARE = Map.of("kafka.group-type", "share");

    private static final long TEN_S = 10_000_000_000L;

    private final Destination queue = TestClient.queue();

    /** One consumer that works on one message at a time would take 20 s; the load takes two. */
    @Test
    void consumersOfOnePartitionDivideItsMessagesAndWorkOnSeveralAtOnce() {
        RunResult result = Loads.run(
                OnKafka.spec(SHARE),
                "{ producers: { to: " + queue + ", rate: 500/s, messages: 1000 }, consumers: { from: " + queue
                        + ", count: 4, ack: individual, think-time: 20ms, think-at-once: 5 },"
                        + " phases: { measure: until stopped, drain: 10s } }");
        assertCounts(result, "delivered 1_000, lost 0, duplicate 0, reordered 0");
        assertThat(result.drainNs()).isLessThan(TEN_S / 2);
        assertThat(result.conditions().orElseThrow().fairness().orElseThrow()).isGreaterThan(0.3);
        assertFacts(
                result.semantics().facts(),
                "group protocol=share; acquire mode=batch_optimized; order=none in a share group; ack wait=30s;"
                        + " deliveries at most=5");
    }

    @Test
    void everyTenthMessageIsRejectedAndComesToNobodyAgain() {
        RunResult result = Loads.run(
                OnKafka.spec(SHARE),
                "{ producers: { to: " + queue + ", rate: 500/s, messages: 500 }, consumers: { from: " + queue
                        + ", ack: individual, reject: 10% }, phases: { measure: until stopped, drain: 10s } }");
        assertCounts(result, "delivered 500, rejected 50, lost 0, duplicate 0");
    }

    /**
     * A poll brings up to 500 messages, of which a consumer works on 100 until the next one leaves. Released twice, the others would be
     * dropped.
     */
    @Test
    void consumersThatLeaveWorkOnWhatTheyHave() {
        RunResult result = Loads.run(
                OnKafka.spec(Map.of("kafka.group-type", "share", "kafka.group.share.delivery.count.limit", "2")),
                "{ producers: { to: " + queue + ", rate: 600/s, messages: 1800 }, consumers: { from: " + queue
                        + ", count: 2, ack: individual, think-time: 5ms, rotate: 500ms },"
                        + " phases: { measure: until stopped, drain: 30s } }");
        assertCounts(result, "delivered 1_800, lost 0");
    }

    /** Two of three messages stay with the first consumer, until their time is up. */
    @Test
    @Tag("nightly")
    void aMessageThatIsNotAcknowledgedInTimeComesToAnotherConsumer() throws Exception {
        Map<String, String> brief =
                Map.of("kafka.group-type", "share", "kafka.group.share.record.lock.duration.ms", "15000");
        try (TestClient holding = OnKafka.open(brief);
                TestClient taking = OnKafka.open(brief)) {
            Inbox holder = holding.consume(new ConsumerSpec(queue, AckMode.INDIVIDUAL, ReceiveMode.RECEIVE));
            OnKafka.send(holding, queue, 0, 3);
            holding.connection().start();
            long begunNs = System.nanoTime();
            holder.receive(1);
            holder.consumer().acknowledge();
            Inbox second = taking.consume(TestClient.receives(queue, AckMode.AUTO));
            taking.connection().start();
            assertThat(second.await(2)).containsExactly(1L, 2L);
            assertThat(System.nanoTime() - begunNs).isGreaterThan(14 * TEN_S / 10);
        }
    }

    @Test
    @Tag("nightly")
    void aBrokerWithoutShareGroupsIsRefusedWithWhatToDo() throws Exception {
        try (RealBroker broker = OnKafka.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.url("kafka")));
                TestClient link = OnKafka.open(broker, SHARE)) {
            FeatureUpdate off = new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
            admin.updateFeatures(Map.of("share.version", off), new UpdateFeaturesOptions())
                    .all()
                    .get();
            assertFails(
                    () -> link.consume(TestClient.receives(queue, AckMode.AUTO)),
                    "kafka.group-type: share; the broker has no share groups. It must be Kafka 4.2 or newer, with"
                            + " its feature share.version at 1 (kafka-features.sh upgrade --feature share.version=1)."
                            + " Otherwise leave kafka.group-type out");
        }
    }

    @Test
    void aSettingThatTheLibraryRefusesInShareGroupsIsNamed() throws Exception {
        try (TestClient link = OnKafka.open(Map.of("kafka.group-type", "share", "isolation.level", "read_committed"))) {
            Throwable failure = catchThrowable(() -> link.consume(TestClient.receives(queue, AckMode.AUTO)));
            assertSentence(failure, "…isolation.level…");
            assertSentence(failure, "…cannot be set when using a share group…");
        }
    }
}
