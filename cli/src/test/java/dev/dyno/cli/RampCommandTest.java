package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.report.store.CapacityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rates that rise, and a share of the rate that is held, on a broker that serves 1,000 or 2,000 messages a second. */
class RampCommandTest extends WithDyno {

    private static final String BROKER = " --driver sim --url sim://x --driver-property service=1ms --warmup 0";

    /** At 1,800/s the last of three seconds' messages wait for 2.4 s; the limit is more than this machine stands still. */
    @Test
    void consolePageStoredRunAndQuerySayTheLastRateThatHeld() throws Exception {
        QueryCommandTest.installSqlite(folder);
        String said =
                "The ramp held p99\\(end-to-end\\) < 700ms up to 600/s, and no more from 1,800/s on, at 6 s\\s+of the load: ";
        Dyno.Ran ran = dyno.type("client --duration 9 --slo 'p99(end-to-end) < 700ms' --schedule"
                + " 'steps 200/s for 3s, 600/s for 3s, 1800/s for 3s'" + BROKER);
        assertThat(ran.out()).containsPattern("ramp +" + said);
        Path run = Listing.only(place());
        Capacity found = CapacityFile.read(run).orElseThrow().capacity();
        assertThat(found.low()).hasValue(600);
        assertThat(found.high()).hasValue(1_800);
        assertThat(Files.readString(run.resolve("run.json"))).contains("\"ramp\"");
        assertThat(Pages.dataOf(run.resolve("report.html")))
                .contains("between 600 and 1,800 msg/s")
                .containsPattern(said);
        Dyno.Ran rows = dyno.run(
                        "query",
                        "--csv",
                        "select n.sentence, s.asked_per_s, s.decision from notes n, steps s where n.code = 'ramp'")
                .good();
        assertThat(rows.out())
                .contains(",200.0,MET", ",600.0,MET", ",1800.0,MISSED")
                .containsPattern(said);
    }

    @Test
    void whatIsKnownOfAWholeLoadOnlyIsRefused() {
        dyno.type("client --duration 9 --slo 'lost = 0' --schedule 'steps 200/s for 3s, 600/s for 3s'" + BROKER)
                .refused("dyno client: --slo: lost = 0; is not known of a part of a ramp. Fail by it with --fail-if.");
    }

    @Test
    void objectivesOfAFileWithoutARampAreNotUsed() throws IOException {
        String workload = file("w.yaml", """
                slo: p99(end-to-end) < 20ms
                phases: {warmup: 0s, measure: 1s}
                producers: [{to: queue://Q, rate: 100/s}]
                consumers: [{from: queue://Q}]
                """);
        Dyno.Ran ran = dyno.type("run --broker sim " + workload);
        assertThat(ran.out()).contains("slo: p99(end-to-end) < 20ms; has no effect on this load: ");
        assertThat(runs()).hasSize(1);
    }

    /** The search for it comes before the load. */
    @Test
    @Tag("nightly")
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
