package dev.dyno.driver.rabbitmq;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.tck.DriverContract;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of all drivers, on Qpid Broker-J. */
class QpidTest extends DriverContract {

    private static @Nullable QpidNode node;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(
                System.getProperty(QpidNode.LIB) != null,
                "its jars are not given: -D" + QpidNode.LIB + "=FOLDER of Qpid Broker-J");
        node = new QpidNode();
    }

    @AfterAll
    static void stop() throws IOException {
        if (node != null) {
            node.close();
        }
    }

    @Override
    public Driver driver() {
        return new RabbitDriver();
    }

    @Override
    public ClientSpec spec() {
        return Tests.client(java.util.Objects.requireNonNull(node).url(), Map.of("rabbitmq.prefetch", "10"));
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
