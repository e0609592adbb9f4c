package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of all drivers, on RabbitMQ. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
abstract class RabbitContract extends DriverContract {

    private final Map<String, String> properties;

    RabbitContract(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public ClientSpec spec() {
        return OnRabbit.spec(properties);
    }

    @Override
    public Set<Capability> capabilities() {
        return allBut(Capability.SELECTORS, Capability.GROUPS, Capability.KEYS, Capability.PRIORITIES);
    }

    /** Capabilities of queues, without some. */
    static Set<Capability> allBut(Capability... without) {
        Set<Capability> capabilities = EnumSet.complementOf(EnumSet.of(Capability.FROM_EARLIEST));
        capabilities.removeAll(Set.of(without));
        return capabilities;
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        OnRabbit.channel(channel -> channel.queueDelete(queue.name()));
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
