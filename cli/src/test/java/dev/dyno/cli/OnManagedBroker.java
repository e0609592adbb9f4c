package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Whole command lines on the broker that they start: what the build has laid out, in processes of its own. */
@Tag("broker")
abstract class OnManagedBroker {

    static final Pattern PROCESS = Pattern.compile("process (\\d+)");

    @TempDir
    Path runs = Path.of("");

    final Ran run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--runs", runs.toString()));
        return BuiltDyno.run(all.toArray(String[]::new));
    }

    final Ran type(String line, Object... values) {
        return run(Dyno.words(line, values));
    }

    final RunFolderReader stored() throws IOException {
        return Listing.run(runs);
    }

    static boolean isBrokerGone(Ran ran) {
        Matcher process = PROCESS.matcher(ran.out());
        assertThat(process.find()).as(ran.out()).isTrue();
        return ProcessHandle.of(Long.parseLong(process.group(1)))
                .filter(ProcessHandle::isAlive)
                .isEmpty();
    }
}
