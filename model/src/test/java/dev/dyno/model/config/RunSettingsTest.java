package dev.dyno.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.WorkerSettings.Workers;
import dev.dyno.model.config.file.QuickSize;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProfileEvent;
import dev.dyno.model.workload.WorkerLossPolicy;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults, reconnecting, profiles and workers in workload files. */
class RunSettingsTest {

    private static final String LOAD = "producers: { to: queue://q }\nphases: { measure: 10s }\n";
    private static final String ENDLESS = "producers: { to: queue://q }\nphases: { measure: until stopped }\n";

    private static WorkloadFile read(String text) {
        WorkloadFile file = WorkloadFile.of("w.yaml", text);
        assertThat(file.problems()).isEmpty();
        return file;
    }

    private static RunSettings settings(String lines) {
        return read(LOAD + lines).settings();
    }

    private static List<String> problems(String text) {
        return WorkloadFile.of("w.yaml", text).problems().stream()
                .map(problem -> problem.toString().lines().findFirst().orElseThrow())
                .toList();
    }

    private static Fault at(long seconds, OnBroker action) {
        return new Fault(Duration.ofSeconds(seconds), action);
    }

    @Test
    void aFileWithoutThemHasNone() {
        RunSettings none = settings("");
        assertThat(none.faults()).isEqualTo(FaultPlan.NONE);
        assertThat(none.profile()).isEmpty();
        assertThat(none.waitForQuiet()).isEmpty();
        assertThat(none.workers()).isEmpty();
        assertThat(settings("faults: []\nprofile: ~\nreconnect: false\n").faults())
                .isEqualTo(FaultPlan.NONE);
    }

    @Test
    void faultsAreReadInTheOrderOfTheirTimesAndAPauseWithALengthIsTwo() {
        FaultPlan expected = new FaultPlan(
                List.of(
                        at(1, OnBroker.KILL),
                        at(3, OnBroker.RESTART),
                        at(5, OnBroker.PAUSE),
                        new Fault(Duration.ofMillis(6500), OnBroker.RESUME)),
                Optional.of(Duration.ofMillis(100)));
        assertThat(settings("faults: [5s pause:1.5s, 1s kill, 3s  restart]\nreconnect: true")
                        .faults())
                .isEqualTo(expected);
        assertThat(settings("faults: 5s pause:1.5s, 1s kill, 3s restart\nreconnect: true")
                        .faults())
                .isEqualTo(expected);
        assertThat(settings("reconnect: true\nreconnect-delay: 1s").faults())
                .isEqualTo(new FaultPlan(List.of(), Optional.of(Duration.ofSeconds(1))));
    }

    private List<String> faults(String texts) {
        return settings("faults: " + texts).faults().faults().stream()
                .map(Fault::toString)
                .toList();
    }

    @Test
    void faultsOfTheNetworkAreReadWithTheirEnds() {
        assertThat(
                        faults(
                                "\"2s delay=50ms:3s, 1s BANDWIDTH=1MB/s, 3s cut: 500ms:one, 6s bandwidth=off, 7s reset:one, 8s reset:1s\""))
                .containsExactly(
                        "1s bandwidth=1MB/s",
                        "2s delay=50ms",
                        "3s cut:one",
                        "3500ms cut=off",
                        "5s delay=off",
                        "6s bandwidth=off",
                        "7s reset:one",
                        "8s reset:1s");
    }

    @Test
    void aFaultOfTheNetworkMayBeginWhenOneBeforeItEnds() {
        assertThat(faults("[8s cut:1s, 5s cut:3s]")).containsExactly("5s cut", "8s cut=off", "8s cut", "9s cut=off");
        assertThat(faults("[1s delay=5ms:4s, 2s cut:1s, 3s delay=9ms]"))
                .containsExactly("1s delay=5ms", "2s cut", "3s cut=off", "3s delay=9ms", "5s delay=off");
    }

