package dev.dyno.driver.jms;

import dev.dyno.engine.run.Loads;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What another application finds in the queue after a load without consumers. */
@Timeout(60)
@Tag("broker")
@Tag("nightly")
class BodiesTest extends OnArtemis {

    @ParameterizedTest
    @EnumSource(Provider.class)
    void bodiesOfAQueueDifferFromOneToTheNext(Provider provider) throws Exception {
        String queue = "bodies-" + provider;
        String url = provider.url(broker.port());
        Loads.sendBodies(
                new JmsDriver(),
                url,
                provider.spec(url, Optional.empty(), Map.of()).properties(),
                "queue://" + queue);
        List<byte[]> bodies = new ArrayList<>();
        try (RawClient client = new RawClient(provider, broker)) {
            for (Message message : client.receive(queue, Loads.MESSAGES)) {
                bodies.add(message.getBody(byte[].class));
            }
        }
        Loads.assertBodies(bodies);
    }
}
