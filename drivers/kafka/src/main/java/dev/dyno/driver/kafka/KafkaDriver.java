package dev.dyno.driver.kafka;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;

/** Apache Kafka. {@link Settings} lists the settings. */
public final class KafkaDriver implements Driver {

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        return new KafkaClient(Settings.of(spec), spec.time());
    }
}
