package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.StoredRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Whole command lines on the broker that they start: what the build has laid out, in processes of its own. */
@Tag("broker")
abstract class OnManagedBroker {

    static final Pattern PROCESS = Pattern.compile("process (\\d+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    Path runs;

    @BeforeEach
    void useWhatTheBuildHasLaidOut() {
        System.setProperty(
                "dyno.home",
                Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString());
    }

    final Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--runs", runs.toString()));
        int status = Main.execute(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                all.toArray(String[]::new));
        return new Ran(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    final StoredRun stored() throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            return RunFolder.read(folders.findFirst().orElseThrow());
        }
    }

    static boolean isBrokerGone(Ran ran) {
        Matcher process = PROCESS.matcher(ran.out());
        assertThat(process.find()).as(ran.out()).isTrue();
        return ProcessHandle.of(Long.parseLong(process.group(1)))
                .filter(ProcessHandle::isAlive)
                .isEmpty();
    }
}
