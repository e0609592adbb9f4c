package dev.dyno.driver.rabbitmq;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers, on quorum queues. */
@Tag("nightly")
class QuorumQueuesTest extends RabbitContract {

    QuorumQueuesTest() {
        super(Map.of("rabbitmq.queue.type", "quorum"));
    }

    @Override
    public int manyMessages() {
        return 2_000;
    }
}
