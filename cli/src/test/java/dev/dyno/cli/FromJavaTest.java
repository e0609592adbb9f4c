package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.compare.SetupComparison;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.app.study.StudyExecution;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.report.compare.Alternation;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.console.Screen;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyPlan;
import dev.dyno.report.study.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study and a comparison are carried out by Java code that has no command line. */
class FromJavaTest {

    private final PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    private final Problems problems = new Problems();
    private final Path folder;
    private final Home home;
    private final DriverFolders drivers;
    private final RunExecutor executor;

    FromJavaTest(@TempDir Path folder) {
        this.folder = folder;
        new Dyno(folder);
        home = Home.find();
        drivers = new DriverFolders(home.drivers(), List.of());
        Screen screen = Screen.plain(nowhere);
        executor = new RunExecutor(drivers, home, nowhere, nowhere, screen, screen, end -> {});
    }

    @Test
    void study() throws IOException {
        StudyFile file = StudyFile.of("counts", """
                title: Messages
                cool-down: 0s
                workloads:
                  count:
                    producers: { to: queue://q, messages: 10 }
                    consumers: { from: queue://q }
                    phases: { warmup: 0s }
                setup: { broker: sim }
                axes:
                  messages: { set: workload.producers.messages, values: [100, 1000] }
                table: [sent, received, lost]
                """, false);
        assertThat(file.problems()).isEmpty();
        List<StudyPlan.Planned> planned = StudyPlan.of(file.study(), Map.of());
        StudyExecution execution = new StudyExecution(file, executor, nowhere);
        execution.prepare(planned, List.of(), drivers, home, problems);
        assertThat(problems.sentences()).isEmpty();
        StudyFolder stored = StudyFolder.create(folder, Instant.now(), file, false, Map.of());
        execution.run(stored, planned, Optional.empty());
        assertThat(stored.left()).isEmpty();
        assertThat(stored.trials().stream().flatMap(trial -> trial.steps().stream()))
                .allMatch(Trial.StepResult::success)
                .extracting(step -> step.measures().get("received"))
                .containsExactlyInAnyOrder(100.0, 1000.0);
    }

    @Test
    void comparison() throws IOException {
        Path file = Files.writeString(folder.resolve("load.yaml"), """
                producers: { to: queue://q, rate: 1000/s }
                consumers: { from: queue://q }
                phases: { warmup: 0s, measure: 300ms }
                """);
        SetupComparison.Named a = new SetupComparison.Named("A", "sim", planned(file));
        SetupComparison.Named b = new SetupComparison.Named("B", "sim again", planned(file));
        Alternation.Plan plan = new Alternation.Plan(
                new DecisionRule(Map.of(Figures.RATE, 0.1), 0.95), Optional.empty(), 3, Long.MAX_VALUE, 1, false);
        try (SystemTime time = new SystemTime()) {
            Optional<Path> runs = Optional.of(folder.resolve("runs"));
            SetupComparison comparison =
                    new SetupComparison(a, b, plan, true, false, runs, executor, time, Screen.plain(nowhere));
            assertThat(comparison.carryOut()).isPresent();
            assertThat(comparison.status()).isEqualTo(Exit.GOOD);
        }
    }

    private PlannedRun planned(Path file) {
        PlannedRun run = Setup.parse("setup", List.of("broker=sim"), problems)
                .resolve(overrides -> WorkloadFile.read(file, overrides), List.of(), drivers, home, problems);
        assertThat(problems.sentences()).isEmpty();
        return run;
    }
}
