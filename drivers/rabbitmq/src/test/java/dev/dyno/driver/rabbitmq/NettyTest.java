package dev.dyno.driver.rabbitmq;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The contract of all drivers, with an event loop between the producer and the socket, and few acknowledgements. */
@Tag("nightly")
class NettyTest extends RabbitContract {

    NettyTest() {
        super(Map.of("rabbitmq.io", "netty", "rabbitmq.multi-ack", "50"));
    }

    @Override
    public int manyMessages() {
        return 3_000;
    }
}
