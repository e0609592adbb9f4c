package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of all drivers, on RabbitMQ. */
@ExtendWith(OnRabbit.class)
abstract class RabbitContract extends DriverContract {

    private final Map<String, String> properties;

    RabbitContract(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public ClientSpec spec() {
        return Tests.client(OnRabbit.node().url(), properties);
    }

    @Override
    public Set<Capability> capabilities() {
        return Tests.allBut(Capability.SELECTORS, Capability.GROUPS, Capability.KEYS, Capability.PRIORITIES);
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        try (Connection aside = OnRabbit.node().connect()) {
            aside.createChannel().queueDelete(queue.name());
        }
        return true;
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("rabbitmq.prefetch", "10");
    }
}
