package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import java.util.Map;
import java.util.Set;

/** The contract of all drivers, on Artemis CORE. */
class CoreContractTest extends JmsContract {

    CoreContractTest() {
        super(Provider.CORE);
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }

    /** A consumer's first credits are on their way to the broker while messages already go to the others. */
    @Override
    public boolean opensConsumersLate() {
        return true;
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("consumerWindowSize", "2000");
    }
}
