package dev.dyno.driver.mqtt;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.DebianImage;
import org.junit.jupiter.api.Tag;

/** The contract on the Mosquitto of the next Debian, in a container. */
@Tag("nightly")
class NewestMosquittoTest extends Mqtt5ContractTest {

    @Override
    protected BrokerSpec wanted() {
        DebianImage.require("localhost/eclipse-mosquitto:2.1", "testing", "mosquitto");
        return Mosquitto.of("mosquitto:2.1");
    }
}
