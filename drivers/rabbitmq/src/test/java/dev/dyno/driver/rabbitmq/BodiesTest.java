package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.dyno.broker.real.Loads;
import dev.dyno.driver.Destination;
import dev.dyno.tck.Fixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What another application finds in the queue after a load without consumers. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
@Tag("nightly")
class BodiesTest {

    private static final int MESSAGES = 1_000;

    @Test
    void bodiesOfAQueueDifferFromOneToTheNext() throws Exception {
        Destination queue = Fixture.queue();
        Loads.run(
                new RabbitDriver(),
                OnRabbit.node().url(),
                Map.of(),
                "{ producers: { to: " + queue + ", messages: " + MESSAGES
                        + ", max-pending: 20, message: { size: 200, compressibility: 0.5, payloads: 400 } },"
                        + " phases: { measure: until stopped } }");
        List<byte[]> bodies = new ArrayList<>();
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            for (GetResponse got = channel.basicGet(queue.name(), true);
                    got != null;
                    got = channel.basicGet(queue.name(), true)) {
                bodies.add(got.getBody());
            }
        }
        assertThat(bodies)
                .hasSize(MESSAGES)
                .allSatisfy(body -> assertThat(body).hasSize(200).endsWith(new byte[72]));
        assertThat(Loads.payloads(bodies)).hasSize(400);
    }
}
