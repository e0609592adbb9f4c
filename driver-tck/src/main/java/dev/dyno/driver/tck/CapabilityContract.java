package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Contract for capabilities: a driver has those that it declares, and refuses all others. */
public interface CapabilityContract extends ContractSubject {

    @Test
    default void declaresExactlyTheExpectedCapabilities() throws DriverException {
        try (TestRig rig = new TestRig(this)) {
            assertThat(rig.client().capabilities().toSet()).containsExactlyInAnyOrderElementsOf(capabilities());
        }
    }

    @Test
    default void saysWhatAnAcknowledgementMeans() throws DriverException {
        try (TestRig rig = new TestRig(this)) {
            rig.connect();
            assertThat(rig.client()
                            .semantics(Specs.producer(freshQueue(), rig.sendMode()))
                            .facts())
                    .isNotEmpty();
        }
    }

    @TestFactory
    default Stream<DynamicTest> whatIsNotDeclaredIsRefused() {
        final EnumSet<Capability> absent = EnumSet.allOf(Capability.class);
        absent.removeAll(capabilities());
        return absent.stream().map(capability -> DynamicTest.dynamicTest(capability.name(), () -> refuses(capability)));
    }

    private void refuses(Capability capability) throws DriverException {
        try (TestRig rig = new TestRig(this)) {
            final ClientConnection connection = rig.connect();
            final Throwable refusal = catchThrowable(() -> use(rig, connection, capability));
            assertThat(refusal).as(capability.words()).isInstanceOf(DriverException.class);
            assertThat(refusal.getMessage()).isNotBlank();
        }
    }

    private void use(TestRig rig, ClientConnection connection, Capability capability) throws DriverException {
        final Destination somewhere = capabilities().contains(Capability.QUEUES) ? freshQueue() : freshTopic();
        final SendMode send = rig.sendMode();
        final ReceiveMode receive = rig.receiveMode();
        switch (capability) {
            case ASYNC_SEND -> rig.sender(connection, Specs.producer(somewhere, SendMode.ASYNC));
            case TRANSACTIONS -> rig.sender(connection, Specs.producer(somewhere, SendMode.TRANSACTED));
            case QUEUES -> rig.getter(connection, new ConsumerSpec(freshQueue(), AckMode.AUTO, receive));
            case TOPICS -> rig.getter(connection, new ConsumerSpec(freshTopic(), AckMode.AUTO, receive));
            case DURABLE_SUBSCRIPTIONS ->
                rig.getter(
                        rig.connect(Optional.of("contract")),
                        Specs.subscriber(freshTopic(), new Subscription("s", false, true), receive));
            case SHARED_SUBSCRIPTIONS ->
                rig.getter(connection, Specs.subscriber(freshTopic(), new Subscription("s", true, false), receive));
            case LISTENER -> rig.getter(connection, new ConsumerSpec(somewhere, AckMode.AUTO, ReceiveMode.LISTENER));
            case RECEIVE -> rig.getter(connection, new ConsumerSpec(somewhere, AckMode.AUTO, ReceiveMode.RECEIVE));
            case CLIENT_ACK -> rig.getter(connection, new ConsumerSpec(somewhere, AckMode.CLIENT, receive));
            case INDIVIDUAL_ACK -> rig.getter(connection, new ConsumerSpec(somewhere, AckMode.INDIVIDUAL, receive));
            case FROM_EARLIEST -> rig.getter(connection, Specs.fromEarliest(freshTopic(), receive));
            case SELECTORS -> rig.getter(connection, Specs.selecting(somewhere, receive, "colour = 'red'"));
            case PROPERTIES -> rig.sender(connection, Specs.properties(somewhere, send, Map.of("colour", "red")));
            case PRIORITIES ->
                rig.sender(connection, Specs.producer(somewhere, send, parts -> parts.priority = Optional.of(7)));
            case GROUPS ->
                rig.sender(connection, Specs.producer(somewhere, send, parts -> parts.group = Optional.of("g")));
            case KEYS ->
                rig.sender(connection, Specs.producer(somewhere, send))
                        .producer()
                        .useKey(new MessageKey("k"));
            case TIME_TO_LIVE -> rig.sender(connection, Specs.timeToLive(somewhere, send, Duration.ofMinutes(1)));
            case TEXT_BODIES -> rig.sender(connection, Specs.text(somewhere, send));
            case PERSISTENCE ->
                rig.sender(connection, Specs.producer(somewhere, send, parts -> parts.persistent = true));
        }
    }
}
