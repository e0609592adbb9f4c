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

/** A client for the contract: a failure that its connections report is one of the test. */
final class TestRig extends ConnectedClient {

    private final ContractSubject subject;

    /** A client of a driver with these capabilities; without them the test is skipped. */
    TestRig(ContractSubject subject, Capability... needed) throws DriverException {
        this(subject, subject.spec(), needed);
    }

    /** A client for a consumer, which is of that specification. */
    TestRig(ContractSubject subject, ConsumerSpec consumer) throws DriverException {
        this(subject, needs(consumer));
    }

    /** With other settings. */
    TestRig(ContractSubject subject, ClientSpec spec, Capability... needed) throws DriverException {
        super(subject.driver(), assumed(subject, spec, needed), subject.patience());
        this.subject = subject;
    }

    /** The specification, unless the test is skipped. */
    private static ClientSpec assumed(ContractSubject subject, ClientSpec spec, Capability... needed) {
        // containsAll, because contains() of nothing is never true and would skip every test without a need.
        assumeThat(subject.capabilities()).containsAll(List.of(needed));
        return spec;
    }

    boolean has(Capability capability) {
        return subject.capabilities().contains(capability);
    }

    /** Asynchronous, if the driver supports that. */
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

    /** A consumer on a connection of its own, which is started. */
    Getter consume(Optional<String> clientId, ConsumerSpec spec) throws DriverException {
        final ClientConnection connection = connect(clientId);
        final Getter getter = getter(connection, spec);
        connection.start();
        return getter;
    }

    Getter consume(ConsumerSpec spec) throws DriverException {
        return consume(Optional.empty(), spec);
    }

    /** The same with automatic acknowledgements and the usual receive mode. */
    Getter consume(Destination destination) throws DriverException {
        return consume(new ConsumerSpec(destination, AckMode.AUTO, receiveMode()));
    }

    /** A producer on a connection of its own. */
    TestSender produce(ProducerSpec spec) throws DriverException {
        return sender(connect(), spec);
    }

    /** The same with the usual send mode. */
    TestSender produce(Destination destination) throws DriverException {
        return produce(Specs.producer(destination, sendMode()));
    }

    /** Lets that much time pass on the clock of the client. */
    void letPass(Duration duration) {
        final long untilNs = time().nanoTime() + duration.toNanos();
        while (untilNs - time().nanoTime() > 0) {
            time().parkUntil(untilNs);
        }
    }

    /** Numbers of the messages that consumers have received, once there are as many or the time is over. */
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
