package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import dev.dyno.engine.run.Loads;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that another application has sent to a queue. */
@Timeout(60)
@Tag("broker")
class ForeignMessagesTest extends OnArtemis {

    private static final int MESSAGES = 1_000;

    @ParameterizedTest
    @EnumSource(Provider.class)
    void messagesOfAnotherApplicationAreTimedByTheirTimestamp(Provider provider) throws Exception {
        Destination queue = Destination.parse("queue://foreign-" + provider);
        try (RawClient client = new RawClient(provider, broker)) {
            client.sendText(queue.name(), "21.5 degrees", MESSAGES);
        }
        String url = provider.url(broker.port());
        Loads.assertForeign(
                Loads.receive(
                        new JmsDriver(),
                        url,
                        provider.spec(url, Optional.empty(), Map.of()).properties(),
                        queue,
                        MESSAGES),
                MESSAGES,
                "21.5 degrees".length(),
                Optional.of("JMSTimestamp, set by the producer"));
    }
}
