package dev.dyno.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTimeTest {

    /** A second is for connecting and closing, five are for the broker, and two for the machine to cool down; a search takes 160 and a second. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            broker: artemis | producers: { to: queue://q, rate: 100/s }                  | measure: 30s  | 38
            broker: artemis | producers: { to: queue://q, messages: 500000 }             | measure: 20m  | 108
            broker: artemis | producers: { to: queue://q, messages: 500000 }             | measure: 30s  | 38
            broker: artemis | producers: { to: queue://q, messages: 5000, rate: 1000/s } | measure: 20m  | 13
            broker: sim     | producers: { to: queue://q, rate: 100/s }                  | measure: 30s  | 33
            broker: artemis | consumers: { from: queue://q }                             | measure: 30s  | 38
            broker: artemis | producers: { to: queue://q, rate: 80% of held }            | measure: 30s  | 199
            """)
    void aTrialTakesItsPhasesOrItsMessages(String broker, String load, String phases, long seconds) {
        StudyFile file = StudyFile.of(
                "s.yaml",
                "setup: { " + broker + " }\nworkloads:\n  w:\n    " + load + "\n    phases: { " + phases + " }\n",
                false);
        assertThat(file.problems()).isEmpty();
        List<StudyPlan.Planned> trials = StudyPlan.of(file.study(), Map.of());
        assertThat(new StudyTime(file).of(trials)).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(new StudyTime(file.with(3, Map.of()))
                        .of(StudyPlan.of(file.with(3, Map.of()).study(), Map.of())))
                .isEqualTo(Duration.ofSeconds(3 * seconds));
    }

    /** 31 s each, seven for the end of the broker, and 161 for one search. */
    @Test
    void aSearchForAllIsPartOfTheirTime() {
        StudyFile file = StudyFile.of("s.yaml", """
                brokers: reused
                held: once
                setup: { broker: artemis }
                workloads: { w: { producers: { to: queue://q, rate: 80% of held }, phases: { measure: 30s } } }
                axes: { seed: { set: workload.seed, values: [1, 2] } }
                """, false);
        assertThat(file.problems()).isEmpty();
        assertThat(new StudyTime(file).of(StudyPlan.of(file.study(), Map.of()))).isEqualTo(Duration.ofSeconds(230));
    }

    /** Its guide says an hour. In its quick size, each run is as long as the file says. */
    @Test
    void theSuiteTakesTheTimeThatItsRunsShare() {
        Path suite = Path.of("..", "studies", "suite.yaml");
        assertThat(StudyTime.size(StudyFile.read(suite, false))).isEqualTo("15 trials, 60 min");
        assertThat(StudyTime.size(StudyFile.read(suite, true))).isEqualTo("15 trials, 8 min");
    }

    @ParameterizedTest
    @CsvSource({"119, 119 s", "120, 2 min", "7140, 119 min", "7200, 2 h 0 min"})
    void aDurationIsRough(long seconds, String text) {
        assertThat(StudyTime.text(Duration.ofSeconds(seconds))).isEqualTo(text);
    }
}
