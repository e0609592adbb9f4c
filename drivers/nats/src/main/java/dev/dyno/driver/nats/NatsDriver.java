package dev.dyno.driver.nats;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;

/** Opens NATS servers; the class that {@code driver.properties} names. */
public final class NatsDriver implements Driver {

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new NatsClient(spec, Settings.of(spec.properties()));
    }
}
