package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.sim.SimDriver;
import dev.dyno.model.config.file.QuickSize;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every workload file that is shipped is right, says what it is for, and runs in its quick size on a broker that loses nothing. */
class ShippedWorkloadsTest {

    private static final Path FOLDER = Path.of("..", "workloads");

    /** The quick size takes 20 s, and there are many of them: the test has its seconds thirty times as fast. */
    private static final int FASTER = 30;

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static DynamicTest test(Path file, org.junit.jupiter.api.function.Executable body) {
        return DynamicTest.dynamicTest(file.getFileName().toString(), body);
    }

    @TestFactory
    Stream<DynamicTest> eachIsRightAndSaysWhatItIsFor() throws IOException {
        return files().stream()
                .map(file -> test(file, () -> {
                    WorkloadFile read = WorkloadFile.read(file);
                    assertThat(read.problems()).isEmpty();
                    assertThat(read.notes()).isEmpty();
                    assertThat(read.workload().name() + ".yaml")
                            .isEqualTo(file.getFileName().toString());
                    assertThat(read.description()).isNotBlank();
                    List<String> lines = Files.readAllLines(file);
                    assertThat(lines.get(0)).isEqualTo("# yaml-language-server: $schema=workload.schema.json");
                    assertThat(lines.stream().skip(1).takeWhile(line -> line.startsWith("# ")))
                            .as("the question that it answers")
                            .anyMatch(line -> line.contains("?"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> eachRunsInItsQuickSize() throws IOException {
        return files().stream()
                .map(file -> test(file, () -> {
                    Workload quick = faster(QuickSize.of(WorkloadFile.read(file).workload(), List.of(), 1)
                            .workload());
                    RunResult result = Loads.run(
                            Loads.drivers(new SimDriver()),
                            new Target("sim", "sim://" + quick.name(), Optional.empty(), Optional.empty(), Map.of()),
                            quick);
                    assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
                    LedgerCounts ledger = result.ledger();
                    assertThat(ledger.delivered()).isPositive().isEqualTo(ledger.expected());
                    assertThat(ledger.lost() + ledger.duplicate() + ledger.corrupt() + ledger.stale())
                            .isZero();
                }));
    }

    private static Workload faster(Workload workload) {
        Phases phases = workload.phases();
        return new Workload(
                workload.name(),
                workload.seed(),
                workload.producers().stream()
                        .map(group -> group.with(parts -> {
                            parts.load = faster(group.load());
                            parts.span = faster(group.span());
                        }))
                        .toList(),
                workload.consumers().stream()
                        .map(group -> group.with(parts -> parts.span = faster(group.span())))
                        .toList(),
                new Phases(
                        Phases.CONNECT_TIMEOUT,
                        faster(phases.warmup()),
                        phases.untilSteady(),
                        faster(phases.duration()),
                        phases.drain(),
                        phases.backlog().map(ShippedWorkloadsTest::faster)));
    }

    /** A smaller one. */
    private static Backlog faster(Backlog backlog) {
        Backlog.Size size =
                new Backlog.Size(backlog.size().measure(), backlog.size().amount() / FASTER);
        return new Backlog(size, backlog.deadline(), backlog.whileSending(), Optional.empty(), false);
    }

    /** Phases of a load are shortened; its rates stay. */
    private static LoadShape faster(LoadShape load) {
        if (!(load instanceof Schedule schedule)) {
            return load;
        }
        Shape shape = schedule.shape();
        Shape faster = shape instanceof Shape.Ramp ramp
                ? new Shape.Ramp(ramp.from(), ramp.to(), ramp.durationNs() / FASTER)
                : shape instanceof Shape.Steps steps ? new Shape.Steps(faster(steps.steps()), steps.repeats()) : shape;
        return new Schedule(faster, schedule.arrivals());
    }

    private static List<Shape.Step> faster(List<Shape.Step> steps) {
        return steps.stream()
                .map(step -> new Shape.Step(step.rate(), step.durationNs() / FASTER))
                .toList();
    }

    private static Span faster(Span span) {
        return new Span(faster(span.start()), span.stop().map(ShippedWorkloadsTest::faster));
    }

    private static Duration faster(Duration duration) {
        return duration.dividedBy(FASTER);
    }
}
