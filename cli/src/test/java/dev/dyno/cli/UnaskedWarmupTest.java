package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.plan.Problems;
import dev.dyno.model.workload.Phases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The warm-up of a load whose flags name none. */
class UnaskedWarmupTest {

    private static Phases phases(String command) {
        LoadCommand verb = (LoadCommand) Main.commandLine()
                .parseArgs(Dyno.words(command))
                .subcommand()
                .commandSpec()
                .userObject();
        Problems problems = new Problems();
        Phases phases = verb.workload("a load", problems).workload().phases();
        assertThat(problems.sentences()).isEmpty();
        return phases;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # It lasts until the load is steady, and comes before the duration.
            client --duration 10                                 | true  | 15 | 25
            client --duration 10 --rate 1000 --arrivals poisson  | true  | 15 | 25
            producer --duration 10 --rate 1000                   | true  | 15 | 25
            client --rate 1000                                   | true  | 15 | 0
            # Several workers warm up equally long.
            client --duration 10 --rate 1000 --workers 2         | false | 15 | 25
            # There is none where it would take what is measured or move what is timed.
            client --duration 10 --warmup 0                      | false | 0  | 10
            client --duration 10 --message-count 100             | false | 0  | 10
            client --duration 10 --start-delay 5s                | false | 0  | 10
            producer --duration 10 --connect-only                | false | 0  | 10
            client --duration 10 --schedule 'burst 50/s for 30s, 1000/s for 10s' | false | 0 | 10
            consumer --duration 10                               | false | 0  | 10
            # One that is given is part of the duration.
            client --duration 10 --warmup 4                      | false | 4  | 10
            """)
    void theMeasuredPhaseIsAsLongAsWithoutAWarmupThatNobodyGave(
            String command, boolean untilSteady, long warmup, long duration) {
        Phases phases = phases(command);
        assertThat(phases.untilSteady()).isEqualTo(untilSteady);
        assertThat(phases.warmup()).hasSeconds(warmup);
        assertThat(phases.duration()).hasSeconds(duration);
    }

    @Test
    void thereIsNoneInTheWordsOfArtemisPerf(@TempDir Path folder) {
        Dyno dyno = new Dyno(folder).with("DYNO_WARMUP", "");
        String line = "client --duration 10 --broker sim --print-config";
        assertThat(dyno.type(line).out()).contains("until steady, at most 15s");
        assertThat(dyno.type("perf " + line).out()).contains("warmup: 0s", "measure: 10s");
    }
}
