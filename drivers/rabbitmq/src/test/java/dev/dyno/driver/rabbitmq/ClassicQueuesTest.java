package dev.dyno.driver.rabbitmq;

import java.util.Map;

/** The contract of all drivers, with the settings that a user has who gives none. */
class ClassicQueuesTest extends RabbitContract {

    ClassicQueuesTest() {
        super(Map.of());
    }
}
