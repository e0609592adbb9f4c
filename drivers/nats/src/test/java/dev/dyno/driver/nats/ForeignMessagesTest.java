package dev.dyno.driver.nats;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Destination;
import dev.dyno.engine.run.Loads;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that another application has put into a stream. */
@Tag("broker")
class ForeignMessagesTest {

    private static final int MESSAGES = 1_000;
    private static final int BYTES = 200;

    @Test
    void aStreamIsReadFromItsFirstMessageWithTheTimesOfTheBroker() throws Exception {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats"))) {
            Connection connection = Nats.connect(server.url("nats"));
            try {
                connection
                        .jetStreamManagement()
                        .addStream(StreamConfiguration.builder()
                                .name("weather")
                                .subjects("weather.>")
                                .build());
                JetStream stream = connection.jetStream();
                for (int i = 0; i < MESSAGES; i++) {
                    stream.publish("weather.rome", new byte[BYTES]);
                }
            } finally {
                connection.close();
            }
            Loads.assertForeign(
                    Loads.receive(
                            new NatsDriver(),
                            server.url("nats"),
                            Map.of("nats.jetstream", "true"),
                            Destination.parse("topic://weather.rome"),
                            MESSAGES),
                    MESSAGES,
                    BYTES,
                    Optional.of("the time of the message in its stream, set by the broker"));
        }
    }
}
