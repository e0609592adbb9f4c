package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script for continuous integration, with the simulated broker, as its jobs follow each other. */
@EnabledOnOs(OS.LINUX)
class CiScriptTest {

    private static final Path CI = Path.of("..", "docs", "ci").toAbsolutePath().normalize();

    private static Ran job(int repeats, Path folder, String... options) throws IOException, InterruptedException {
        Path dyno = folder.resolve("dyno");
        if (!Files.exists(dyno)) {
            Files.writeString(dyno, "#!/bin/sh\nexec " + BuiltDyno.shellCommand(List.of()) + " \"$@\"\n");
            Files.setPosixFilePermissions(dyno, PosixFilePermissions.fromString("rwx------"));
            Files.writeString(folder.resolve("load.yaml"), """
                    producers: { to: queue://q, rate: 500/s }
                    consumers: { from: queue://q }
                    phases: { warmup: 0s, measure: 1s, drain: 1s }
                    """);
        }
        List<String> command =
                new ArrayList<>(List.of("bash", CI.resolve("dyno-ci.sh").toString(), "load.yaml", "--broker", "sim"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment()
                .putAll(Map.of(
                        "DYNO", dyno.toString(),
                        "DYNO_CI_LIMITS", "rate=20%",
                        "DYNO_CI_REPEATS", Integer.toString(repeats),
                        "DYNO_CI_RENEW", "true",
                        "DYNO_TAG", "commit=3f2a"));
        return Processes.ran(builder);
    }

    @Test
    @Tag("broker")
    @Tag("nightly")
    void theFirstJobMakesTheBaselineTheNextPassesAndAWorseOneFailsAndLeavesIt(@TempDir Path folder) throws Exception {
        job(2, folder).ended(Exit.GOOD);
        List<Path> baseline = Listing.of(folder.resolve("dyno-baseline"));
        assertThat(baseline).hasSize(2);
        assertThat(folder.resolve("dyno-results/summary.md")).content().contains("load", "commit=3f2a");
        assertThat(folder.resolve("dyno-results/runs.xml")).content().contains("tests=\"2\"", "value=\"3f2a\"");

        Ran worse = job(2, folder, "--rate", "250").ended(Exit.THRESHOLD);
        assertThat(worse.out()).contains("GATE: MISSED");
        assertThat(folder.resolve("dyno-results/summary.md")).content().contains("rate");
        assertThat(folder.resolve("dyno-results/gate.xml")).content().contains("<failure");
        assertThat(Listing.of(folder.resolve("dyno-baseline"))).isEqualTo(baseline);
    }

    @Test
    @Tag("broker")
    void aJobWhoseRunsNeverBeginSaysSoAndHasNoResultsOfAnEarlierOne(@TempDir Path folder) throws Exception {
        Path stale = Files.createDirectories(folder.resolve("dyno-results")).resolve("gate.xml");
        Files.writeString(stale, "<failure/>");
        job(1, folder, "--rate", "x").ended(Exit.USAGE);
        assertThat(folder.resolve("dyno-results/summary.md")).content().startsWith("No run has sent a message");
        assertThat(stale).doesNotExist();
        assertThat(folder.resolve("dyno-baseline")).doesNotExist();
    }

    @Test
    @Tag("broker")
    void theSummaryOfAJobThatFailsByALimitSaysByWhich(@TempDir Path folder) throws Exception {
        job(1, folder, "--fail-if", "sent-rate > 1/s").ended(Exit.THRESHOLD);
        assertThat(folder.resolve("dyno-results/summary.md")).content().contains("threshold-missed", "sent-rate > 1/s");
        assertThat(folder.resolve("dyno-baseline")).doesNotExist();
    }

    /** The step of the action that calls the script, in a shell as GitHub has it. */
    @Test
    void optionsOfTheActionMayStandInSeveralLines(@TempDir Path folder) throws Exception {
        Matcher step = Pattern.compile("id: load\n[\\s\\S]*?run: \\|\n((?: {8}.*\n)+)")
                .matcher(Files.readString(CI.resolve("action.yml")));
        assertThat(step.find()).isTrue();
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder shell =
                new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.group(1));
        shell.environment()
                .putAll(Map.of(
                        "SCRIPT",
                        script.toString(),
                        "RUNNER_TEMP",
                        folder.toString(),
                        "WORKLOAD",
                        "a b.yaml",
                        "OPTIONS",
                        "--broker artemis\n--rate 500\n"));
        assertThat(Processes.ran(shell)).isEqualTo(new Ran(0, "<a b.yaml><--broker><artemis><--rate><500>", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"action.yml", "github-workflow.yml", "gitlab-ci.yml"})
    void templatesAreYamlAndCallTheScript(String name) throws IOException {
        assertThat(YamlFile.read(CI.resolve(name)).problems()).isEmpty();
        assertThat(CI.resolve(name)).content().containsAnyOf("dyno-ci.sh", "./.github/actions/dyno");
    }
}
