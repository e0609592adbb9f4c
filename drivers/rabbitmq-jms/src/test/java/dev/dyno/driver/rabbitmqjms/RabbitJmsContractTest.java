package dev.dyno.driver.rabbitmqjms;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of all drivers, on RabbitMQ's JMS client. */
@Tag("broker")
@Tag("nightly")
class RabbitJmsContractTest extends DriverContract {

    @RegisterExtension
    static final SharedBroker RABBIT = new SharedBroker(BrokerSpec.of("rabbitmq"), "rabbitmq-jms");

    @Override
    public ClientSpec spec() {
        return RABBIT.spec(Map.of());
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.PRIORITIES,
                Capability.GROUPS,
                Capability.KEYS,
                Capability.SELECTORS,
                Capability.FROM_EARLIEST,
                Capability.SHARED_SUBSCRIPTIONS));
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        try (Connection aside = aside()) {
            aside.createChannel().queueDelete(queue.name());
        }
        return true;
    }

    /** A connection without the driver. */
    static Connection aside() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(RABBIT.url());
        return factory.newConnection();
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("channelsQos", "10");
    }
}
