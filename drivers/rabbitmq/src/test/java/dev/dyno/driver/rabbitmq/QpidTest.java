package dev.dyno.driver.rabbitmq;

import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.real.RealBroker;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.tck.DriverContract;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all drivers, on Qpid Broker-J. */
class QpidTest extends DriverContract {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker qpid;

    @BeforeAll
    static void start() {
        qpid = RealBroker.start(BrokerSpec.of("qpid")
                .withHeap("256m")
                .withKnob("store", "Memory")
                .withKnob("user", "guest")
                .withKnob("password", "guest"));
    }

    @AfterAll
    static void stop() {
        if (qpid != null) {
            qpid.close();
        }
    }

    @Override
    public Driver driver() {
        return new RabbitDriver();
    }

    @Override
    public ClientSpec spec() {
        return Tests.client(qpid.url("rabbitmq"), Map.of("rabbitmq.prefetch", "10"));
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(Tests.unreachable());
    }

    /** To poll for one message after the other takes its time there. */
    @Override
    public int manyMessages() {
        return 2_000;
    }

    @Override
    public Set<Capability> capabilities() {
        return Tests.allBut(Capability.SELECTORS, Capability.GROUPS, Capability.PRIORITIES);
    }
}
