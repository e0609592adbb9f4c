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

/** Description of the driver under test, by which its module adapts the contract. */
public interface ContractSubject {

    /** The driver under test; by default the one in the folder that the module ships. */
    default Driver driver() {
        return DriverFolder.ofThisModule().driver();
    }

    /** Address and settings of a running broker. The contract waits on its {@link ClientSpec#time}. */
    ClientSpec spec();

    /** Further properties that limit a consumer to few unacknowledged messages; empty = the driver has no such properties. */
    default Map<String, String> smallWindow() {
        return Map.of();
    }

    /** An address where no broker answers, by default another port; empty if the driver has no such address. */
    default Optional<ClientSpec> unreachable() {
        ClientSpec there = spec();
        String nowhere = there.url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + FreePort.find());
        return Optional.of(new ClientSpec(nowhere, there.credentials(), there.properties(), there.time()));
    }

    /** Advice in the sentence for an address where no broker answers. */
    default String adviceOfUnreachable() {
        return "; " + Causes.NOT_LISTENING;
    }

    /**
     * Exactly the capabilities that {@link dev.dyno.driver.Client#capabilities} must return. A test is skipped if they lack what
     * it needs, so the contract checks that the client does not have more.
     */
    Set<Capability> capabilities();

    /** Expected result of {@link dev.dyno.driver.Producer#sendsAfterCompletions} of asynchronous producers. */
    default boolean sendsAfterCompletions() {
        return false;
    }

    /** An unused queue. */
    default Destination freshQueue() {
        return new Destination(Destination.Kind.QUEUE, "contract-" + UUID.randomUUID());
    }

    /** An unused queue of whose first hundred messages each of two consumers gets some. */
    default Destination freshQueueForTwo() {
        return freshQueue();
    }

    /**
     * Whether the library opens a consumer of a queue some time after its connection was started, so that other consumers get all
     * messages until then.
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
     * Whether a consumer gets the messages that were sent after its creation and before the start of its connection. Even where
     * the broker keeps nothing, most client libraries have already fetched them.
     */
    default boolean deliversWhatCameBeforeTheStart() {
        return true;
    }

    /** Whether a subscription can be both shared and durable. */
    default boolean sharesDurably() {
        return true;
    }

    /** Whether messages sent after those of an open transaction are delivered only after the end of the transaction. */
    default boolean openTransactionsHoldBackOthers() {
        return false;
    }

    /** Whether messages of a transaction are delivered in the order in which they were sent; otherwise in any order. */
    default boolean transactionsKeepOrder() {
        return true;
    }

    /** Kinds of destinations with a {@link dev.dyno.driver.Consumer#messagesLeft}; for others it must be empty. */
    default Set<Destination.Kind> knowsMessagesLeftOf() {
        return Set.of();
    }

    /** Whether {@link dev.dyno.driver.Consumer#messagesLeft} counts messages; otherwise it counts batches of them. */
    default boolean countsMessagesLeftExactly() {
        return true;
    }

    /** Removes a queue together with its consumers, as an administrator of the broker would; false if that is not possible. */
    default boolean remove(Destination queue) throws Exception {
        return false;
    }

    /** Number of messages in tests that send many: lower for a broker that is slow, or cannot hold the default. */
    default int manyMessages() {
        return 10_000;
    }
}
