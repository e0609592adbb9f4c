package dev.dyno.driver.nats;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** JetStream, with messages that the server pushes. */
@Tag("nightly")
class PushContractTest extends JetStreamContractTest {

    @Override
    Map<String, String> properties() {
        return Map.of("nats.jetstream", "true", "nats.consumer", "push");
    }
}
