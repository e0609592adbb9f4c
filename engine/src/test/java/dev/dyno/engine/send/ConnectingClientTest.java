package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.engine.run.Overriding;
import dev.dyno.engine.run.ScriptedDriver;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectingClientTest {

    private final ScriptedDriver driver = new ScriptedDriver();
    private final AtomicInteger closed = new AtomicInteger();

    /** At the end of a run a producer whose call blocks is given up, and its connection is closed. */
    @Test
    void aConnectionThatIsOpenOnlyAfterTheCloseIsClosedToo() throws DriverException {
        ClientConnection connections = new ConnectingClient(countingCloses()).connect(spec());
        Destination queue = Destination.parse("queue://Q");
        MessageTemplate message = MessageTemplate.plain(SizeDistribution.fixed(100));
        ProducerGroup group = ProducerGroup.of(List.of(queue), message, parts -> {});
        Producer producer = connections.createProducer(EndpointSpecs.producer(group, queue), (token, cause) -> {});
        producer.send(ByteBuffer.allocate(0));
        assertThat(closed).hasValue(0);

        driver.connect = connections::close;
        producer.send(ByteBuffer.allocate(0));
        assertThat(closed).hasValue(2);
    }

    private Client countingCloses() {
        Client client = driver.open(new ClientSpec("scripted", Optional.empty(), Map.of(), new SystemTime()));
        return Overriding.method(
                Client.class,
                client,
                "connect",
                arguments -> Overriding.method(
                        ClientConnection.class,
                        client.connect((ConnectionSpec) arguments[0]),
                        "close",
                        none -> closed.incrementAndGet()));
    }

    private static ConnectionSpec spec() {
        return new ConnectionSpec(Optional.empty(), failure -> {});
    }
}
