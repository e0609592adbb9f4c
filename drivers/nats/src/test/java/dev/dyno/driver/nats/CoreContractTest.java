package dev.dyno.driver.nats;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.tck.DriverContract;
import dev.dyno.tck.JdkTime;
import dev.dyno.tck.ServerProcess;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Core NATS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CoreContractTest extends DriverContract {

    private final JdkTime time = new JdkTime();
    private @Nullable NatsServer server;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = NatsServer.start(folder);
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public Driver driver() {
        return new NatsDriver();
    }

    @Override
    public ClientSpec spec() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return new ClientSpec(server.url(), Optional.empty(), properties(), time);
    }

    @Override
    public Optional<ClientSpec> unreachable() {
        return Optional.of(
                new ClientSpec("nats://127.0.0.1:" + ServerProcess.freePort(), Optional.empty(), properties(), time));
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.TOPICS,
                Capability.SHARED_SUBSCRIPTIONS,
                Capability.LISTENER,
                Capability.RECEIVE,
                Capability.PROPERTIES);
    }

    @Override
    public boolean keepsMessages() {
        return false;
    }

    @Override
    public boolean deliversWhatCameBeforeTheStart() {
        return true;
    }
}
