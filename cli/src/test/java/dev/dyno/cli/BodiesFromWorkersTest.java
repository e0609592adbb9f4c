package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bodies that two workers send, read off a NATS server by a subscriber that only knows its lines of text. */
@Tag("nightly")
class BodiesFromWorkersTest extends WithProcesses {

    private static final int MESSAGES = 1_000;
    private static final int PAYLOADS = 400;
    private static final int BYTES = 200;
    private static final int HEAD = 48;

    /** A line without its end. */
    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (char c = (char) in.readUnsignedByte(); c != '\n'; c = (char) in.readUnsignedByte()) {
            line.append(c);
        }
        return line.toString().stripTrailing();
    }

    private static List<byte[]> receive(Socket socket) {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            List<byte[]> bodies = new ArrayList<>();
            while (bodies.size() < MESSAGES) {
                String line = line(in);
                if (line.equals("PING")) {
                    socket.getOutputStream().write("PONG\r\n".getBytes(US_ASCII));
                } else if (line.startsWith("MSG ")) {
                    bodies.add(in.readNBytes(Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1))));
                    line(in);
                } else if (line.startsWith("HMSG ")) {
                    String[] words = line.split(" ", -1);
                    in.readNBytes(Integer.parseInt(words[words.length - 2]));
                    int whole = Integer.parseInt(words[words.length - 1]);
                    bodies.add(in.readNBytes(whole - Integer.parseInt(words[words.length - 2])));
                    line(in);
                }
            }
            return bodies;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Timeout(180)
    void twoWorkersHaveDifferentBodiesAndEachAsManyAsAreAskedFor() throws Exception {
        try (ManagedBroker broker = new BrokerLauncher(Path.of(BuiltDyno.HOME)).start(BrokerSpec.of("nats"))) {
            URI url = URI.create(broker.url("nats"));
            try (Socket subscriber = new Socket(url.getHost(), url.getPort())) {
                subscriber
                        .getOutputStream()
                        .write("CONNECT {\"verbose\":false,\"headers\":true}\r\nSUB BODIES 1\r\n".getBytes(US_ASCII));
                CompletableFuture<List<byte[]>> received = CompletableFuture.supplyAsync(() -> receive(subscriber));
                String address = Processes.freeAddress();
                processes.startWorker("w1", address);
                processes.startWorker("w2", address);

                Path workload =
                        Files.writeString(folder.resolve("bodies.yaml"), """
                        producers:
                          - { to: "topic://BODIES", count: 2, messages: %d,
                              message: { size: %d, compressibility: 0.5, payloads: %d } }
                        phases: { measure: until stopped }
                        """.formatted(MESSAGES, BYTES, PAYLOADS));
                Process load = processes.type(
                        "load",
                        "run %s --workers 2 --listen %s --url %s --runs %s",
                        workload,
                        address,
                        url,
                        folder.resolve("runs"));
                assertThat(load.waitFor(120, TimeUnit.SECONDS)).isTrue();
                assertThat(load.exitValue()).as(processes.said("load")).isEqualTo(Exit.GOOD);

                List<byte[]> bodies = received.get(10, TimeUnit.SECONDS);
                assertThat(bodies)
                        .allSatisfy(body -> assertThat(body).hasSize(BYTES).endsWith(new byte[72]));
                assertThat(payloads(bodies)).hasSize(2 * PAYLOADS);
            }
        }
    }

    private static Set<ByteBuffer> payloads(List<byte[]> bodies) {
        Set<ByteBuffer> payloads = new HashSet<>();
        bodies.forEach(body -> payloads.add(ByteBuffer.wrap(Arrays.copyOfRange(body, HEAD, body.length))));
        return payloads;
    }
}
