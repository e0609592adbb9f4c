package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import java.util.Map;
import java.util.Set;

/** The contract of all drivers, on AMQP 1.0. */
class AmqpContractTest extends JmsContract {

    AmqpContractTest() {
        super(Provider.AMQP);
    }

    /** By the management messages of Artemis. */
    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.QUEUE);
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("jms.prefetchPolicy.all", "10");
    }
}
