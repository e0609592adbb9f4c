package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A client for the contract. A test fails if one of its connections reports a failure. */
final class TestRig extends ConnectedClient {

    private final ContractSubject subject;

    /** Opens a client of a driver with these capabilities; if the driver lacks one, the test is skipped. */
    TestRig(ContractSubject subject, Capability... needed) throws DriverException {
        this(subject, subject.spec(), needed);
    }

    /** Opens a client for a consumer of this spec; if the driver lacks a capability for it, the test is skipped. */
    TestRig(ContractSubject subject, ConsumerSpec consumer) throws DriverException {
        this(subject, needs(consumer));
    }

    /** Opens a client with the given address and settings; if the driver lacks a capability, the test is skipped. */
    TestRig(ContractSubject subject, ClientSpec spec, Capability... needed) throws DriverException {
        super(subject.driver(), assumed(subject, spec, needed), subject.patience());
        this.subject = subject;
    }

    /** Skips the test if the driver lacks a capability; otherwise returns the spec. */
    private static ClientSpec assumed(ContractSubject subject, ClientSpec spec, Capability... needed) {
        // Not contains(), which fails without arguments and would skip every test that needs no capability.
        assumeThat(subject.capabilities()).containsAll(List.of(needed));
        return spec;
    }

    boolean has(Capability capability) {
        return subject.capabilities().contains(capability);
    }

    /** Send mode of most tests: asynchronous, if the driver supports that. */
    SendMode sendMode() {
        return has(Capability.ASYNC_SEND) ? SendMode.ASYNC : SendMode.SYNC;
    }

    /** Receive mode of most tests: by listener, if the driver supports that. */
    ReceiveMode receiveMode() {
        return receiveMode(subject);
    }

    static ReceiveMode receiveMode(ContractSubject subject) {
        return receiveModes(subject).findFirst().orElseThrow();
    }

    static Capability[] needs(ConsumerSpec spec) {
        return spec.needs().toArray(Capability[]::new);
    }

    /** The send modes that the driver has. */
    static Stream<SendMode> sendModes(ContractSubject subject) {
        return Stream.of(SendMode.values()).filter(mode -> switch (mode) {
            case ASYNC -> subject.capabilities().contains(Capability.ASYNC_SEND);
            case TRANSACTED -> subject.capabilities().contains(Capability.TRANSACTIONS);
            case SYNC -> true;
        });
    }

    /** The receive modes that the driver has. */
    static Stream<ReceiveMode> receiveModes(ContractSubject subject) {
        return Stream.of(ReceiveMode.values()).filter(mode -> subject.capabilities()
                .contains(mode == ReceiveMode.LISTENER ? Capability.LISTENER : Capability.RECEIVE));
    }

    TestSender sender(ClientConnection connection, ProducerSpec spec) throws DriverException {
        return new TestSender(this, connection, spec);
    }

    Getter getter(ClientConnection connection, ConsumerSpec spec) throws DriverException {
        return getter(connection, spec, (consumer, index) -> {});
    }

    Getter getter(ClientConnection connection, ConsumerSpec spec, Getter.AfterEach afterEach) throws DriverException {
        return new Getter(this, connection, spec, afterEach);
    }

    /** Makes a consumer on a connection of its own, and starts the connection. */
    Getter consume(Optional<String> clientId, ConsumerSpec spec) throws DriverException {
        final ClientConnection connection = connect(clientId);
        final Getter getter = getter(connection, spec);
        connection.start();
        return getter;
    }

    Getter consume(ConsumerSpec spec) throws DriverException {
        return consume(Optional.empty(), spec);
    }

    /** Makes a consumer with automatic acknowledgements and the usual receive mode, on a started connection of its own. */
    Getter consume(Destination destination) throws DriverException {
        return consume(new ConsumerSpec(destination, AckMode.AUTO, receiveMode()));
    }

    /** Makes a producer on a connection of its own. */
    TestSender produce(ProducerSpec spec) throws DriverException {
        return sender(connect(), spec);
    }

    /** Makes a producer with the usual send mode, on a connection of its own. */
    TestSender produce(Destination destination) throws DriverException {
        return produce(Specs.producer(destination, sendMode()));
    }

    /** Waits for {@code duration} on the clock of the client. */
    void letPass(Duration duration) {
        final long untilNs = time().nanoTime() + duration.toNanos();
        while (untilNs - time().nanoTime() > 0) {
            time().parkUntil(untilNs);
        }
    }

    /** Numbers of the messages that the consumers have received, once these are {@code count} in all or the patience is over. */
    List<Long> together(List<Getter> getters, int count) {
        final long giveUpNs = giveUpNs();
        while (getters.stream().mapToInt(Getter::count).sum() < count && giveUpNs - time().nanoTime() > 0) {
            getters.forEach(Getter::step);
        }
        return getters.stream().flatMap(getter -> getter.indexes().stream()).toList();
    }

    static Long[] range(long from, long to) {
        return LongStream.range(from, to).boxed().toArray(Long[]::new);
    }

    @Override
    public void close() {
        super.close();
        assertThat(failures()).as("onFailure was called").isEmpty();
    }
}
