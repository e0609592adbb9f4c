package dev.dyno.driver.kafka;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.ContractSubject;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A real Kafka, for the contract of all drivers. */
@Tag("broker")
@Timeout(120)
interface KafkaSubject extends ContractSubject {

    @Override
    default ClientSpec spec() {
        return OnKafka.spec(Map.of("kafka.key", "sequence"));
    }

    /** Consumers divide partitions, not messages. */
    @Override
    default Destination freshQueueForTwo() {
        Destination queue = freshQueue();
        try (Client client = driver().open(OnKafka.spec(Map.of("kafka.partitions", "2")))) {
            client.prepare(List.of(queue));
        } catch (DriverException e) {
            throw new IllegalStateException(e);
        }
        return queue;
    }

    @Override
    default boolean openTransactionsHoldBackOthers() {
        return true;
    }

    @Override
    default Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(
                Capability.INDIVIDUAL_ACK,
                Capability.SELECTORS,
                Capability.PRIORITIES,
                Capability.TIME_TO_LIVE,
                Capability.TEXT_BODIES));
    }

    @Override
    default boolean remove(Destination queue) throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", OnKafka.shared().url("kafka")))) {
            admin.deleteTopics(List.of(queue.name())).all().get();
        }
        return true;
    }

    @Override
    default Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.values());
    }
}
