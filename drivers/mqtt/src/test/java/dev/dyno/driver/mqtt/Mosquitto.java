package dev.dyno.driver.mqtt;

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
}
