package dev.dyno.engine.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.proxy.TcpProxy.Reception;
import dev.dyno.model.pace.SystemTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Effects of a proxy on the bytes of an echo server. A busy machine makes everything later, so only the least times are asserted. */
class TcpProxyTest {

    private static final long MILLI_NS = 1_000_000;
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    private final SystemTime time = new SystemTime();
    private final EchoServer server = new EchoServer();
    private final List<Long> readNs = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> writtenNs = Collections.synchronizedList(new ArrayList<>());
    private final TcpProxy proxy = open();

    private TcpProxy open() {
        Tap tap = (connection, way, bytes, length, read) -> {
            readNs.add(read);
            return writtenNs::add;
        };
        return TcpProxy.open(HOST, new InetSocketAddress(HOST, server.port()), time, tap, 7);
    }

    @BeforeEach
    void prepareThread() {
        SystemTime.prepareThread();
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
        time.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(HOST, proxy.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends one byte and waits for it. */
    private long roundTripNs(Socket socket) throws IOException {
        long from = time.nanoTime();
        socket.getOutputStream().write(42);
        assertThat(socket.getInputStream().read()).isEqualTo(42);
        return time.nanoTime() - from;
    }

    @Test
    void eachWayHasItsDelay() throws IOException {
        try (Socket socket = connect()) {
            roundTripNs(socket);
            proxy.set(Way.TO_SERVER, WireConditions.CLEAR.withDelay(Duration.ofMillis(20)));
            assertThat(roundTripNs(socket)).isGreaterThanOrEqualTo(20 * MILLI_NS);
            proxy.set(Way.TO_CLIENT, WireConditions.CLEAR.withDelay(Duration.ofMillis(30)));
            assertThat(roundTripNs(socket)).isGreaterThanOrEqualTo(50 * MILLI_NS);
        }
        assertThat(writtenNs).hasSize(6);
        assertThat(writtenNs.get(2) - readNs.get(2)).isGreaterThanOrEqualTo(20 * MILLI_NS);
        assertThat(writtenNs.get(5) - readNs.get(5)).isGreaterThanOrEqualTo(30 * MILLI_NS);
    }

    @Test
    void bytesComeWholeAndInOrderWhateverTheJitter() throws IOException {
        byte[] sent = new byte[300_000];
        new Random(1).nextBytes(sent);
        proxy.set(Way.TO_SERVER, WireConditions.jittered(Duration.ofMillis(3)));
        proxy.set(Way.TO_CLIENT, WireConditions.jittered(Duration.ofMillis(3)));
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (Socket socket = connect()) {
            for (int from = 0; from < sent.length; from += 1_000) {
                socket.getOutputStream().write(sent, from, 1_000);
            }
            socket.shutdownOutput();
            socket.getInputStream().transferTo(received);
        }
        assertThat(received.toByteArray()).isEqualTo(sent);
    }

    @Test
    void jitterIsTheSameForTheSameSeed() {
        Lane lane = new Lane(time);
        lane.change(present -> WireConditions.jittered(Duration.ofMillis(40)));
        Pump one = new Pump(0, Way.TO_SERVER, lane, Tap.NONE, time, new SplittableRandom(7));
        Pump other = new Pump(1, Way.TO_SERVER, lane, Tap.NONE, time, new SplittableRandom(7));
        long now = time.nanoTime();
        for (long i = 1; i <= 100; i++) {
            long atNs = now + i * 1_000 * MILLI_NS;
            assertThat(one.dueNs(atNs)).isEqualTo(other.dueNs(atNs)).isBetween(atNs, atNs + 40 * MILLI_NS);
        }
        assertThat(one.dueNs(0)).isGreaterThan(now + 100_000 * MILLI_NS);
    }

    @Test
    void bandwidthIsThatOfAConnection() throws IOException {
        proxy.set(Way.TO_SERVER, WireConditions.CLEAR.withBandwidth(1_000_000));
        long from = time.nanoTime();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[200_000]);
            assertThat(socket.getInputStream().readNBytes(200_000)).hasSize(200_000);
        }
        assertThat(time.nanoTime() - from).isGreaterThanOrEqualTo(200 * MILLI_NS);
    }

