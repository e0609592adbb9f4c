package dev.dyno.driver.pulsar;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.ContractSubject;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Persistent topics, on which the contract of all drivers is tried. */
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Timeout(120)
interface PulsarSubject extends ContractSubject {

    /** With small batches: the broker gives a batch to one consumer, and up to twenty of them before it turns to the next. */
    @Override
    default ClientSpec spec() {
        return ManagedPulsar.spec(Map.of("batchingMaxMessages", "2"));
    }

    @Override
    default boolean sendsAfterCompletions() {
        return true;
    }

    @Override
    default Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.TRANSACTIONS,
                Capability.SELECTORS,
                Capability.PRIORITIES,
                Capability.GROUPS,
                Capability.TIME_TO_LIVE,
                Capability.TEXT_BODIES));
    }

    @Override
    default boolean remove(Destination queue) throws Exception {
        ManagedPulsar.remove(queue);
        return true;
    }

    @Override
    default Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }

    /** A batch counts as one. */
    @Override
    default boolean countsMessagesLeftExactly() {
        return false;
    }

    @Override
    default Map<String, String> smallWindow() {
        return Map.of("receiverQueueSize", "10");
    }
}
