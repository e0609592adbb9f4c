package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.Backlog.Measure;
import dev.dyno.model.workload.Phases;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The phases of a workload file: a warm-up that ends by itself, a backlog. */
class WorkloadPhasesTest {

    private static final String BOTH = "{ producers: { to: queue://q }, consumers: { from: queue://q }, phases: ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    20s                         | 20s  | false
                    until steady                | 2m   | true
                    'until steady, at most 30s' | 30s  | true
                    """)
    void aWarmupHasALengthOrLastsUntilTheLoadIsSteady(String warmup, String longest, boolean untilSteady) {
        Phases phases = DynoWorkloadTest.read(
                        "{ producers: { to: queue://q }, phases: { warmup: \"" + warmup + "\", measure: 1m } }")
                .phases();
        Duration most = Duration.ofNanos(Units.parseDurationNs(longest));
        assertThat(phases)
                .isEqualTo(new Phases(
                        Phases.CONNECT_TIMEOUT,
                        most,
                        untilSteady,
                        most.plusMinutes(1),
                        Duration.ofSeconds(30),
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    until then                   | until then; must be a duration like 10s, or: until steady, or: until steady, at most 2m.
                    'until steady, at most 10s'  | until steady, at most 10s; must be at most a whole number of seconds, 11s or more: it takes ten to see that a load is steady.
                    'until steady, at most 11.5s' | until steady, at most 11.5s; must be at most a whole number of seconds
                    """)
    void whatIsWrongWithAWarmupIsReported(String warmup, String problem) {
        assertThat(DynoWorkloadTest.problems(
                        "{ producers: { to: queue://q }, phases: { warmup: \"" + warmup + "\" } }"))
                .singleElement(STRING)
                .startsWith("w.yaml:1:51: warmup: " + problem);
    }

    private static Phases phases(String phases) {
        return DynoWorkloadTest.read(BOTH + phases + " }").phases();
    }

    @Test
    void aBacklogHasASizeAndADeadline() {
        Optional<Backlog> least = Optional.of(new Backlog(
                new Backlog.Size(Measure.MESSAGES, 5), Duration.ofMinutes(5), false, Optional.empty(), false));
        assertThat(phases("{ backlog: { messages: 5 } }"))
                .isEqualTo(new Phases(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30), least));
        Optional<Backlog> large = Optional.of(new Backlog(
                new Backlog.Size(Measure.BYTES, 2L << 30), Duration.ofMinutes(1), true, Optional.empty(), false));
        assertThat(phases("{ warmup: 5s, backlog: { bytes: 2GiB, deadline: 1m, while-sending: true }, measure: 1m }"))
                .isEqualTo(new Phases(Duration.ofSeconds(5), Duration.ofSeconds(65), Duration.ofSeconds(30), large));
        assertThat(phases("{ backlog: { duration: 30s } }").backlog()).get().hasToString("30s, drained within 5m");
        assertThat(phases("{ backlog: { messages: 50, while-sending: true, left: 5, measured-after: true } }")
                        .backlog())
                .contains(new Backlog(
                        new Backlog.Size(Measure.MESSAGES, 50), Duration.ofMinutes(5), true, Optional.of(5L), true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { backlog: { deadline: 1s } }              | 1:84: backlog: must say how large it is to be by one of messages, bytes and duration, like { messages: 1000000 }.
                    { backlog: { messages: 1, duration: 1s } } | 1:84: backlog: must say how large it is to be by one of messages, bytes and duration, like { messages: 1000000 }.
                    { backlog: { messages: 0 } }               | 1:96: messages: 0; must be a whole number of at least 1.
                    { backlog: { bytes: 0 } }                  | 1:93: bytes: 0; must be more than 0.
                    { backlog: { duration: 0s } }              | 1:96: duration: 0s; must be more than 0.
                    { backlog: { messages: 1, deadline: 0s } } | 1:109: deadline: 0s; must be more than 0.
                    { backlog: { messages: 1 }, measure: 1s }  | 1:110: measure: the producers stop when the backlog is built, and the run ends when it is drained; leave it out, or say while-sending: true.
                    { backlog: { size: 1, messages: 1 } }      | 1:86: unknown key 'size'; must be one of messages, bytes, duration, deadline, while-sending, left, measured-after.
                    { backlog: { messages: 1, measured-after: true } } | 1:115: measured-after: the producers stop when the backlog is built, and nothing is measured behind it; leave it out, or say while-sending: true.
                    """)
    void whatIsWrongWithABacklogIsReported(String phases, String problem) {
        assertThat(DynoWorkloadTest.problems(BOTH + phases + " }"))
                .singleElement(STRING)
                .startsWith("w.yaml:" + problem);
    }

    @Test
    void aBacklogSaysWhenGroupsWork() {
        assertThat(DynoWorkloadTest.problems("""
                        producers: { to: queue://q, start: 1s }
                        phases: { backlog: { messages: 1 } }
                        """))
                .extracting(problem -> problem.lines().findFirst().orElseThrow())
                .containsExactly(
                        "w.yaml:1:36: start: contradicts the backlog, which says when producers and consumers work; leave one"
                                + " of them out.",
                        "w.yaml:2:9: phases: a backlog needs producers that build it and consumers that drain it.");
    }
}
