package dev.dyno.driver.mqtt;

import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.real.RealBroker;

/** A mosquitto that drops nothing and keeps nothing on disk. */
final class Mosquitto {

    static final BrokerSpec SPEC =
            BrokerSpec.of("mosquitto").withKnob("max-queued", "0").withKnob("max-inflight", "200");

    private Mosquitto() {}

    static RealBroker start() {
        return RealBroker.start(SPEC);
    }
}