    /** A command is one text in quotation marks or none, and a comma within quotation marks belongs to it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exec kubectl delete pod broker-0            | exec 'kubectl delete pod broker-0' | kubectl;delete;pod;broker-0
            exec 'kubectl delete pod broker-0'          | exec 'kubectl delete pod broker-0' | kubectl;delete;pod;broker-0
            exec sh -c 'a, b & c'                       | exec "sh -c 'a, b & c'"            | sh;-c;a, b & c
            exec "sh -c 'a, b'"                         | exec "sh -c 'a, b'"                | sh;-c;a, b
            exec a '' 'b'"c d"e                         | exec a '' 'b'"c d"e                | a;;bc de
            """)
    void aCommandHasItsWords(String given, String text, String words) {
        FaultPlan plan = settings("faults: " + YamlFile.quoted("3s kill, 1s " + given + ", 4s restart"))
                .faults();
        Fault fault = plan.faults().get(0);
        assertThat(fault).hasToString("1s " + text);
        assertThat(((Fault.Command) fault.action()).words()).containsExactly(words.split(";", -1));
        assertThat(faults(YamlFile.quoted(fault.toString()))).containsExactly(fault.toString());
    }

    @Test
    void aCommandWithAnOpenQuotationMarkIsRefused() {
        for (String given : List.of("1s exec sh -c 'a", "'1s exec \"sh -c ''a\"'")) {
            assertThat(problems(LOAD + "faults: " + given))
                    .containsExactly(
                            "w.yaml:3:9: faults: \"sh -c 'a\"; must be a command whose quotation marks are closed, like"
                                    + " 'kubectl delete pod broker-0'.");
        }
    }

    @Test
    void aLongestWaitForAQuietMachineIsRead() {
        assertThat(settings("wait-for-quiet: 2m").waitForQuiet()).contains(Duration.ofMinutes(2));
    }

    @Test
    void profilesAndWorkersAreRead() {
        RunSettings settings = read(LOAD + """
                profile: [lock, cpu, lock]
                producer-workers: 3
                consumer-workers: 2
                broker-on: db
                listen: 127.0.0.1:7500
                await-workers: 90s
                on-worker-loss: continue
                """).settings();
        assertThat(settings.profile()).containsExactly(ProfileEvent.LOCK, ProfileEvent.CPU);
        assertThat(settings.workers())
                .contains(new Workers(
                        Optional.empty(),
                        Optional.of(3),
                        Optional.of(2),
                        Optional.of("db"),
                        "127.0.0.1:7500",
                        Duration.ofSeconds(90),
                        WorkerLossPolicy.CONTINUE));
        assertThat(settings.workers().orElseThrow().size()).isEqualTo(5);
        assertThat(settings("workers: 2").workers().orElseThrow().size()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    faults: [{ at: 5s }]            | w.yaml:3:10: faults: is a mapping; must be a time and one of kill, stop, restart, pause, resume, exec 'COMMAND', delay=TIME, bandwidth=SIZE/s, cut and reset, like 5s kill or 5s cut:3s; several with commas between.
                    faults: [12s kill]              | w.yaml:3:9: faults: 12s kill; must be before the end of the load, which is 10s long. Make the load longer.
                    faults: [10s kill]              | w.yaml:3:9: faults: 10s kill; must be before the end of the load, which is 10s long. Make the load longer.
                    faults: [2s kill, 2s restart]   | w.yaml:3:9: faults: 2s kill and 2s restart are at the same time; give each a time of its own.
                    faults: [2s kill, 3s stop]      | w.yaml:3:9: faults: 3s stop; the broker does not run then. Give faults TIME restart before it.
                    faults: [2s stop, 3s pause]     | w.yaml:3:9: faults: 3s pause; the broker does not run then. Give faults TIME restart before it.
                    faults: [2s pause, 3s pause]    | w.yaml:3:9: faults: 3s pause; the broker is paused then. Give faults TIME resume before it.
                    faults: [2s resume]             | w.yaml:3:9: faults: 2s resume; there is no pause before it. Give faults TIME pause first.
                    faults: [2s kill, 3s resume]    | w.yaml:3:9: faults: 3s resume; there is no pause before it. Give faults TIME pause first.
                    faults: 5s                      | w.yaml:3:9: faults: 5s; must be a time and what is done then, like 5s kill.
                    faults: [2s boom]               | w.yaml:3:9: faults: boom; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
                    faults: [2s kill:1s]            | w.yaml:3:9: faults: kill:1s; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
                    faults: [2s delay]              | w.yaml:3:9: faults: delay; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
                    faults: [2s delay=2h]           | w.yaml:3:9: faults: 2h; must be at most 60s.
                    faults: [2s bandwidth=1MB]      | w.yaml:3:9: faults: 1MB; must be a size a second, like 1MB/s.
                    faults: [2s reset:3s:one]       | w.yaml:3:9: faults: reset:3s:one; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
                    faults: [2s cut=off]            | w.yaml:3:9: faults: 2s cut=off; there is no cut before it. Give faults TIME cut first.
                    faults: [2s delay=off]          | w.yaml:3:9: faults: 2s delay=off; there is no delay before it. Give faults TIME delay=TIME first.
                    faults: [2s bandwidth=off]      | w.yaml:3:9: faults: 2s bandwidth=off; there is no bandwidth before it. Give faults TIME bandwidth=SIZE/s first.
                    faults: [1s delay=50ms:6s, 3s delay=200ms:2s] | w.yaml:3:9: faults: 1s delay=50ms:6s and 3s delay=200ms:2s overlap; give them times apart.
                    faults: [2s cut:3s:one, 1s cut:3s]            | w.yaml:3:9: faults: 1s cut:3s and 2s cut:3s:one overlap; give them times apart.
                    faults: [1s cut:3s, 2s cut=off]               | w.yaml:3:9: faults: 1s cut:3s and 2s cut=off overlap; give them times apart.
                    faults: [1s pause:5s, 3s restart]             | w.yaml:3:9: faults: 1s pause:5s and 3s restart overlap; give them times apart.
                    faults: [1s pause:2s, 3s kill]                | w.yaml:3:9: faults: 1s pause:2s and 3s kill overlap; give them times apart.
                    faults: [8s cut:2s]             | w.yaml:3:9: faults: 10s cut=off; must be before the end of the load, which is 10s long. Make the load longer.
                    faults: [8s reset:2s]           | w.yaml:3:9: faults: 8s reset:2s; must be before the end of the load, which is 10s long. Make the load longer.
                    reconnect-delay: 50ms           | w.yaml:3:18: reconnect-delay: 50ms; has no effect without reconnect. Give that, or leave it out.
                    profile: gpu                    | w.yaml:3:10: profile: gpu; must be one of cpu, lock, alloc.
                    { workers: 2, wait-for-quiet: 2m, } | w.yaml:4:17: wait-for-quiet: 2m; looks at this machine, and workers make the load. Leave it out, or workers.
                    wait-for-quiet: 0s              | w.yaml:3:17: wait-for-quiet: 0s; must be more than 0.
                    listen: a:1                     | w.yaml:3:9: listen: has no effect without workers. Give that, or leave it out.
                    producer-workers: 2             | w.yaml:1:1: consumer-workers: is missing; producer-workers needs it. Give both, or only workers.
                    { workers: 5, producer-workers: 2, consumer-workers: 2, } | w.yaml:3:10: workers: 5; producer-workers 2 and consumer-workers 2 make 4. Make them add up, or leave workers out.
                    """)
    void whatMakesNoSenseIsSaidInTheWordsOfTheFile(String keys, String sentence) {
        String lines =
                keys.startsWith("{") ? keys.substring(2, keys.length() - 3).replaceAll(", (?=[a-z])", "\n") : keys;
        assertThat(problems(LOAD + lines)).containsExactly(sentence);
    }

    @Test
    void aLoadWithoutAnEndDoesNotWaitForABrokerThatIsGone() {
        assertThat(problems(ENDLESS + "faults: 5s kill\nreconnect: true"))
                .containsExactly(
                        "w.yaml:3:9: faults: 5s kill; nothing comes after it, and with reconnect the run would wait"
                                + " for ever. Give the load an end, or give faults TIME restart.");
        assertThat(problems(ENDLESS + "faults: 5s kill, 6s restart\nreconnect: true"))
                .isEmpty();
        assertThat(problems(ENDLESS + "faults: 5s kill")).isEmpty();
        assertThat(problems(LOAD + "faults: 5s kill\nreconnect: true")).isEmpty();
    }

    /** The load of 20 s, 5 s of it warm-up, is a tenth of the whole one: so are the times. */
    @Test
    void theQuickSizeHasItsFaultsAsMuchEarlier() {
        WorkloadFile file = read("""
                producers: { to: queue://q, rate: 1/s }
                phases: { warmup: 50s, measure: 150s }
                faults: 60s kill, 90s restart
                reconnect: true
                """);
        QuickSize quick = QuickSize.of(file.workload(), file.settings().faults().faults(), 1);
        assertThat(quick.faults()).containsExactly(at(6, OnBroker.KILL), at(9, OnBroker.RESTART));
        assertThat(quick.changes()).contains("faults at [6s kill, 9s restart] instead of [60s kill, 90s restart]");
    }

