package dev.dyno.driver.pulsar;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of all drivers, on persistent topics. */
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class PulsarContractTest extends DriverContract {

    @Override
    public Driver driver() {
        return new PulsarDriver();
    }

    /** With small batches: the broker gives a batch to one consumer, and up to twenty of them before it turns to the next. */
    @Override
    public ClientSpec spec() {
        return ManagedPulsar.spec(Map.of("batchingMaxMessages", "2"));
    }

    @Override
    public boolean sendsAfterCompletions() {
        return true;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.TRANSACTIONS,
                Capability.SELECTORS,
                Capability.PRIORITIES,
                Capability.GROUPS,
                Capability.TIME_TO_LIVE,
                Capability.TEXT_BODIES));
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        String path = "/admin/v2/persistent/public/default/" + queue.name() + "?force=true";
        new WebApi(PulsarSettings.of(ManagedPulsar.spec(Map.of())))
                .change("DELETE", path, "", "cannot remove", "it is");
        return true;
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }

    /** A batch counts as one. */
    @Override
    public boolean countsMessagesLeftExactly() {
        return false;
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("receiverQueueSize", "10");
    }
}
