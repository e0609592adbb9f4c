package dev.dyno.driver.pulsar;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;

/** Driver of Apache Pulsar, by its own Java client. {@link PulsarSettings} lists the settings. */
public final class PulsarDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return PulsarSettings.ALL;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new NativeClient(spec, PulsarSettings.of(spec));
    }
}
