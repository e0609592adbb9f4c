package dev.dyno.driver.tck;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Causes;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Description of a driver by its module, so that the contract can be run on it. */
public interface ContractSubject {

    /** By default that of the folder which the module ships. */
    default Driver driver() {
        return DriverFolder.ofThisModule().driver();
    }

    /** A running broker. The contract waits on its {@link ClientSpec#time}. */
    ClientSpec spec();

    /** Properties with which library and broker let a consumer have few messages at a time. */
    default Map<String, String> smallWindow() {
        return Map.of();
    }

    /** An address where no broker answers, by default another port; empty if the driver has no such thing. */
    default Optional<ClientSpec> unreachable() {
        ClientSpec there = spec();
        String nowhere = there.url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + FreePort.find());
        return Optional.of(new ClientSpec(nowhere, there.credentials(), there.properties(), there.time()));
    }

    /** Advice in the sentence for an address where no broker answers. */
    default String adviceOfUnreachable() {
        return "; " + Causes.NOT_LISTENING;
    }

    /** Exactly what {@link dev.dyno.driver.Client#capabilities} is to declare, so that no test is skipped by mistake. */
    Set<Capability> capabilities();

    /** Whether its asynchronous producers say {@link dev.dyno.driver.Producer#sendsAfterCompletions}. */
    default boolean sendsAfterCompletions() {
        return false;
    }

    /** An unused queue. */
    default Destination freshQueue() {
        return new Destination(Destination.Kind.QUEUE, "contract-" + UUID.randomUUID());
    }

    /** An unused queue of which two consumers get messages as soon as a hundred have been sent. */
    default Destination freshQueueForTwo() {
        return freshQueue();
    }

    /**
     * Whether the library opens a consumer of a queue some time after its connection has been started, so that others get all
     * until then.
     */
    default boolean opensConsumersLate() {
        return false;
    }

    /** An unused topic. */
    default Destination freshTopic() {
        return new Destination(Destination.Kind.TOPIC, "contract-" + UUID.randomUUID());
    }

    /** Longest wait for an expected event. */
    default Duration patience() {
        return Duration.ofSeconds(20);
    }

    /** Whether a queue keeps messages while it has no consumer on a started connection. */
    default boolean keepsMessages() {
        return true;
    }

    /**
     * Whether a consumer gets the messages that were sent after its creation and before the start of its connection; even where
     * brokers keep nothing, most client libraries have requested and hold them.
     */
    default boolean deliversWhatCameBeforeTheStart() {
        return true;
    }

    /** Whether a subscription can be shared and durable. */
    default boolean sharesDurably() {
        return true;
    }

    /** Whether messages behind those of an open transaction wait for its end. */
    default boolean openTransactionsHoldBackOthers() {
        return false;
    }

    /** Whether messages of a transaction come in the order in which they were sent; otherwise in any. */
    default boolean transactionsKeepOrder() {
        return true;
    }

    /** Destinations of which {@link dev.dyno.driver.Consumer#messagesLeft} is known; for others it must be empty. */
    default Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of();
    }

    /** Whether that number counts messages; otherwise it counts something that holds one or more of them, like batches. */
    default boolean countsMessagesLeftExactly() {
        return true;
    }

    /** Removes a queue together with its consumers, as an administrator of the broker may; false where that is not possible. */
    default boolean remove(Destination queue) throws Exception {
        return false;
    }

    /** Number of messages in tests of many: as many as the broker takes at once. */
    default int manyMessages() {
        return 10_000;
    }
}
