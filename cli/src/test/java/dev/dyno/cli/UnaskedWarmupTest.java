package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.plan.Problems;
import dev.dyno.model.workload.Phases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The measured phase is as long as without a warm-up. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "client --duration 10",
                "client --duration 10 --rate 1000 --arrivals poisson",
                "producer --duration 10 --rate 1000"
            })
    void itLastsUntilTheLoadIsSteadyAndComesBeforeTheDuration(String command) {
        Phases phases = phases(command);
        assertThat(phases.untilSteady()).isTrue();
        assertThat(phases.warmup()).hasSeconds(15);
        assertThat(phases.duration()).hasSeconds(25);
    }

    @Test
    void aLoadWithoutAnEndHasIt() {
        Phases phases = phases("client --rate 1000");
        assertThat(phases.untilSteady()).isTrue();
        assertThat(phases.duration()).isZero();
    }

    @Test
    void severalWorkersWarmUpEquallyLong() {
        Phases phases = phases("client --duration 10 --rate 1000 --workers 2");
        assertThat(phases.untilSteady()).isFalse();
        assertThat(phases.warmup()).hasSeconds(15);
        assertThat(phases.duration()).hasSeconds(25);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client --duration 10 --warmup 0",
                "client --duration 10 --message-count 100",
                "client --duration 10 --start-delay 5s",
                "producer --duration 10 --connect-only",
                "client --duration 10 --schedule 'burst 50/s for 30s, 1000/s for 10s'",
                "consumer --duration 10"
            })
    void thereIsNoneWhereItWouldTakeWhatIsMeasuredOrMoveWhatIsTimed(String command) {
        Phases phases = phases(command);
        assertThat(phases.untilSteady()).isFalse();
        assertThat(phases.warmup()).isZero();
        assertThat(phases.duration()).hasSeconds(10);
    }

    @Test
    void aWarmupThatIsGivenIsPartOfTheDuration() {
        Phases phases = phases("client --duration 10 --warmup 4");
        assertThat(phases.warmup()).hasSeconds(4);
        assertThat(phases.duration()).hasSeconds(10);
    }

    @Test
    void thereIsNoneInTheWordsOfArtemisPerf(@TempDir Path folder) {
        Dyno dyno = new Dyno(folder).with("DYNO_WARMUP", "");
        String line = "client --duration 10 --broker sim --print-config";
        assertThat(dyno.type(line).out()).contains("until steady, at most 15s");
        assertThat(dyno.type("perf " + line).out()).contains("warmup: 0s", "measure: 10s");
    }
}
