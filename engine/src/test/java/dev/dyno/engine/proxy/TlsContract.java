package dev.dyno.engine.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.Exchange;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestCertificates;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Suite of the tests that every driver's encrypted connections must pass. The broker has the server's certificate of {@link
 * TestCertificates}, which is for 127.0.0.1 and not for 127.0.0.2. Here, and not beside the contract of all drivers, because of
 * the proxy.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("broker")
@Timeout(60)
public abstract class TlsContract {

    private static final String HERE = "127.0.0.1";

    /** Also of this machine, and in no certificate. */
    private static final String ELSEWHERE = "127.0.0.2";

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private TestCertificates certificates;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private Listening broker;

    /** A broker that clients reach by TLS only. */
    public record Listening(int port, AutoCloseable broker) {}

    @BeforeAll
    @Timeout(300)
    final void startBroker(@TempDir Path folder) throws Exception {
        certificates = TestCertificates.create(folder);
        broker = start(certificates, folder);
    }

    @AfterAll
    final void stopBroker() throws Exception {
        if (broker != null) {
            broker.broker().close();
        }
    }

    /** @param folder for files of the broker; the certificates are there, too */
    protected abstract Listening start(TestCertificates certificates, Path folder) throws Exception;

    protected static Driver driver() {
        return DriverFolder.ofThisModule().driver();
    }

    protected abstract String url(String host, int port);

    /** Specification for opening the driver. */
    protected ClientSpec spec(String url, Optional<Credentials> user, Map<String, String> settings) {
        return DriverFolder.ofThisModule().spec(url, user, settings);
    }

    /** Settings with each of which all of it is tested. */
    protected List<Map<String, String>> variants() {
        return List.of(Map.of());
    }

    /** Whom the broker lets in, where it asks for a user and a password. */
    protected Optional<Credentials> user() {
        return Optional.empty();
    }

    /** Whether the broker lets in only clients with a certificate. */
    protected boolean wantsCertificate() {
        return false;
    }

    /** Lines of the semantics card that say of the encryption. */
    protected Map<String, String> card() {
        return Map.of();
    }

    /** Sentence about a broker that is not trusted. */
    protected String untrusted() {
        return ": the broker's certificate is not by a trusted authority; give the certificate of its authority as"
                + " tls.trust";
    }

    /** Sentence about a certificate for another host. */
    protected String forAnotherHost() {
        return "No subject alternative names matching IP address " + ELSEWHERE + " found";
    }

    /** Sentence about a wrong password. */
    protected String wrongPassword() {
        return "; check user, password and permissions";
    }

    /** Whether the client library can accept a certificate that is for another host. */
    protected boolean canTrustAnyHost() {
        return true;
    }

    protected final TestCertificates certificates() {
        return certificates;
    }

    protected final String url() {
        return url(HERE, broker.port());
    }

    /** Settings with which the broker lets a client in. */
    private Map<String, String> accepted(Map<String, String> variant) {
        Map<String, String> settings = wantsCertificate() ? certificates.mutual() : certificates.trust();
        settings.putAll(variant);
        return settings;
    }

    /** A message goes there and back, and the card says that it was encrypted. */
    protected final void assertPasses(ClientSpec spec) throws Exception {
        assertThat(Exchange.passes(spec)).containsAllEntriesOf(card());
    }

    /** The client is not let in, now and later, and one sentence says why, to which the client library adds nothing. */
    protected final void assertRefused(ClientSpec spec, String words) {
        assertRefused(RefusedException.class, spec, words);
    }

    private static void assertRefused(Class<? extends DriverException> type, ClientSpec spec, String words) {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, UTF_8));
        try {
            Exchange.assertRefused(type, spec, words);
        } finally {
            System.setErr(before);
        }
        // An Artemis in this JVM says of its own what it refused.
        assertThat(logged.toString(UTF_8).lines().filter(line -> !line.startsWith("WARN server - AMQ222208: ")))
                .as("log of the client library")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void messagesPassEncrypted(Map<String, String> variant) throws Exception {
        assertPasses(spec(url(), user(), accepted(variant)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aClientWithoutTheCertificateThatTheBrokerWantsIsRefused(Map<String, String> variant) {
        assumeTrue(wantsCertificate(), "certificates of clients are not wanted");
        Map<String, String> nameless = certificates.trust();
        nameless.putAll(variant);
        assertRefused(DriverException.class, spec(url(), user(), nameless), "");
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aBrokerThatIsNotTrustedIsRefused(Map<String, String> variant) {
        Map<String, String> doubting = new HashMap<>(accepted(variant));
        doubting.remove("tls.trust");
        doubting.put("tls.verify-host", "true");
        assertRefused(spec(url(), user(), doubting), untrusted());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aCertificateForAnotherHostIsRefusedUnlessTheCheckIsOff(Map<String, String> variant) throws Exception {
        try (TcpProxy forwarder = TcpProxy.open(
                InetAddress.getByName(ELSEWHERE),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port()),
                new JdkTime(),
                Tap.NONE,
                0)) {
            String elsewhere = url(ELSEWHERE, forwarder.port());
            Map<String, String> settings = accepted(variant);
            assertRefused(spec(elsewhere, user(), settings), forAnotherHost());
            if (canTrustAnyHost()) {
                settings.put("tls.verify-host", "false");
                assertPasses(spec(elsewhere, user(), settings));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aWrongPasswordIsRefused(Map<String, String> variant) {
        assumeTrue(user().isPresent(), "the broker asks for no password");
        Optional<Credentials> stranger = user().map(known -> new Credentials(known.user(), "wrong"));
        assertRefused(spec(url(), stranger, accepted(variant)), wrongPassword());
    }
}
