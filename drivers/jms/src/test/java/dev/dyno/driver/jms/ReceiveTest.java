package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Trial;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
@Tag("broker")
class ReceiveTest extends OnArtemis {

    private static final int COUNT = 200;

    static Stream<Arguments> everyMode() {
        List<Arguments> modes = new ArrayList<>();
        for (Provider provider : Provider.values()) {
            for (ReceiveMode mode : ReceiveMode.values()) {
                for (AckMode ackMode : AckMode.values()) {
                    modes.add(Arguments.of(provider, mode, ackMode));
                }
            }
        }
        return modes.stream();
    }

    @ParameterizedTest
    @MethodSource("everyMode")
    void whatIsAcknowledgedIsGone(Provider provider, ReceiveMode mode, AckMode ackMode) throws Exception {
        String queue = "gone-" + provider + "-" + mode + "-" + ackMode;
        try (Trial link = Link.open(provider, broker)) {
            send(link, queue, COUNT);
            Settling inbox = new Settling(ackMode, 1);
            receive(link, queue, mode, ackMode, inbox);
            assertThat(inbox.numbers())
                    .containsExactlyElementsOf(
                            LongStream.range(0, COUNT).boxed().toList());
            assertThat(link.failures()).isEmpty();
        }
        broker.awaitMessageCount(queue, 0);
    }

    @ParameterizedTest
    @MethodSource("everyMode")
    void whatIsNotAcknowledgedStays(Provider provider, ReceiveMode mode, AckMode ackMode) throws Exception {
        String queue = "stays-" + provider + "-" + mode + "-" + ackMode;
        try (Trial link = Link.open(provider, broker)) {
            send(link, queue, COUNT);
            receive(link, queue, mode, ackMode, new Settling(ackMode, Integer.MAX_VALUE));
        }
        boolean byLibrary = ackMode == AckMode.AUTO || ackMode == AckMode.DUPS_OK;
        broker.awaitMessageCount(queue, byLibrary ? 0 : COUNT);
    }

