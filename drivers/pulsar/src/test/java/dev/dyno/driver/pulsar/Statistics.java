package dev.dyno.driver.pulsar;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import java.util.Map;

/** Statistics of a topic by the broker itself, as JSON. */
final class Statistics {

    private Statistics() {}

    static String of(Destination destination, String what) throws DriverException {
        ClientSpec spec = ManagedPulsar.spec(Map.of());
        return new WebApi(PulsarSettings.of(spec))
                .ask("/admin/v2/persistent/public/default/" + destination.name() + what)
                .orElseThrow();
    }
}
