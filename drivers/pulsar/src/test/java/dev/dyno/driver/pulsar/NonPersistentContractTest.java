package dev.dyno.driver.pulsar;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.DriverContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of all drivers, on non-persistent topics: only consumers connected when a message is sent get it. */
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Tag("nightly")
class NonPersistentContractTest extends DriverContract {

    /** Without batches, because all messages of a batch go to one consumer. */
    @Override
    public ClientSpec spec() {
        return ManagedPulsar.spec(Map.of("pulsar.non-persistent", "true", "batchingEnabled", "false"));
    }

    /** Fits into the 64 KiB that the broker holds for a connection that is slow to read, and is less than a consumer asks for. */
    @Override
    public int manyMessages() {
        return 200;
    }

    /** The broker drops them: all together are more than that. {@link PulsarTest} sends them one by one. */
    @Override
    public Stream<DynamicTest> bodiesOfEverySizeArriveWhole() {
        return Stream.of();
    }

    @Override
    public boolean sendsAfterCompletions() {
        return true;
    }

    @Override
    public boolean keepsMessages() {
        return false;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.TOPICS,
                Capability.SHARED_SUBSCRIPTIONS,
                Capability.LISTENER,
                Capability.RECEIVE,
                Capability.PROPERTIES,
                Capability.KEYS);
    }
}
