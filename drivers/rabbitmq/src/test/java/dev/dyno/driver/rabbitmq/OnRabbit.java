package dev.dyno.driver.rabbitmq;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One RabbitMQ for all test classes that want it, started by the first and stopped after the last. */
final class OnRabbit implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile RabbitNode node;

    static RabbitNode node() {
        return node;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        node = new RabbitNode(RealBroker.shared(context, BrokerSpec.of("rabbitmq")));
    }
}
