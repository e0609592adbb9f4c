package dev.dyno.driver.nats;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Destination;
import io.nats.client.Connection;
import io.nats.client.Nats;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** JetStream, with streams in files. */
@SuppressWarnings("try") // The library's close may be interrupted.
class JetStreamContractTest extends CoreContractTest {

    @Override
    Map<String, String> properties() {
        return Map.of("nats.jetstream", "true");
    }

    @Override
    public Set<Capability> capabilities() {
        EnumSet<Capability> capabilities = EnumSet.copyOf(super.capabilities());
        capabilities.addAll(Set.of(
                Capability.DURABLE_SUBSCRIPTIONS,
                Capability.FROM_EARLIEST,
                Capability.CLIENT_ACK,
                Capability.INDIVIDUAL_ACK,
                Capability.PERSISTENCE));
        return capabilities;
    }

    @Override
    public boolean remove(Destination queue) throws Exception {
        try (Connection aside = Nats.connect(url("nats"))) {
            return aside.jetStreamManagement().deleteStream(Names.plain(Names.subject(queue)));
        }
    }

    @Override
    public boolean keepsMessages() {
        return true;
    }

    @Override
    public Map<String, String> smallWindow() {
        return Map.of("nats.max-ack-pending", "10");
    }
}
