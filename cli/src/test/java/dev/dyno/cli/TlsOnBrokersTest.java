package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.driver.tck.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide's command for a broker with TLS, with each such broker, and with certificates that are no good. */
class TlsOnBrokersTest extends OnManagedBroker {

    @TempDir
    private Path folder = Path.of("");

    /** Faults of a certificate, each with the beginning of the sentence about it. */
    private enum Fault {
        NOT_TRUSTED("server", "is not by a trusted authority; give the certificate of its authority as tls.trust"),
        FOR_ANOTHER_HOST("elsewhere", "is for another host (No subject alternative names matching IP address"),
        EXPIRED("expired", "has expired (NotAfter: ");

        private final String file;
        private final String words;

        Fault(String file, String words) {
            this.file = file;
            this.words = words;
        }
    }

    @BeforeEach
    void makeCertificates() {
        TestCertificates unused = TestCertificates.create(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = "artemis")
    void theCommandOfTheGuideRuns(String broker) throws IOException {
        List<String> words = guide(broker, "server");
        words.addAll(List.of("--message-count", "200"));
        run(words.toArray(String[]::new)).ended(Exit.GOOD);
        assertThat(stored().result().ledger().delivered()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"activemq", "kafka", "mosquitto", "nats", "pulsar", "qpid", "rabbitmq"})
    @Tag("nightly")
    void soItDoesWithEachOtherBroker(String broker) throws IOException {
        theCommandOfTheGuideRuns(broker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"artemis", "activemq", "kafka", "mosquitto", "nats", "pulsar", "qpid", "rabbitmq"})
    @Tag("nightly")
    void aCertificateThatIsNoGoodIsNamedInASentence(String broker) throws IOException {
        for (Fault fault : Fault.values()) {
            assertNamed(fault, broker);
        }
    }

    private void assertNamed(Fault fault, String broker) throws IOException {
        List<String> words = guide(broker, fault.file);
        if (fault == Fault.NOT_TRUSTED) {
            words.remove(words.indexOf("--driver-property") + 1);
            words.remove("--driver-property");
        }
        Ran ran = run(words.toArray(String[]::new)).ended(Exit.FAILED);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .contains("cannot connect to ")
                .contains(": the broker's certificate " + fault.words)
                .doesNotContain("Exception", "PKIX");
    }

    /** The command of the guide with another broker and the files of this test. */
    private List<String> guide(String broker, String certificate) throws IOException {
        List<String> words = new ArrayList<>(DocumentedCommand.all().stream()
                .filter(command -> command.place().startsWith("docs/guide/brokers.md:") && command.has("tls=true"))
                .findFirst()
                .orElseThrow()
                .words());
        Collections.replaceAll(words, "qpid", broker);
        words.replaceAll(word -> word.replaceFirst("=server(-key)?\\.pem$", "=" + certificate + "$1.pem")
                .replaceFirst("=([a-z-]+\\.pem)$", "=" + folder.resolve("$1")));
        return words;
    }
}
