package dev.dyno.driver.nats;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.LeavingConsumer;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Core NATS sends each message once. */
@Tag("broker")
class LeavingTest {

    private static TestClient client(RealBroker server) throws DriverException {
        return new TestClient(new NatsDriver(), TestClient.spec(server.url("nats"), Map.of()));
    }

    @Test
    void whatHasArrivedAtAConsumerThatLeavesIsDelivered() throws DriverException {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats"));
                TestClient leaving = client(server);
                TestClient staying = client(server);
                TestClient sending = client(server)) {
            LeavingConsumer.takesWhatHasArrived(leaving, staying, sending);
        }
    }
}
