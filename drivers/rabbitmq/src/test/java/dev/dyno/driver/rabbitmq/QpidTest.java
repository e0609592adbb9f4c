package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of all drivers, on Qpid Broker-J. */
@Tag("nightly")
class QpidTest extends RealBrokerContract {

    QpidTest() {
        super(RealBroker.quick(BrokerSpec.of("qpid"))
                .withHeap("256m")
                .withKnob("store", "Memory")
                .withKnob("user", "guest")
                .withKnob("password", "guest"));
    }

    @Override
    public ClientSpec spec() {
        return TestClient.spec(url("rabbitmq"), Map.of("rabbitmq.prefetch", "10"));
    }

    @Test
    void rejectedMessagesAreLackedOnceTheBrokerIsKnown() throws Exception {
        try (TestClient client = new TestClient(spec())) {
            assertThat(client.client().lacksReject()).get(STRING).endsWith(", which delivers them again; leave it out");
        }
    }

    /** To poll for one message after the other takes its time there. */
    @Override
    public int manyMessages() {
        return 2_000;
    }

    @Override
    public Set<Capability> capabilities() {
        return RabbitContract.allBut(Capability.SELECTORS, Capability.GROUPS, Capability.KEYS, Capability.PRIORITIES);
    }
}
