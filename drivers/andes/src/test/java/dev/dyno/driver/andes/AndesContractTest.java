package dev.dyno.driver.andes;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverFolder;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers on a real Andes, but for what that broker does in its own way. */
@Tag("nightly")
class AndesContractTest extends RealBrokerContract {

    AndesContractTest() {
        // By itself it waits 2 s for further messages before it delivers one, and 10 s before the first one.
        super(RealBroker.quick(BrokerSpec.of("andes"))
                .withHeap("512m")
                .withKnob("store", "memory")
                .withKnob("slot-accumulation-ms", "20")
                .withKnob("slot-submit-delay-ms", "20"));
    }

    @Override
    public ClientSpec spec() {
        return DriverFolder.ofThisModule().spec(url("andes"));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.SHARED_SUBSCRIPTIONS,
                Capability.INDIVIDUAL_ACK,
                Capability.FROM_EARLIEST,
                Capability.PRIORITIES,
                Capability.GROUPS,
                Capability.KEYS,
                Capability.TEXT_BODIES));
    }

    /** Andes refuses a topic whose name has anything but letters, digits and dots. */
    @Override
    public Destination freshTopic() {
        return new Destination(
                Destination.Kind.TOPIC,
                "contract." + UUID.randomUUID().toString().replace("-", ""));
    }

    /** It delivers some hundreds a second. */
    @Override
    public int manyMessages() {
        return 2_000;
    }

    /** The first message of a transaction may come after the others. */
    @Override
    public boolean transactionsKeepOrder() {
        return false;
    }
}
