package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.proxy.Tap;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.TcpProxy.Reception;
import dev.dyno.engine.proxy.Way;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@Tag("broker")
class FailureTest {

    private static final JdkTime TIME = new JdkTime();
    private static final ConnectionSpec ANONYMOUS = new ConnectionSpec(Optional.empty(), failure -> {});

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aBrokerThatStopsIsReportedOnceAndEverythingUnderWayFails(Provider provider) throws Exception {
        TestBroker broker = TestBroker.start();
        try (TestClient link = provider.open(broker)) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(link, () -> {}, broker::close))
                    .hasMessageStartingWith("connection failed: ");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void closingTheConnectionEndsASendThatTheBrokerHolds(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.start()) {
            TestClient link = provider.open(broker);
            Acks acks = new Acks(5_000);
            Producer producer = link.produce(
                    Specs.producer(TestBroker.BLOCKING + "queue", SendMode.ASYNC, false, BodyType.BYTES, 5_000), acks);
            AtomicLong accepted = new AtomicLong();
            Thread sender = new Thread(() -> {
                while (true) {
                    try {
                        producer.trySend(ByteBuffer.allocate(1024), acks.take());
                        accepted.incrementAndGet();
                    } catch (DriverException | InterruptedException e) {
                        return;
                    }
                }
            });
            sender.start();
            awaitBlockedByTheBroker(sender, acks);
            link.close();
            sender.join(20_000);
            assertThat(sender.isAlive()).isFalse();
            assertThat(acks.awaitCompleted(accepted.get())).isEqualTo(accepted.get());
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void closingDoesNotWaitForABrokerThatAnswersNoMore(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.start();
                TcpProxy proxy = open(broker)) {
            TestClient link = new TestClient(provider.spec(provider.url(proxy.port())));
            Acks acks = new Acks(10);
            Producer producer = link.produce(Specs.producer("stalled", SendMode.ASYNC, true, BodyType.BYTES, 10), acks);
            Inbox inbox = link.consume(Specs.consumer("stalled", AckMode.AUTO, ReceiveMode.RECEIVE));
            producer.trySend(TestClient.body(0), acks.take());
            assertThat(acks.awaitCompleted(1)).isEqualTo(1);
            for (Way way : Way.values()) {
                proxy.stall(way, TIME.nanoTime(), TIME.nanoTime() + Long.MAX_VALUE / 2);
            }
            producer.trySend(TestClient.body(1), acks.take());
            long startNs = System.nanoTime();
            producer.close();
            inbox.consumer().close();
            link.close();
            assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
            assertThat(acks.failures()).hasSize(1);
            assertThat(acks.inFlight()).isZero();
            assertThat(link.failures()).isEmpty();
        }
    }

    static TcpProxy open(TestBroker broker) {
        InetAddress host = InetAddress.getLoopbackAddress();
        return TcpProxy.open(host, new InetSocketAddress(host, broker.port()), TIME, Tap.NONE, 0);
    }

    /** The client library of CORE waits for 30 s on a connection that was accepted and closed. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void connectionsThatAreAcceptedAndClosedForATimeAreReplacedSoonAfterIt(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.start();
                TcpProxy proxy = open(broker)) {
            CountDownLatch lost = new CountDownLatch(1);
            Client client = new JmsDriver().open(provider.spec(provider.url(proxy.port())));
            client.connect(ANONYMOUS).close();
            client.connect(new ConnectionSpec(Optional.empty(), failure -> lost.countDown()));
            long untilNs = TIME.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
            proxy.breakAll(Reception.CLOSES, untilNs);
            assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();
            connect(client).close();
            client.close();
            assertThat(TIME.nanoTime() - untilNs).isLessThan(TimeUnit.SECONDS.toNanos(5));
        }
    }

    /** However many attempts that takes. */
    private static ClientConnection connect(Client client) {
        while (true) {
            try {
                return client.connect(ANONYMOUS);
            } catch (DriverException e) {
                TIME.parkUntil(TIME.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    /** All that was accepted is acknowledged, and the sender waits inside the client library. */
    private static void awaitBlockedByTheBroker(Thread sender, Acks acks) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (acks.inFlight() != 1 || !isWaiting(sender)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void userAndPasswordMayStandInTheAddress(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.startSecured()) {
            String url = provider.url(broker.port()).replace("//", "//" + TestBroker.USER + ":se%23re+t@");
            new TestClient(provider.spec(url)).close();
        }
    }

    private static ClientSpec anna(Provider provider, String url, String password) {
        return provider.spec(url, Optional.of(new Credentials(TestBroker.USER, password)), Map.of());
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aWrongPasswordIsOneClearSentence(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.startSecured()) {
            String url = provider.url(broker.port());
            Throwable failure = catchThrowable(() -> new TestClient(anna(provider, url, "guess")));
            assertSentence(failure, "cannot connect to " + url + ": …; check user, password and permissions");
            assertThat(failure).isInstanceOf(RefusedException.class).hasMessageNotContaining("guess");
            new TestClient(anna(provider, url, TestBroker.PASSWORD)).close();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aQueueThatTheUserMayNotUseIsRefusedForGood(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.startSecured();
                TestClient link = new TestClient(anna(provider, provider.url(broker.port()), TestBroker.PASSWORD))) {
            String queue = "queue://" + TestBroker.FORBIDDEN + "q";
            assertFails(
                    RefusedException.class,
                    () -> link.consume(TestClient.listening(queue)),
                    "cannot create a consumer of " + queue + ": …; check user, password and permissions");
        }
    }

    private static TestClient taking(Provider provider, TestBroker broker) throws DriverException {
        return new TestClient(provider.spec(provider.url(broker.port())), Optional.of("taken"));
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aClientIdThatIsTakenIsRefused(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.start();
                TestClient first = taking(provider, broker)) {
            assertFails(
                    () -> taking(provider, broker),
                    "cannot connect to …; another connection may be using this client id");
            assertThat(first.failures()).isEmpty();
        }
    }
}
