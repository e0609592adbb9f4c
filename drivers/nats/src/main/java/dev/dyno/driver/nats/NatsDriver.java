package dev.dyno.driver.nats;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;

/** Driver for NATS. {@link NatsSettings} lists the settings. */
public final class NatsDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return NatsSettings.ALL;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new NatsClient(spec, NatsSettings.ALL.read(spec.properties()));
    }
}
