package dev.dyno.workfile;

import dev.dyno.driver.AckMode;
import dev.dyno.yaml.YamlMap;
import java.util.Optional;

/** Artemis. Its acknowledgements are gathered up to a size, as JMS does it in mode DUPS_OK. */
final class OmbArtemis extends OmbBroker {

    OmbArtemis(YamlMap root) {
        super(root);
    }

    @Override
    void read() {
        driver = "artemis";
        url = root.text("brokerAddress");
        decide("confirmationWindowSize", "1048576");
        decideOneConnection();
        decide(parts -> {
            parts.timestamps = true;
            parts.keys = false;
            parts.ack = Optional.of(AckMode.DUPS_OK);
            parts.topicPrefix = Optional.of("test");
        });
    }
}