    @Test
    void brokerBehindAFailoverUrlSaysWhatIsLeft() throws Exception {
        String url = "failover:(" + Provider.AMQP.url(broker.port()) + ")";
        try (Trial link = Link.open(Provider.AMQP, url, Optional.empty(), Map.of())) {
            send(link, "failover", 7);
            Consumer consumer = link.connection()
                    .createConsumer(Specs.consumer("failover", AckMode.AUTO, ReceiveMode.RECEIVE), body -> {});
            assertThat(consumer.messagesLeft()).hasValue(7);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void clientAcknowledgementCoversAllReceivedSoFarAndIndividualOnlyTheLast(Provider provider) throws Exception {
        String all = "all-" + provider;
        String last = "last-" + provider;
        try (Trial link = Link.open(provider, broker)) {
            send(link, all, COUNT);
            send(link, last, COUNT);
            receive(link, all, ReceiveMode.LISTENER, AckMode.CLIENT, new Settling(AckMode.CLIENT, 10));
            receive(link, last, ReceiveMode.LISTENER, AckMode.INDIVIDUAL, new Settling(AckMode.INDIVIDUAL, 10));
        }
        broker.awaitMessageCount(all, 0);
        broker.awaitMessageCount(last, COUNT - COUNT / 10);
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void theRestIsCommittedOrAcknowledgedAfterDeliveriesHaveStopped(Provider provider) throws Exception {
        for (AckMode ackMode : List.of(AckMode.TRANSACTED, AckMode.CLIENT)) {
            String queue = "rest-" + provider + "-" + ackMode;
            try (Trial link = Link.open(provider, broker)) {
                send(link, queue, COUNT);
                Settling inbox = new Settling(ackMode, Integer.MAX_VALUE);
                Consumer consumer =
                        link.connection().createConsumer(Specs.consumer(queue, ackMode, ReceiveMode.LISTENER), inbox);
                inbox.consumer.complete(consumer);
                link.connection().start();
                assertThat(inbox.inbox.await(COUNT)).hasSize(COUNT);
                link.connection().stop();
                inbox.settle();
                consumer.close();
            }
            broker.awaitMessageCount(queue, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void receiveSaysWhetherThereWasAMessage(Provider provider) throws Exception {
        String queue = "polled-" + provider;
        try (Trial link = Link.open(provider, broker)) {
            Inbox inbox = new Inbox();
            Consumer consumer =
                    link.connection().createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE), inbox);
            link.connection().start();
            assertThat(consumer.receive(0)).isFalse();
            assertThat(consumer.receive(1)).isFalse();
            send(link, queue, 2);
            assertThat(consumer.receive(10_000_000_000L)).isTrue();
            assertThat(consumer.receive(0)).isTrue();
            assertThat(consumer.receive(1)).isFalse();
            assertThat(inbox.numbers()).containsExactly(0L, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void nothingIsDeliveredBetweenStopAndTheNextStart(Provider provider) throws Exception {
        String queue = "stopped-" + provider;
        try (Trial link = Link.open(provider, broker);
                Trial other = Link.open(provider, broker)) {
            Inbox inbox = new Inbox();
            link.connection().createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.LISTENER), inbox);
            link.connection().start();
            send(other, queue, 1);
            assertThat(inbox.await(1)).hasSize(1);
            link.connection().stop();
            send(other, queue, 10);
            assertThat(inbox.numbers()).hasSize(1);
            link.connection().start();
            assertThat(inbox.await(11)).hasSize(11);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFailingListenerIsReportedOnceAndTheMessageIsNotDeliveredAgain(Provider provider) throws Exception {
        String queue = "failing-" + provider;
        try (Trial link = Link.open(provider, broker)) {
            send(link, queue, 3);
            Inbox inbox = new Inbox();
            link.connection().createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.LISTENER), body -> {
                inbox.onMessage(body);
                throw new DriverException(
                        "no luck with message " + inbox.numbers().size());
            });
            link.connection().start();
            assertThat(inbox.await(3)).containsExactly(0L, 1L, 2L);
            link.connection().stop();
            assertThat(inbox.numbers()).containsExactly(0L, 1L, 2L);
            assertThat(link.failures())
                    .singleElement()
                    .isInstanceOf(DriverException.class)
                    .hasToString(DriverException.class.getName() + ": no luck with message 1");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFailingListenerFailsTheReceive(Provider provider) throws Exception {
        String queue = "failing-receive-" + provider;
        try (Trial link = Link.open(provider, broker)) {
            send(link, queue, 1);
            Consumer consumer = link.connection()
                    .createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE), body -> {
                        throw new IllegalStateException("broken listener");
                    });
            link.connection().start();
            assertThatThrownBy(() -> consumer.receive(10_000_000_000L)).hasMessage("broken listener");
            assertThat(link.failures())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("broken listener");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void onlySelectedMessagesAreReceived(Provider provider) throws Exception {
        String queue = "selected-" + provider;
        try (Trial link = Link.open(provider, broker)) {
            send(link, queue, 1);
            Consumer consumer = link.connection().createConsumer(Specs.selecting(queue, "colour = 'red'"), new Inbox());
            link.connection().start();
            assertThat(consumer.receive(1)).isFalse();
            Consumer all = link.connection()
                    .createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE), new Inbox());
            assertThat(all.receive(10_000_000_000L)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aMessageOfAnotherKindHasAnEmptyBody(Provider provider) throws Exception {
        String queue = "map-" + provider;
        try (Trial link = Link.open(provider, broker);
                RawClient raw = new RawClient(provider, broker)) {
            raw.sendMap(queue);
            List<Integer> lengths = new ArrayList<>();
            Consumer consumer = link.connection()
                    .createConsumer(
                            Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE),
                            body -> lengths.add(body.remaining()));
            link.connection().start();
            assertThat(consumer.receive(10_000_000_000L)).isTrue();
            assertThat(lengths).containsExactly(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aWrongSelectorIsRefused(Provider provider) throws Exception {
        try (Trial link = Link.open(provider, broker)) {
            assertThatThrownBy(() -> link.connection()
                            .createConsumer(Specs.selecting("wrong-" + provider, "colour = = 'red'"), new Inbox()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot create a consumer of queue://wrong-" + provider + ": ");
        }
    }

    private static void send(Trial link, String queue, int count) throws DriverException {
        Producer producer =
                link.connection().createProducer(Specs.producer(queue, SendMode.TRANSACTED, false), new Acks(1));
        for (int i = 0; i < count; i++) {
            producer.send(Specs.body(i));
        }
        producer.commit();
        producer.close();
    }

    private static void receive(Trial link, String queue, ReceiveMode mode, AckMode ackMode, Settling inbox)
            throws Exception {
        Consumer consumer = link.connection().createConsumer(Specs.consumer(queue, ackMode, mode), inbox);
        inbox.consumer.complete(consumer);
        link.connection().start();
        if (mode == ReceiveMode.RECEIVE) {
            for (int i = 0; i < COUNT; i++) {
                assertThat(consumer.receive(10_000_000_000L)).isTrue();
            }
        }
        assertThat(inbox.inbox.await(COUNT)).hasSize(COUNT);
        link.connection().stop();
        consumer.close();
    }

    /** Acknowledges or commits, as the mode wants, after each so many messages. */
    private static final class Settling implements DeliveryListener {

        private final Inbox inbox = new Inbox();
        private final AckMode ackMode;
        private final int every;
        private final CompletableFuture<Consumer> consumer = new CompletableFuture<>();
        private int sinceLast;

        Settling(AckMode ackMode, int every) {
            this.ackMode = ackMode;
            this.every = every;
        }

        List<Long> numbers() {
            return inbox.numbers();
        }

        @Override
        public void onMessage(ByteBuffer body) throws DriverException {
            if (++sinceLast == every) {
                settle();
                sinceLast = 0;
            }
            inbox.onMessage(body);
        }

        void settle() throws DriverException {
            switch (ackMode) {
                case CLIENT, INDIVIDUAL -> consumer.join().acknowledge();
                case TRANSACTED -> consumer.join().commit();
                case AUTO, DUPS_OK -> {}
            }
        }
    }
}
