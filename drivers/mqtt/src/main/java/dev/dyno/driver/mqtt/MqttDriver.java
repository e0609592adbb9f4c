package dev.dyno.driver.mqtt;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;

/** Driver for MQTT. {@link MqttSettings} lists the settings. */
public final class MqttDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return MqttSettings.ALL;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        Address address = Address.of(spec.url());
        return new MqttBroker(
                MqttSettings.read(spec.properties()),
                address,
                spec.credentials().or(address::credentials),
                spec.time());
    }
}