    /** The bytes of a long queue before it would leave seconds later otherwise. */
    @Test
    void aBandwidthThatEndsHoldsNothingBack() throws IOException {
        proxy.set(Way.TO_SERVER, WireConditions.CLEAR.withBandwidth(1_000));
        long from = time.nanoTime();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[100_000]);
            assertThat(socket.getInputStream().readNBytes(100)).hasSize(100);
            assertThat(time.nanoTime() - from).isGreaterThanOrEqualTo(99 * MILLI_NS);
            proxy.set(Way.TO_SERVER, WireConditions.CLEAR);
            assertThat(socket.getInputStream().readNBytes(99_900)).hasSize(99_900);
        }
        assertThat(time.nanoTime() - from).isLessThan(20_000 * MILLI_NS);
    }

    /** At 20 MB/s and 50 ms, 1 MB is in flight and has to wait in the proxy. */
    @Test
    void aDelayIsNoBandwidth() throws IOException {
        proxy.set(Way.TO_SERVER, WireConditions.CLEAR.withDelay(Duration.ofMillis(50)));
        byte[] sent = new byte[10_000_000];
        long from = time.nanoTime();
        try (Socket socket = connect()) {
            FutureTask<Object> sending = new FutureTask<>(() -> {
                socket.getOutputStream().write(sent);
                return sent;
            });
            new Thread(sending).start();
            assertThat(socket.getInputStream().readNBytes(sent.length)).hasSize(sent.length);
        }
        // One segment of 64 KiB in each 50 ms would take 7.6 s.
        assertThat(time.nanoTime() - from).isBetween(50 * MILLI_NS, 5_000 * MILLI_NS);
    }

    @Test
    void oneConnectionIsDisturbedAndTheOthersAreNot() throws IOException {
        try (Socket busy = connect();
                Socket other = connect()) {
            roundTripNs(other);
            roundTripNs(busy);
            roundTripNs(busy);
            Wire one = proxy.busiest().orElseThrow();
            assertThat(one.carried()).isEqualTo(4);
            assertThat(proxy.carried()).isEqualTo(6);
            one.change(Way.TO_SERVER, present -> WireConditions.CLEAR.withDelay(Duration.ofMillis(200)));
            assertThat(roundTripNs(busy)).isGreaterThanOrEqualTo(200 * MILLI_NS);
            roundTripNs(other);
            assertThat(writtenNs.get(writtenNs.size() - 2) - readNs.get(readNs.size() - 2))
                    .isLessThan(200 * MILLI_NS);
            one.reset();
            assertThat(isReset(busy)).isTrue();
            roundTripNs(other);
        }
    }

    /** A reset comes as RST. */
    @ParameterizedTest
    @CsvSource({"RESETS", "CLOSES"})
    void aBreakEndsConnectionsAndForATimeNewOnesToo(Reception reception) throws IOException {
        try (Socket socket = connect()) {
            roundTripNs(socket);
            long untilNs = time.nanoTime() + 300 * MILLI_NS;
            proxy.breakAll(reception, untilNs);
            assertThat(reception == Reception.RESETS ? isReset(socket) : isEnded(socket))
                    .isTrue();
            try (Socket meanwhile = connect()) {
                assertThat(reception == Reception.RESETS ? isReset(meanwhile) : isEnded(meanwhile))
                        .isTrue();
            }
            assertThat(time.nanoTime()).isLessThan(untilNs);
            while (time.nanoTime() < untilNs) {
                time.parkUntil(untilNs);
            }
            try (Socket afterwards = connect()) {
                roundTripNs(afterwards);
                proxy.reset();
                assertThat(isReset(afterwards)).isTrue();
            }
            try (Socket atOnce = connect()) {
                roundTripNs(atOnce);
            }
        }
    }

    @Test
    void aStallOfOneWayHoldsWhatEntersAndNothingElse() throws IOException {
        try (Socket socket = connect()) {
            roundTripNs(socket);
            long untilNs = time.nanoTime() + 200 * MILLI_NS;
            proxy.stall(Way.TO_CLIENT, time.nanoTime(), untilNs);
            roundTripNs(socket);
            assertThat(time.nanoTime()).isGreaterThanOrEqualTo(untilNs);
        }
        assertThat(writtenNs.get(2) - readNs.get(2)).isLessThan(200 * MILLI_NS);
        assertThat(readNs.get(3)).isLessThan(writtenNs.get(3) - 50 * MILLI_NS);
    }

    @Test
    void aStallThatHasNoEndEndsWithAnother() throws IOException {
        try (Socket socket = connect()) {
            roundTripNs(socket);
            long endsNs = time.nanoTime() + 100 * MILLI_NS;
            proxy.stall(Way.TO_SERVER, time.nanoTime(), time.nanoTime() + Long.MAX_VALUE / 2);
            time.schedule(endsNs, () -> proxy.stall(Way.TO_SERVER, 0, 0));
            roundTripNs(socket);
            assertThat(time.nanoTime()).isGreaterThanOrEqualTo(endsNs);
        }
    }

    /** End of the stream, or reset. */
    private static boolean isEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean isReset(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < -1;
        } catch (SocketException e) {
            return String.valueOf(e.getMessage()).contains("reset");
        }
    }
}
