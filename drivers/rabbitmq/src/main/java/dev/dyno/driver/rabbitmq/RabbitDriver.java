package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.SettingValues;
import java.util.Map;

/** Driver of AMQP 0-9-1. {@link RabbitSettings} lists the settings. */
public final class RabbitDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return RabbitSettings.ALL;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        SettingValues settings = RabbitSettings.read(spec.properties());
        return new RabbitClient(spec, settings, Connector.of(spec, settings));
    }
}
