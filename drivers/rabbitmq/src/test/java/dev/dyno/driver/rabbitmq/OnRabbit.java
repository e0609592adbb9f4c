package dev.dyno.driver.rabbitmq;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One RabbitMQ for all test classes that want it, started by the first and stopped after the last. */
final class OnRabbit implements BeforeAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(OnRabbit.class);

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile RabbitNode node;

    static RabbitNode node() {
        return node;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(RabbitNode.class, key -> start());
    }

    private static RabbitNode start() {
        node = new RabbitNode();
        return node;
    }
}
