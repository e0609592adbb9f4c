package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole command lines that profile the Artemis that they start. */
@Tag("nightly")
class ProfileOfArtemisTest extends OnManagedBroker {

    private static final long SECOND = 1_000_000_000;

    private Ran ran = new Ran(-1, "", "");
    private Path folder = Path.of("");

    private RunResult result(String commandLine) throws IOException {
        ran = type(commandLine);
        folder = Listing.only(runs);
        return stored().result();
    }

    private String stacks(ProfileResult profile) throws IOException {
        Arguments arguments = new Arguments();
        arguments.output = "collapsed";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FlameGraph.parse(folder.resolve(profile.page().orElseThrow()).toString(), arguments)
                .dump(out);
        return out.toString(UTF_8);
    }

    @Test
    void theLocksOfAPagingBrokerAreOnThePage() throws IOException {
        RunResult result =
                result("client --set address-full-policy=PAGE --set max-size-bytes=1MiB --set page-size-bytes=256KiB"
                        + " --producers 16 --sync --persistent --consumers 4 --tx --consumer-commit-interval 1"
                        + " --warmup 2 --duration 5 --profile cpu,lock queue://PAGED");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.status()).as(ran.out()).isZero();
        assertThat(result.profiles()).extracting(ProfileResult::event).containsExactly("cpu", "lock");
        assertThat(ran.outLines())
                .contains(
                        "flame graph " + folder.resolve("profile-cpu.html"),
                        "flame graph " + folder.resolve("profile-lock.html"));
        ProfileResult lock = result.profiles().get(1);
        assertThat(lock.problem()).isEmpty();
        assertThat(stacks(lock))
                .contains("org.apache.activemq.artemis.core.server.impl.", "java.util.concurrent.locks.Reentrant");
        assertThat(Files.readString(folder.resolve("profile-lock.html")))
                .contains("<title>artemis " + result.semantics().facts().get("broker version")
                        + ": lock, 3.000 s measured from " + result.started().plusSeconds(2));
        assertThat(result.semantics().facts()).containsEntry("broker profiled", "cpu, lock by " + lock.method());
        assertThat(result.config()).containsEntry("profile", List.of("cpu", "lock"));

        ProfileResult cpu = result.profiles().get(0);
        // Nothing of the start or of the warm-up was recorded, and what came after the load is not on the page.
        assertThat(cpu.recordedFromNs()).isGreaterThanOrEqualTo(2 * SECOND);
        Instant from = result.started().plusSeconds(2);
        Instant to = result.started().plusSeconds(5);
        List<Instant> samples = RecordingFile.readAllEvents(folder.resolve("profile.jfr")).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                .map(event -> event.getStartTime())
                .toList();
        assertThat(samples)
                .allMatch(at -> !at.isBefore(from))
                .filteredOn(at -> !at.isAfter(to))
                .hasSize((int) cpu.samples());
        assertThat(stacks(cpu))
                .contains("org.apache.activemq.artemis.")
                .doesNotContain("ArtemisLauncher", "EmbeddedActiveMQ.start");
    }

    /** The agent writes what can be read every five seconds. */
    @Test
    void ofABrokerThatIsKilledThereIsWhatWasRecorded() throws IOException {
        RunResult result =
                result("client --rate 500 --producers 4 --duration 10 --drain 1 --reconnect --at 8s kill --profile cpu"
                        + " queue://KILLED");
        assertThat(ran.status()).as(ran.out() + ran.err()).isZero();
        ProfileResult cpu = result.profiles().get(0);
        assertThat(cpu.samples()).isPositive();
        assertThat(cpu.recordedToNs()).isBetween(4 * SECOND, 8 * SECOND);
        assertThat(cpu.problem().orElseThrow())
                .matches(
                        "the broker's process \\d+ ended before the measured phase did, and its profile with it; the recording"
                                + " lacks the first \\d\\.\\d s and the last \\d\\.\\d s of the measured phase");
        assertThat(ran.errLines())
                .containsExactly("dyno: --profile: cpu: " + cpu.problem().orElseThrow() + ".");
        assertThat(stacks(cpu)).contains("org.apache.activemq.artemis.");
    }
}
