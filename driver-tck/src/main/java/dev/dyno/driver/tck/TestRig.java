package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One client with its connections, closed in order at the end, which must not be taken for a failure. All waits are on the
 * client's time source and have an end.
 */
final class TestRig implements AutoCloseable {

    private static final long PAUSE_NS = 1_000_000L;

    private final ContractSubject subject;
    private final Client client;
    private final TimeSource time;
    private final List<ClientConnection> connections = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** A client of a driver with these capabilities; without them the test is skipped. */
    TestRig(ContractSubject subject, Capability... needed) throws DriverException {
        this(subject, subject.spec(), needed);
    }

    /** With other settings. */
    TestRig(ContractSubject subject, ClientSpec spec, Capability... needed) throws DriverException {
        // containsAll, because contains() of nothing is never true and would skip every test without a need.
        assumeThat(subject.capabilities()).containsAll(List.of(needed));
        this.subject = subject;
        this.time = spec.time();
        this.client = subject.driver().open(spec);
    }

    Client client() {
        return client;
    }

    TimeSource time() {
        return time;
    }

    Duration patience() {
        return subject.patience();
    }

    long giveUpNs() {
        return time.nanoTime() + patience().toNanos();
    }

    boolean has(Capability capability) {
        return subject.capabilities().contains(capability);
    }

    /** Asynchronous if there is such a thing. */
    SendMode sendMode() {
        return has(Capability.ASYNC_SEND) ? SendMode.ASYNC : SendMode.SYNC;
    }

    /** By listener if there is such a thing. */
    ReceiveMode receiveMode() {
        return has(Capability.LISTENER) ? ReceiveMode.LISTENER : ReceiveMode.RECEIVE;
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

    ClientConnection connect() throws DriverException {
        return connect(Optional.empty());
    }

    ClientConnection connect(Optional<String> clientId) throws DriverException {
        final ClientConnection connection = client.connect(new ConnectionSpec(clientId, failures::add));
        connections.add(connection);
        return connection;
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
        return consume(Specs.consumer(destination, AckMode.AUTO, receiveMode()));
    }

    /** A producer on a connection of its own. */
    TestSender produce(ProducerSpec spec) throws DriverException {
        return sender(connect(), spec);
    }

    /** The same with the usual send mode. */
    TestSender produce(Destination destination) throws DriverException {
        return produce(Specs.producer(destination, sendMode()));
    }

    /** Gives way for a moment. */
    void pause() {
        time.parkUntil(time.nanoTime() + PAUSE_NS);
    }

    void await(String what, BooleanSupplier condition) {
        final long giveUpNs = giveUpNs();
        while (!condition.getAsBoolean()) {
            if (giveUpNs - time.nanoTime() < 0) {
                throw new AssertionError(what + ": did not happen within " + patience());
            }
            pause();
        }
    }

    /** Lets that much time pass on the clock of the client. */
    void letPass(Duration duration) {
        final long untilNs = time.nanoTime() + duration.toNanos();
        while (untilNs - time.nanoTime() > 0) {
            time.parkUntil(untilNs);
        }
    }

    List<Throwable> failures() {
        return failures;
    }

    static Long[] range(long from, long to) {
        return LongStream.range(from, to).boxed().toArray(Long[]::new);
    }

    @Override
    public void close() {
        for (final ClientConnection connection : connections) {
            connection.close();
        }
        client.close();
        assertThat(failures).as("onFailure was called").isEmpty();
    }
}
