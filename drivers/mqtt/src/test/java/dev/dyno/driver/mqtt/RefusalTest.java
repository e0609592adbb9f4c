package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.TestClient;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker that accepts a connection and refuses its subscription. Mosquitto grants all of them, and delivers nothing. */
class RefusalTest {

    @ParameterizedTest
    @CsvSource({"3, 20020000, 9003000080, failure", "5, 2003000000, 900400000087, not authorized"})
    void aSubscriptionThatTheUserMayNotHaveIsRefusedForGood(String version, String connAck, String subAck, String words)
            throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread broker = new Thread(() -> serve(server, connAck, subAck));
            broker.start();
            try (TestClient client =
                    TestClient.open("mqtt://127.0.0.1:" + server.getLocalPort(), "mqtt.version", version)) {
                assertFails(
                        RefusedException.class,
                        () -> client.consume(TestClient.listening("topic://t")),
                        "cannot subscribe to t: the broker answered: " + words
                                + "; check user, password and permissions");
            }
            broker.join();
        }
    }

    private static void serve(ServerSocket server, String connAck, String subAck) {
        try (Socket client = server.accept()) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            packet(in);
            client.getOutputStream().write(HexFormat.of().parseHex(connAck));
            byte[] answer = HexFormat.of().parseHex(subAck);
            // Both begin with the number of the request.
            System.arraycopy(packet(in), 0, answer, 2, 2);
            client.getOutputStream().write(answer);
            packet(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a packet of less than 128 bytes; returns it without its type and length. */
    private static byte[] packet(DataInputStream in) throws IOException {
        in.readByte();
        return in.readNBytes(in.readUnsignedByte());
    }
}
