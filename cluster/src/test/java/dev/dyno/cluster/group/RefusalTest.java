package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.tck.FreePort;
import dev.dyno.model.pace.SystemTime;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that are not let in, and the sentences on both sides. */
@Tag("slow")
class RefusalTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    private static Path ours = Path.of("");
    private static Path foreign = Path.of("");

    private final SystemTime clock = new SystemTime();
    private final Witness atCoordinator = new Witness();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeKeys() throws GroupException {
        ours = TestKeys.of("ours");
        foreign = TestKeys.of("foreign");
    }

    @AfterEach
    void end() throws Exception {
        for (final AutoCloseable one : opened) {
            one.close();
        }
        clock.close();
    }

    private static GroupOptions options(HostPort at, String name) {
        return new GroupOptions(at, name, "1.0", Optional.empty(), Optional.empty());
    }

    private static GroupOptions listening() {
        return options(new HostPort("localhost", 0), "c");
    }

    private HostPort listen(GroupOptions options) throws GroupException {
        final Group group = GroupConnector.listen(options, clock, atCoordinator);
        opened.add(group);
        return group.address();
    }

    private void assertJoins(GroupOptions options) throws GroupException {
        opened.add(GroupConnector.join(options, clock, new Witness(), Duration.ofSeconds(10)));
        atCoordinator.awaits("joined " + options.name());
    }

    private String refused(GroupOptions options) {
        final Throwable thrown =
                catchThrowable(() -> opened.add(GroupConnector.join(options, clock, new Witness(), SHORT)));
        assertThat(thrown).isInstanceOf(GroupException.class);
        return String.valueOf(thrown.getMessage());
    }

    /** Asserts that the coordinator got the reason once and is still alone. */
    private void assertTold(String who, String why) {
        atCoordinator.awaits(
                lines -> lines.stream()
                        .anyMatch(line ->
                                line.startsWith("refused " + who) && line.contains(" | ") && line.contains(why)),
                why);
        assertThat(atCoordinator.seen()).hasSize(1);
    }

    @Test
    void anotherVersion() throws GroupException {
        final HostPort at = listen(listening());
        final String why = "The worker is Dyno 1.1 and the coordinator Dyno 1.0; use one build on all machines.";
        assertThat(refused(new GroupOptions(at, "w", "1.1", Optional.empty(), Optional.empty())))
                .isEqualTo(why);
        assertTold("worker w on ", why);
    }

    /** First bytes of a worker of 0.2, and the refusal in the form that it reads. */
    @Test
    void anotherVersionInBytes() throws Exception {
        final HostPort at = listen(listening());
        try (Socket worker = new Socket(at.host(), at.port())) {
            final DataOutputStream out = new DataOutputStream(worker.getOutputStream());
            final DataInputStream in = new DataInputStream(worker.getInputStream());
            out.writeBytes("DYNOGRP\2");
            out.writeUTF("w");
            out.writeUTF("0.2.0");
            out.writeUTF("bench-1");
            out.writeLong(4711);
            out.writeUTF("id");
            out.writeBoolean(false);
            out.write(new byte[16]);
            assertThat(in.readNBytes(9)).isEqualTo("DYNOGRP\2\1".getBytes(StandardCharsets.US_ASCII));
            assertThat(in.readUTF())
                    .isEqualTo("The worker is Dyno 0.2.0 and the coordinator Dyno 1.0; use one build on all machines.");
        }
    }

    /** The coordinator's credentials, the worker's, and the sentences that both get; the right ones are accepted afterwards. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sesame | open    | The secret of the worker is not that of the coordinator; give both the same one.
            sesame |         | The coordinator asks for a secret, and the worker has none; give it the same one.
                   | sesame  | The worker has a secret, and the coordinator has none; give both the same one, or neither.
            keys   | sesame  | The coordinator accepts TLS only; give the worker keys of the same authority.
            sesame | keys    | The worker speaks TLS, and the coordinator has no keys; give both keys of one authority, or neither.
            """)
    void otherCredentials(@Nullable String ofCoordinator, @Nullable String ofWorker, String why) throws GroupException {
        final HostPort at = listen(with(listening(), ofCoordinator));
        final boolean tls = "keys".equals(ofCoordinator) || "keys".equals(ofWorker);
        assertThat(refused(with(options(at, "w"), ofWorker)))
                .isEqualTo("keys".equals(ofWorker) ? at + ": " + why : why);
        assertTold(tls ? "127.0.0.1:" : "worker w on ", why);
        assertJoins(with(options(at, "w"), ofCoordinator));
    }

    private static GroupOptions with(GroupOptions options, @Nullable String credentials) {
        if (credentials == null) {
            return options;
        }
        final Optional<String> secret = Optional.of(credentials);
        return credentials.equals("keys")
                ? withKeys(options, ours)
                : new GroupOptions(options.address(), options.name(), options.version(), Optional.empty(), secret);
    }

    private static GroupOptions withKeys(GroupOptions options, Path keys) {
        return new GroupOptions(
                options.address(), options.name(), options.version(), Optional.of(keys), Optional.empty());
    }

    @Test
    void aStrangerGetsNoProofOfTheSecret() throws Exception {
        final HostPort at = listen(with(listening(), "sesame"));
        try (Socket stranger = new Socket(at.host(), at.port())) {
            final DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
            final DataInputStream in = new DataInputStream(stranger.getInputStream());
            out.write(Handshake.MAGIC);
            Handshake.writeIntroduction(out, introduction("w", Role.WORKER));
            Handshake.readAcceptance(in, "there");
            assertThat(Handshake.readIntroduction(in, Role.COORDINATOR).member().name())
                    .isEqualTo("c");
            out.write(new byte[Credentials.PROOF_BYTES]);
            assertThatThrownBy(() -> Handshake.readAcceptance(in, "there"))
                    .isInstanceOf(AdmissionException.class)
                    .hasMessage(JoinRefusals.OTHER_SECRET);
            assertThat(in.read()).isEqualTo(-1);
        }
        assertTold("worker w on ", JoinRefusals.OTHER_SECRET);
    }

    @Test
    void aCoordinatorThatDoesNotKnowTheSecretIsNotJoined() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final Thread impostor = new Thread(() -> acceptWithoutTheSecret(port));
            impostor.start();
            final HostPort at = new HostPort("127.0.0.1", port.getLocalPort());
            assertThat(refused(with(options(at, "w"), "sesame"))).isEqualTo(JoinRefusals.OTHER_SECRET);
            impostor.join();
        }
    }

    private static void acceptWithoutTheSecret(ServerSocket port) {
        try (Socket worker = port.accept()) {
            final DataOutputStream out = new DataOutputStream(worker.getOutputStream());
            final DataInputStream in = new DataInputStream(worker.getInputStream());
            Handshake.bytes(in, Handshake.MAGIC.length);
            Handshake.readIntroduction(in, Role.WORKER);
            Handshake.accept(out);
            Handshake.writeIntroduction(out, introduction("c", Role.COORDINATOR));
            Handshake.bytes(in, Credentials.PROOF_BYTES);
            Handshake.accept(out);
            out.write(new byte[Credentials.PROOF_BYTES]);
            Handshake.bytes(in, 1);
        } catch (IOException e) {
            return; // Closed by the worker.
        }
    }

    private static Handshake.Introduction introduction(String name, Role role) {
        return new Handshake.Introduction(Member.self(name, role, "1.0"), true, Credentials.nonce());
    }

    @Test
    void aForeignCertificate() throws GroupException {
        final HostPort at = listen(with(listening(), "keys"));
        assertThat(refused(withKeys(options(at, "w"), foreign)))
                .startsWith(
                        at + ": The certificate of that side is not accepted; both must have keys of one authority.");
        assertTold("127.0.0.1:", "The worker does not accept the certificate of this side; both must have keys of one");
        assertJoins(with(options(at, "w"), "keys"));
    }

    @Test
    void anOlderTls() throws Exception {
        final HostPort at = listen(with(listening(), "keys"));
        try (SSLSocket old = (SSLSocket) Keys.context(ours).getSocketFactory().createSocket(at.host(), at.port())) {
            old.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
        }
        atCoordinator.awaits(
                lines -> lines.size() == 1 && lines.get(0).startsWith("refused 127.0.0.1:"), "older TLS refused");
    }

    @Test
    void tlsWithoutACertificate() throws Exception {
        final HostPort at = listen(with(listening(), "keys"));
        final var trustsAll = TrustsAll.context();
        try (SSLSocket anonymous = (SSLSocket) trustsAll.getSocketFactory().createSocket(at.host(), at.port())) {
            anonymous.startHandshake();
            // In TLS 1.3 the client hears of it when it reads.
            assertThatThrownBy(() -> anonymous.getInputStream().read())
                    .isInstanceOfAny(SSLException.class, SocketException.class);
        }
        assertTold("127.0.0.1:", "The worker has no certificate; both must have keys of one authority.");
    }

    @Test
    void anotherLanguage() throws Exception {
        final HostPort at = listen(listening());
        try (Socket browser = new Socket(at.host(), at.port())) {
            final OutputStream out = browser.getOutputStream();
            out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(browser.getInputStream().read()).isEqualTo(-1);
        }
        assertTold("127.0.0.1:", "It does not use the protocol of Dyno's workers.");
        assertJoins(options(at, "w"));
    }

    @Test
    void strangersThatSayNothingKeepNobodyOut() throws Exception {
        final HostPort at = listen(listening());
        for (int i = 0; i < 20; i++) {
            opened.add(new Socket(at.host(), at.port()));
        }
        final long beganNs = clock.nanoTime();
        assertJoins(options(at, "w"));
        assertThat(Duration.ofNanos(clock.nanoTime() - beganNs)).isLessThan(Duration.ofSeconds(2));
        assertThat(atCoordinator.seen()).containsExactly("joined w");
    }

    @Test
    void aSecondCoordinatorOnTheSamePort() throws GroupException {
        final HostPort at = listen(listening());
        assertThatThrownBy(() -> listen(options(at, "second")))
                .isInstanceOf(GroupException.class)
                .hasMessage(at + ": cannot be listened on: Address already in use; give a free port of this machine.");
    }

    @ParameterizedTest
    @CsvSource({"localhost, Connection refused", "dyno-coordinator.invalid, the name is not known here"})
    void nobodyIsThere(String host, String why) throws IOException {
        final HostPort nowhere = new HostPort(host, FreePort.find());
        assertThat(refused(options(nowhere, "w")))
                .isEqualTo("No coordinator was found in 0.5 s. " + nowhere + ": " + why);
    }

    @Test
    void otherMachinesWithoutKeysAndSecret() {
        final String why = ": without keys and without a secret only loopback addresses are allowed, like localhost;"
                + " make keys with dyno worker keys, or give all members the same secret.";
        assertThatThrownBy(() -> listen(options(new HostPort("0.0.0.0", 7400), "c")))
                .isInstanceOf(GroupException.class)
                .hasMessage("0.0.0.0:7400" + why);
        assertThat(refused(options(new HostPort("192.0.2.1", 7400), "w"))).isEqualTo("192.0.2.1:7400" + why);
    }

    @Test
    void allAddressesOfThisMachineWithASecret() throws GroupException {
        final HostPort at = listen(with(options(new HostPort("0.0.0.0", 0), "c"), "sesame"));
        assertThat(at.host()).isNotEqualTo("0.0.0.0");
        assertJoins(with(options(new HostPort("localhost", at.port()), "w"), "sesame"));
    }
}
