package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
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

    @Test
    void bodiesOfAQueueDifferFromOneToTheNext() throws Exception {
        Destination queue = Fixture.queue();
        Loads.sendBodies(new RabbitDriver(), OnRabbit.node().url(), Map.of(), queue.toString());
        List<byte[]> bodies = new ArrayList<>();
        try (Connection connection = OnRabbit.node().connect();
                Channel channel = connection.createChannel()) {
            for (GetResponse got = channel.basicGet(queue.name(), true);
                    got != null;
                    got = channel.basicGet(queue.name(), true)) {
                bodies.add(got.getBody());
            }
        }
        Loads.assertBodies(bodies);
    }
}
