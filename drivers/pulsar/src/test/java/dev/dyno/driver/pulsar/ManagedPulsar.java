package dev.dyno.driver.pulsar;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.ManagedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.tck.DriverFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One Pulsar for all tests of the module: starting it costs seconds and a gigabyte. It ends with the last of them. */
final class ManagedPulsar implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile Running running;

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(Namespace.create(ManagedPulsar.class))
                .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
    }

    /** That broker, with its own settings that make tests exact. */
    static BrokerSpec broker() {
        return BrokerSpec.of("pulsar").withHeap("512m").withKnob("acknowledgment-at-batch-index", "true");
    }

    static BrokerLauncher launcher() {
        return new BrokerLauncher(Path.of("../../target/dyno"));
    }

    static String url() {
        return running.url;
    }

    static ClientSpec spec(Map<String, String> properties) {
        return DriverFolder.ofThisModule().spec(url(), Optional.empty(), properties);
    }

    private static final class Running implements AutoCloseable {

        private final ManagedBroker managed;
        private final String url;

        Running() {
            try {
                managed = launcher().start(broker());
                url = managed.url("pulsar");
            } catch (BrokerException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws BrokerException {
            managed.close();
        }
    }
}
