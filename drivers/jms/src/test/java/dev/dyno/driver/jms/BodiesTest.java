package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.real.Loads;
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

    private static final int MESSAGES = 1_000;

    @ParameterizedTest
    @EnumSource(Provider.class)
    void bodiesOfAQueueDifferFromOneToTheNext(Provider provider) throws Exception {
        String queue = "bodies-" + provider;
        String url = provider.url(broker.port());
        Loads.run(
                new JmsDriver(),
                url,
                provider.spec(url, Optional.empty(), Map.of()).properties(),
                "{ producers: { to: queue://" + queue + ", messages: " + MESSAGES
                        + ", max-pending: 20, message: { size: 200, compressibility: 0.5, payloads: 400 } },"
                        + " phases: { measure: until stopped } }");
        List<byte[]> bodies = new ArrayList<>();
        try (RawClient client = new RawClient(provider, broker)) {
            for (Message message : client.receive(queue, MESSAGES)) {
                bodies.add(message.getBody(byte[].class));
            }
        }
        assertThat(bodies).allSatisfy(body -> assertThat(body).hasSize(200).endsWith(new byte[72]));
        assertThat(Loads.payloads(bodies)).hasSize(400);
    }
}
