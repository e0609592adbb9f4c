package dev.dyno.driver.rabbitmqjms;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerLauncher.Availability;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.ManagedBroker;
import dev.dyno.broker.Recipes;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One RabbitMQ for all test classes that want it, started by the first and stopped after the last. */
final class OnRabbit implements BeforeAllCallback {

    private static final Path HOME = Path.of("../../target/dyno");

    private static volatile String url = "";

    static String url() {
        return url;
    }

    /** @param knobs names and values in turn */
    static ManagedBroker start(String... knobs) throws BrokerException, InterruptedException {
        BrokerSpec spec = BrokerSpec.of("rabbitmq");
        for (int i = 0; i < knobs.length; i += 2) {
            spec = spec.withKnob(knobs[i], knobs[i + 1]);
        }
        return new BrokerLauncher(HOME).start(spec);
    }

    static void assumeInstalled() throws BrokerException {
        Availability availability =
                new BrokerLauncher(HOME).availability(Recipes.in(HOME).find("rabbitmq"));
        assumeTrue(availability == Availability.INSTALLED, "rabbitmq-server is not installed");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws BrokerException {
        assumeInstalled();
        url = context.getRoot()
                .getStore(Namespace.create(OnRabbit.class))
                .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class)
                .url;
    }

    private static final class Running implements AutoCloseable {

        private final ManagedBroker broker;
        private final String url;

        Running() {
            try {
                broker = start();
                url = broker.url("rabbitmq-jms");
            } catch (BrokerException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws BrokerException {
            broker.close();
        }
    }
}
