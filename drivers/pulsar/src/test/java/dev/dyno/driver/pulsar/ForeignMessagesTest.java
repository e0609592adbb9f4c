package dev.dyno.driver.pulsar;

import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import java.util.Map;
import java.util.Optional;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Messages that another application has sent to a topic. */
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Tag("nightly")
class ForeignMessagesTest {

    private static final int MESSAGES = 1_000;
    private static final int BYTES = 200;

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // What was not sent would be missed.
    void aTopicIsReadFromItsEarliestMessage() throws Exception {
        Destination topic = Fixture.topic();
        try (PulsarClient client =
                PulsarClient.builder().serviceUrl(ManagedPulsar.url()).build()) {
            // Keeps what is sent.
            client.newConsumer()
                    .topic(topic.name())
                    .subscriptionName("archive")
                    .subscribe()
                    .close();
            try (Producer<byte[]> producer =
                    client.newProducer().topic(topic.name()).create()) {
                for (int i = 0; i < MESSAGES; i++) {
                    producer.sendAsync(new byte[BYTES]);
                }
                producer.flush();
            }
        }
        Loads.assertForeign(
                Loads.receive(new PulsarDriver(), ManagedPulsar.url(), Map.of(), topic, MESSAGES),
                MESSAGES,
                BYTES,
                Optional.of("the publish time, set by the producer"));
    }
}
