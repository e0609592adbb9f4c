package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.ReceivedNumbers;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("broker")
class TransactionTest {

    private final RealBroker broker = OnKafka.shared();
    private final Destination queue = Fixture.queue();

    private Producer transacted(TestClient link) throws DriverException {
        return link.connection().createProducer(Link.sends(queue, SendMode.TRANSACTED), (token, failure) -> {});
    }

    @Test
    void whatIsNotCommittedIsAtTheBrokerButNotReceived() throws Exception {
        ReceivedNumbers committed = new ReceivedNumbers();
        ReceivedNumbers uncommitted = new ReceivedNumbers();
        try (TestClient link = Link.open(broker, Map.of());
                TestClient dirty = Link.open(
                        broker, Map.of("isolation.level", "read_uncommitted", "kafka.group", "dirty.{topic}"))) {
            link.connection().createConsumer(Fixture.receives(queue, AckMode.AUTO), committed);
            dirty.connection().createConsumer(Fixture.receives(queue, AckMode.AUTO), uncommitted);
            link.connection().start();
            dirty.connection().start();
            Producer producer = transacted(link);
            producer.send(TestClient.body(0));
            producer.send(TestClient.body(1));
            // The other group has them, so this one could.
            assertThat(uncommitted.await(2)).containsExactly(0L, 1L);
            assertThat(committed.numbers()).isEmpty();
            producer.commit();
            assertThat(committed.await(2)).containsExactly(0L, 1L);
        }
    }

    @Test
    void aTransactionWithARefusedMessageFailsAndTheNextOneDoesNot() throws Exception {
        ReceivedNumbers committed = new ReceivedNumbers();
        try (TestClient link = Link.open(broker, Map.of("kafka.topic.max.message.bytes", "1000", "batch.size", "0"))) {
            Producer producer = transacted(link);
            producer.send(TestClient.body(0));
            producer.send(ByteBuffer.allocate(2_000));
            assertThatThrownBy(producer::commit)
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot commit what was sent to " + queue.name() + ": ");
            producer.send(TestClient.body(1));
            producer.commit();
            link.connection().createConsumer(Fixture.receives(queue, AckMode.AUTO), committed);
            link.connection().start();
            assertThat(committed.await(1)).containsExactly(1L);
            assertThat(link.failures()).isEmpty();
        }
    }

    @Test
    void aCommitOfNothingIsNothing() throws Exception {
        try (TestClient link = Link.open(broker, Map.of())) {
            Producer producer = transacted(link);
            producer.commit();
            producer.send(TestClient.body(0));
            producer.commit();
            producer.commit();
            assertThat(Raw.read(broker, queue, 1)).hasSize(1);
        }
    }
}
