package dev.dyno.driver.rabbitmqjms;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One RabbitMQ for all test classes that want it, started by the first and stopped after the last. */
final class OnRabbit implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile RealBroker broker;

    static String url() {
        return broker.url("rabbitmq-jms");
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        broker = RealBroker.shared(context, BrokerSpec.of("rabbitmq"));
    }
}
