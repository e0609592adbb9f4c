package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A load at a share of what the broker holds, with its search, on a broker that serves 2,000 messages a second. */
@Tag("nightly")
class HeldRateTest extends WithDyno {

    @Test
    void consolePageAndStoredRunSayTheRateAndWhatIsHeld() throws IOException {
        Dyno.Ran ran = dyno.type(
                "client --rate '80% of held' --warmup 0 --duration 2 --driver sim --url sim://x"
                        + " --driver-property service=500us --runs %s",
                place());
        String said = "80% of held = 1,\\d{2}0/s \\(held: [12],\\d{2}0/s; capacity ";
        assertThat(ran.out()).containsPattern("asked +" + said);
        List<Path> runs = runs();
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).resolve("capacity.json")).exists();
        assertThat(Files.readString(runs.get(1).resolve("run.json"))).containsPattern(said);
        assertThat(Pages.dataOf(runs.get(1).resolve("report.html"))).containsPattern(said);
    }
}