    @Test
    void theQuickSizeOfALoadWithoutAnEndHasTheLastFaultInItsMiddle() {
        WorkloadFile file = read(ENDLESS + "faults: 5m kill, 10m restart");
        QuickSize quick = QuickSize.of(file.workload(), file.settings().faults().faults(), 1);
        assertThat(quick.workload().phases().duration()).isEqualTo(Duration.ofSeconds(15));
        assertThat(quick.faults())
                .containsExactly(
                        new Fault(Duration.ofMillis(3750), OnBroker.KILL),
                        new Fault(Duration.ofMillis(7500), OnBroker.RESTART));
    }

    /** A run that looks at the broker can refuse it, too, with the place where it stands. */
    @Test
    void aRefusalAfterReadingHasItsPlace() {
        RunSettings settings = read(LOAD + "faults: [1s kill, 2s restart]").settings();
        assertThat(settings.given().refusal(ConductSettings.FAULTS, "{given}; not {faults}, nor {faults=TIME kill}."))
                .isEqualTo("w.yaml:3:9: faults: 1s kill, 2s restart; not faults, nor faults TIME kill.\n"
                        + "    faults: [1s kill, 2s restart]\n            ^");
    }

    /** A single word names the setting itself: a flag beside the file, or a key of a setup. */
    @Test
    void anOverrideOfOneWordIsTheNameOfTheSetting(@TempDir Path folder) throws IOException {
        Path path = Files.writeString(folder.resolve("w.yaml"), LOAD + "faults: 1s kill");
        WorkloadFile file = WorkloadFile.read(
                path,
                List.of(
                        new YamlOverride("--at", "faults", "\"3s pause, 4s pause\""),
                        new YamlOverride("--reconnect-delay", "reconnect-delay", "\"1s\"")));
        assertThat(file.problems())
                .extracting(YamlProblem::toString)
                .containsExactly(
                        "--at: 4s pause; the broker is paused then. Give --at TIME resume before it.",
                        "--reconnect-delay: 1s; has no effect without reconnect. Give that, or leave it out.");
    }
}
