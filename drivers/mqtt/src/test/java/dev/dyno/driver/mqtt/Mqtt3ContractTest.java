package dev.dyno.driver.mqtt;

import dev.dyno.driver.Capability;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** MQTT 3.1.1 at QoS 1. */
class Mqtt3ContractTest extends Mqtt5ContractTest {

    @Override
    Map<String, String> properties() {
        return Map.of("mqtt.version", "3");
    }

    @Override
    public Set<Capability> capabilities() {
        EnumSet<Capability> capabilities = EnumSet.copyOf(super.capabilities());
        capabilities.remove(Capability.PROPERTIES);
        capabilities.remove(Capability.TIME_TO_LIVE);
        return capabilities;
    }
}
