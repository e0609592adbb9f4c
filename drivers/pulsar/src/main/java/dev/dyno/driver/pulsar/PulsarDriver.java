package dev.dyno.driver.pulsar;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;

/** Apache Pulsar by its own Java client. {@link Settings} lists the settings. */
public final class PulsarDriver implements Driver {

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new NativeClient(spec, Settings.of(spec));
    }
}
