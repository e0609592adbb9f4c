package dev.dyno.driver.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;

/** A mosquitto that drops nothing and keeps nothing on disk. */
final class Mosquitto {

    static final BrokerSpec SPEC = of("mosquitto");

    private Mosquitto() {}

    static BrokerSpec of(String nameAndVersion) {
        return BrokerSpec.of(nameAndVersion).withKnob("max-queued", "0").withKnob("max-inflight", "200");
    }

    static RealBroker start() {
        return RealBroker.start(SPEC);
    }

    /** A client of MQTT 5 without the driver. */
    static Mqtt5BlockingClient client(RealBroker broker) {
        Mqtt5BlockingClient client = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .buildBlocking();
        client.connect();
        return client;
    }
}
