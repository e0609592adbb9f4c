package dev.dyno.driver.rabbitmq;

import org.junit.jupiter.api.Tag;

/** The same with an event loop between the producer and the socket. */
@Tag("nightly")
class NettyFailureTest extends FailureTest {

    @Override
    String io() {
        return "netty";
    }
}
