package dev.dyno.driver.mqtt;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;

/** Opens MQTT brokers; the class that {@code driver.properties} names. */
public final class MqttDriver implements Driver {

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new MqttBroker(Settings.of(spec.properties()), Address.of(spec.url()), spec.credentials(), spec.time());
    }
}
