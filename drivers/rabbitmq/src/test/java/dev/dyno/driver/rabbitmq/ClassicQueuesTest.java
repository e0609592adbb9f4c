package dev.dyno.driver.rabbitmq;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers, with the settings that a user has who gives none. */
@Tag("broker")
class ClassicQueuesTest extends RabbitContract {

    ClassicQueuesTest() {
        super(Map.of());
    }
}
