package dev.dyno.driver.openwire;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.broker.process.real.RealBrokerContract;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.tck.DriverFolder;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The contract of all drivers, on OpenWire. */
class OpenWireContractTest extends RealBrokerContract {

    static final BrokerSpec BROKER = RealBroker.quick(BrokerSpec.of("activemq")).withHeap("256m");

    OpenWireContractTest() {
        super(BROKER);
    }

    @Override
    public ClientSpec spec() {
        return DriverFolder.ofThisModule().spec(url("openwire"));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.SHARED_SUBSCRIPTIONS, Capability.FROM_EARLIEST));
    }

    /** By the statistics of the broker, which it has of destinations and not of subscriptions. */
    @Override
    public Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.QUEUE);
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("prefetchPolicy.all", "10");
    }
}
