package dev.dyno.driver.pulsar;

import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bodies that another application reads from the topic after a load without consumers. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Tag("nightly")
class BodiesTest {

    @Test
    void bodiesOfATopicDifferFromOneToTheNext() throws Exception {
        Destination queue = Fixture.queue();
        Loads.sendBodies(
                new PulsarDriver(),
                ManagedPulsar.url(),
                ManagedPulsar.spec(Map.of()).properties(),
                queue.toString());
        List<byte[]> bodies = new ArrayList<>();
        try (PulsarClient client =
                        PulsarClient.builder().serviceUrl(ManagedPulsar.url()).build();
                Reader<byte[]> reader = client.newReader()
                        .topic(queue.name())
                        .startMessageId(MessageId.earliest)
                        .create()) {
            while (reader.hasMessageAvailable()) {
                bodies.add(reader.readNext().getData());
            }
        }
        Loads.assertBodies(bodies);
    }
}
