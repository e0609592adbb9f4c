package dev.dyno.driver.kafka;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A real Kafka whose queues are read by share groups, for the contract of all drivers. */
interface ShareSubject extends KafkaSubject {

    /**
     * {@inheritDoc}
     *
     * <p>The library polls no further while messages of a poll are not acknowledged, so those of a test that leaves some out must
     * come in one batch.
     */
    @Override
    default ClientSpec spec() {
        return OnKafka.spec(Map.of("kafka.group-type", "share", "linger.ms", "50"));
    }

    /** Consumers divide messages, also of one partition. */
    @Override
    default Destination freshQueueForTwo() {
        return freshQueue();
    }

    @Override
    default boolean opensConsumersLate() {
        return true;
    }

    @Override
    default Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYNC_SEND,
                Capability.QUEUES,
                Capability.LISTENER,
                Capability.RECEIVE,
                Capability.INDIVIDUAL_ACK,
                Capability.PROPERTIES,
                Capability.GROUPS,
                Capability.KEYS,
                Capability.PERSISTENCE);
    }

    @Override
    default Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of(Destination.Kind.QUEUE);
    }
}
