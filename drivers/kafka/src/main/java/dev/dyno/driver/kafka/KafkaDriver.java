package dev.dyno.driver.kafka;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;

/** Driver for Apache Kafka. {@link KafkaSettings} lists the settings. */
public final class KafkaDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return KafkaSettings.ALL;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new KafkaClient(KafkaSettings.of(spec), spec.time());
    }
}
