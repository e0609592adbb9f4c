package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.JdkTime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plain specs, to be changed in one thing each. */
final class Tests {

    private Tests() {}

    static ClientSpec client(String url, Map<String, String> properties) {
        return new ClientSpec(url, Optional.empty(), properties, new JdkTime());
    }

    /** @param settings names and values in turn */
    static Map<String, String> properties(String... settings) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        return properties;
    }

    /**
     * On the shared broker.
     *
     * @param settings names and values in turn
     */
    static Fixture fixture(String... settings) throws DriverException {
        return fixture(client(OnRabbit.node().url(), properties(settings)));
    }

    static Fixture fixture(ClientSpec spec) throws DriverException {
        return new Fixture(new RabbitDriver(), spec);
    }

    /** Capabilities of queues, without some. */
    static Set<Capability> allBut(Capability... without) {
        Set<Capability> capabilities = EnumSet.complementOf(EnumSet.of(Capability.FROM_EARLIEST));
        capabilities.removeAll(Set.of(without));
        return capabilities;
    }
}
