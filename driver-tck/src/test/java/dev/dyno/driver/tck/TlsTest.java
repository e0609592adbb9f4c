package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Here, and not beside the class, because the certificates are here. */
@Tag("slow")
class TlsTest {

    @TempDir
    static Path folder = Path.of("");

    private static Map<String, String> serverSide = Map.of();
    private static Map<String, String> clientSide = Map.of();

    @BeforeAll
    static void makeCertificates() {
        TestCertificates made = TestCertificates.create(folder);
        serverSide = Map.of(
                "tls.trust", made.ca().toString(),
                "tls.certificate", made.server().toString(),
                "tls.key", made.serverKey().toString());
        clientSide = Map.of(
                "tls.trust", made.ca().toString(),
                "tls.certificate", made.client().toString(),
                "tls.key", made.clientKey().toString());
    }

    @Test
    void whatIsWrongWithACertificateIsSaidInOneSentenceAndNothingOfOtherFailures() {
        assertThat(complaint(new CertificateNotYetValidException("NotBefore: tomorrow")))
                .contains("the broker's certificate is not valid yet (NotBefore: tomorrow); look at the clocks");
        assertThat(complaint(new CertificateExpiredException("NotAfter: yesterday")))
                .contains("the broker's certificate has expired (NotAfter: yesterday); give the broker a new one");
        assertThat(complaint(new CertificateException("No name matching h found")))
                .contains(
                        "the broker's certificate is for another host (No name matching h found); connect to the host that"
                                + " it names, or set tls.verify-host=false");
        assertThat(complaint(new CertPathBuilderException("unable")))
                .contains("the broker's certificate is not by a trusted authority; give the certificate of its"
                        + " authority as tls.trust");
        assertThat(complaint(new CertificateException("odd"))).isEmpty();
    }

    private static Optional<String> complaint(Exception cause) {
        return Tls.complaint(Causes.of(new SSLHandshakeException("PKIX path building failed").initCause(cause)));
    }

    @Test
    void bothSidesKnowEachOther() throws Exception {
        assertThat(subjectSeenBy(serverSide, clientSide)).isEqualTo("CN=dyno-client");
    }

    @Test
    void wordsBesideAKeyMayHaveAnyEncoding() throws Exception {
        String key = clientSide.getOrDefault("tls.key", "");
        Path withWords = Files.writeString(
                folder.resolve("words.pem"),
                "Schlüssel\n" + Files.readString(Path.of(key)),
                StandardCharsets.ISO_8859_1);
        Map<String, String> client = new HashMap<>(clientSide);
        client.put("tls.key", withWords.toString());
        assertThat(subjectSeenBy(serverSide, client)).isEqualTo("CN=dyno-client");
    }

    @Test
    void aClientThatTrustsOnlyWhatTheJdkTrustsDoesNotTalkToAStranger() {
        assertThatThrownBy(() -> subjectSeenBy(serverSide, Map.of())).isInstanceOf(SSLException.class);
    }

    @Test
    void aClientWithoutACertificateIsRefused() {
        Map<String, String> nameless = Map.of("tls.trust", clientSide.getOrDefault("tls.trust", ""));
        assertThatThrownBy(() -> subjectSeenBy(serverSide, nameless)).isInstanceOf(SSLException.class);
    }

    @Test
    void otherPropertiesAreLeftToTheDriver() throws DriverException {
        Tls tls = Tls.of(Map.of("acks", "all"));
        assertThat(tls.trust()).isEmpty();
        assertThat(tls.certificate()).isEmpty();
        assertThat(tls.verifyHost()).isTrue();
    }

    @Test
    void whatIsWrongIsSaidInASentence() throws IOException {
        Path noPem = Files.writeString(folder.resolve("no.pem"), "hello");
        String trust = clientSide.getOrDefault("tls.trust", "");
        String certificate = clientSide.getOrDefault("tls.certificate", "");
        refused(
                Map.of("tls.truststore", "x"),
                "tls.truststore: unknown setting of TLS; must be one of tls.trust, tls.certificate, tls.key, tls.verify-host.");
        refused(Map.of("tls.trust", "/nowhere.pem"), "tls.trust: /nowhere.pem; must be a PEM file that can be read");
        refused(
                Map.of("tls.certificate", certificate),
                "tls.certificate and tls.key: one is of no use without the other; give both");
        refused(Map.of("tls.verify-host", "no"), "tls.verify-host: no; must be true or false");
        refused(Map.of("tls.trust", noPem.toString()), "tls.trust: " + noPem + " is not PEM of X.509 certificates: ");
        refused(
                Map.of("tls.certificate", certificate, "tls.key", trust),
                "tls.key: " + trust + " holds no 'BEGIN PRIVATE KEY'; must be PKCS #8 without a password");
    }

    private static void refused(Map<String, String> properties, String sentence) {
        assertThatThrownBy(() -> Tls.of(properties).context())
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith(sentence);
    }

    /** Both sides shake hands on loopback; the answer is whom the server has seen. */
    private static String subjectSeenBy(Map<String, String> server, Map<String, String> client) throws Exception {
        try (SSLServerSocket listening = (SSLServerSocket) Tls.of(server)
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listening.setNeedClientAuth(true);
            listening.setSoTimeout(10_000);
            Callable<String> accept = () -> {
                try (SSLSocket socket = (SSLSocket) listening.accept()) {
                    socket.setSoTimeout(10_000);
                    socket.startHandshake();
                    return socket.getSession().getPeerPrincipal().getName();
                }
            };
            FutureTask<String> seen = new FutureTask<>(accept);
            Thread thread = new Thread(seen, "tls-server");
            thread.setDaemon(true);
            thread.start();
            try (SSLSocket socket = (SSLSocket) Tls.of(client)
                    .context()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
                socket.setSoTimeout(10_000);
                socket.startHandshake();
            }
            return seen.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
