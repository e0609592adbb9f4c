package dev.dyno.driver.pulsarjms;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
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

/** The contract of all drivers, on Starlight for JMS. */
@Tag("broker")
@Tag("nightly")
class PulsarJmsContractTest extends DriverContract {

    /** With settings that make tests exact. */
    static final BrokerSpec SPEC = RealBroker.quick(BrokerSpec.of("pulsar"))
            .withHeap("512m")
            .withKnob("acknowledgment-at-batch-index", "true");

    /** One for all tests of the module: starting it costs seconds and a gigabyte. */
    @RegisterExtension
    static final SharedBroker PULSAR = new SharedBroker(SPEC, "pulsar-jms");

    /** Without batches, of which each is for one consumer, and with consumers that do not ask for all there is at once. */
    @Override
    public ClientSpec spec() {
        return PULSAR.spec(Map.of("producerConfig.batchingEnabled", "false", "consumerConfig.receiverQueueSize", "10"));
    }

    /** Making one of a queue only makes the subscription; the library opens it when its thread first looks for messages. */
    @Override
    public boolean opensConsumersLate() {
        return true;
    }

    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return EnumSet.allOf(Destination.Kind.class);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.TRANSACTIONS,
                Capability.SELECTORS,
                Capability.FROM_EARLIEST,
                Capability.PRIORITIES,
                Capability.GROUPS,
                Capability.KEYS,
                Capability.TIME_TO_LIVE));
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("consumerConfig.receiverQueueSize", "10");
    }
}
