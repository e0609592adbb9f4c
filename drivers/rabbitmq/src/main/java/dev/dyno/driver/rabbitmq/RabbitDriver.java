package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;

/** AMQP 0-9-1. {@link Settings} lists what can be set. */
public final class RabbitDriver implements Driver {

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        Settings settings = Settings.of(spec.properties());
        return new RabbitClient(spec, settings, Connector.of(spec, settings));
    }
}
