package dev.dyno.engine.run;

import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.setting.SettingList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/** A driver whose sends do what a test says: for what no broker does, or not when it should. One consumer gets everything. */
public final class ScriptedDriver implements Driver {

    /** An asynchronous send. */
    @FunctionalInterface
    public interface TrySend {
        boolean of(int producer, ByteBuffer body, long token, SendListener listener) throws DriverException;
    }

    /** A blocking send. */
    @FunctionalInterface
    interface Send {
        void of(int producer, ByteBuffer body) throws DriverException;
    }

    /** By default complete at once, and delivered. */
    public TrySend trySend = (producer, body, token, listener) -> complete(body, token, listener);

    /** Something that fails as a call of a driver does. */
    @FunctionalInterface
    public interface Call {
        void run() throws DriverException;
    }

    /** Called before each connection is made. */
    public Call connect = () -> {};

    /** Start of deliveries on a connection, with the clock of the run. */
    @FunctionalInterface
    interface Start {
        void with(TimeSource time) throws DriverException;
    }

    Start start = time -> {};

    /** End of deliveries on a connection. */
    Call stop = () -> {};

    /** Receives the failure of the last connection. */
    public java.util.function.Consumer<Throwable> onFailure = failure -> {};

    /** The cluster of each connection, read when it is asked. */
    public Optional<String> clusterId = Optional.empty();

    /** Action of {@link Producer#flush}, for the producer of that number. */
    IntConsumer flush = producer -> {};

    /** Action of {@link Producer#close}, for the producer of that number. */
    IntConsumer close = producer -> {};

    /** Whether asynchronous producers may also send after completions. */
    public boolean sendsAfterCompletions;

    /** By default delivered. Probes are sent like that too, by producer -1. */
    Send send = (producer, body) -> deliver(body);

    /** Action of {@link Producer#commit}. */
    Call commit = () -> {};

    /** Number of messages that the broker says it still has. */
    @FunctionalInterface
    interface Left {
        OptionalLong get() throws DriverException;
    }

    /** By default the protocol has no such question. */
    Left messagesLeft = OptionalLong::empty;

    /** Action of {@link Consumer#reject}. */
    Call reject = () -> {};

    /** Messages that a consumer may have unacknowledged. */
    Optional<AckWindow> ackWindow = Optional.empty();

    private final List<DeliveryListener> listeners = new ArrayList<>();
    private int producers;

    public void deliver(ByteBuffer body) throws DriverException {
        for (int i = 0; i < listeners.size(); i++) {
            deliver(i, body);
        }
    }

    /** Delivers a message and completes its send. */
    public boolean complete(ByteBuffer body, long token, SendListener listener) throws DriverException {
        deliver(body);
        listener.onSendCompleted(token, null);
        return true;
    }

    public static ByteBuffer copy(ByteBuffer body) {
        return ByteBuffer.allocate(body.remaining()).put(body.duplicate()).flip();
    }

    /** Delivers to the consumer of that number only. */
    void deliver(int consumer, ByteBuffer body) throws DriverException {
        listeners.get(consumer).onMessage(body.duplicate());
    }

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return DriverSettings.of("the scripted driver", "", new SettingList(List.of()));
    }

    @Override
    public Client open(ClientSpec spec) {
        return new Client() {
            @Override
            public Capabilities capabilities() {
                return Capabilities.all();
            }

            @Override
            public Optional<String> lacksDelivery() {
                return Optional.of("by a script");
            }

            @Override
            public Optional<AckWindow> ackWindow(ConsumerSpec consumer) {
                return ackWindow;
            }

            @Override
            public ClientConnection connect(ConnectionSpec connectionSpec) throws DriverException {
                connect.run();
                onFailure = connectionSpec.onFailure();
                return new Connection(spec.time());
            }

            @Override
            public Semantics semantics(ProducerSpec producerSpec) {
                return new Semantics(AcknowledgedBy.BROKER, Map.of());
            }

            @Override
            public void close() {}
        };
    }

    private final class Connection implements ClientConnection {

        private final TimeSource time;

        Connection(TimeSource time) {
            this.time = time;
        }

        @Override
        public Producer createProducer(ProducerSpec spec, SendListener listener) {
            // A probe has a producer of its own, made when those of the load are there.
            boolean probe = spec.mode() == SendMode.SYNC && !listeners.isEmpty() && producers > 0;
            int number = probe ? -1 : producers++;
            return new Producer() {
                @Override
                public boolean trySend(ByteBuffer body, long token) throws DriverException {
                    return trySend.of(number, body, token, listener);
                }

                @Override
                public void flush() {
                    flush.accept(number);
                }

                @Override
                public boolean sendsAfterCompletions() {
                    return sendsAfterCompletions;
                }

                @Override
                public void send(ByteBuffer body) throws DriverException {
                    send.of(number, body);
                }

                @Override
                public void commit() throws DriverException {
                    commit.run();
                }

                @Override
                public void close() {
                    close.accept(number);
                }
            };
        }

        @Override
        public Consumer createConsumer(ConsumerSpec spec, DeliveryListener listener) {
            listeners.add(listener);
            return new Consumer() {
                @Override
                public boolean receive(long timeoutNs) {
                    return false;
                }

                @Override
                public Optional<MessagesLeft> messagesLeft() throws DriverException {
                    return messagesLeft.get().stream()
                            .mapToObj(MessagesLeft::ofBroker)
                            .findFirst();
                }

                @Override
                public void acknowledge() {}

                @Override
                public void reject() throws DriverException {
                    reject.run();
                }

                @Override
                public void commit() {}

                @Override
                public void close() {}
            };
        }

        @Override
        public Optional<String> clusterId() {
            return clusterId;
        }

        @Override
        public void start() throws DriverException {
            start.with(time);
        }

        @Override
        public void stop() throws DriverException {
            stop.run();
        }

        @Override
        public void unsubscribe(Destination topic, ConsumerSpec.Subscription subscription) {}

        @Override
        public void close() {}
    }
}
