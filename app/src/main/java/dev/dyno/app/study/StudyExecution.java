package dev.dyno.app.study;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.study.Cell;
import dev.dyno.report.study.Measures;
import dev.dyno.report.study.Study;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyPlan;
import dev.dyno.report.study.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Carries out the trials of a study, one after another, and writes each to the study's folder at once. */
public final class StudyExecution {

    private static final long NAP_NS = 100_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private final SystemTime time = new SystemTime();
    private final StudyFile file;
    private final RunExecutor executor;
    private final PrintWriter out;
    private final Map<Cell, List<PlannedRun>> runs = new LinkedHashMap<>();
    /** Reasons why cells are refused. */
    private final Map<Cell, String> refused = new LinkedHashMap<>();

    private final StudyTime estimate;
    private Optional<StartedBroker> shared = Optional.empty();
    /** Settings of the broker that was started last; empty before. For another broker, the held rate is searched for anew. */
    private Map<String, String> searched = Map.of();

    private long plannedMs;
    private long tookMs;

    public StudyExecution(StudyFile file, RunExecutor executor, PrintWriter out) {
        estimate = new StudyTime(file);
        this.file = file;
        this.executor = executor;
        this.out = out;
    }

    /**
     * Prepares the runs of all trials; nothing is started, and each error is reported once. If one search serves all cells, a
     * refused cell is recorded as a result, provided another cell is possible.
     *
     * @param flags options of the command line; they override the workloads and setups
     * @return the runs that are possible
     */
    public List<PlannedRun> prepare(
            List<StudyPlan.Planned> planned,
            List<YamlOverride> flags,
            DriverFolders folders,
            Home home,
            Problems problems) {
        List<Study.Step> steps = file.study().steps();
        Map<Cell, Problems> found = new LinkedHashMap<>();
        for (StudyPlan.Planned trial : planned) {
            Problems own = found.computeIfAbsent(trial.cell(), cell -> new Problems());
            List<PlannedRun> all = runs.computeIfAbsent(trial.cell(), cell -> steps.stream()
                    .map(step -> new Setup("", file.study().settings(step, cell))
                            .resolve(
                                    overrides -> file.workload(file.study().workload(step, cell), overrides),
                                    flags,
                                    folders,
                                    home,
                                    own)
                            .withLabel(label(cell, step)))
                    .toList());
            all.subList(0, trial.keepsBroker() ? all.size() : all.size() - 1)
                    .forEach(run -> run.checkLeavesBroker(own));
        }
        boolean isPossible = found.values().stream().anyMatch(Problems::isEmpty);
        found.forEach((cell, own) -> {
            if (!own.isEmpty() && isPossible && file.study().rounds().held() == Study.HeldSearch.ONCE) {
                refused.put(cell, own.sentences().get(0).split("\\. ", 2)[0]);
                runs.remove(cell);
            } else {
                own.sentences().forEach(problems::add);
            }
        });
        return runs.values().stream().flatMap(List::stream).toList();
    }

    private String label(Cell cell, Study.Step step) {
        String values = file.study().label(cell.values());
        String label = values.isEmpty() ? file.study().about().name() : values;
        return file.study().steps().size() > 1 ? label + " " + step.name() : label;
    }

    /**
     * Runs the trials and, within a time, further rounds for claims that are undecided.
     *
     * @param within time within which a trial must be expected to end, or it is not begun; empty = there is no limit, and no
     *     further round
     * @throws IOException with a sentence, if the progress cannot be written
     */
    public void run(StudyFolder folder, List<StudyPlan.Planned> left, Optional<Duration> within) throws IOException {
        long begun = time.nanoTime();
        boolean done = trials(folder, left, begun, within);
        List<StudyPlan.Planned> more = within.isPresent() ? folder.nextRound() : List.of();
        while (done && !more.isEmpty()) {
            out.println("Another round for what is undecided: " + Plural.count(more.size(), "trial", "trials"));
            done = trials(folder, more, begun, within);
            more = folder.nextRound();
        }
    }

    /** @return whether all trials were run */
    private boolean trials(StudyFolder folder, List<StudyPlan.Planned> left, long begun, Optional<Duration> within)
            throws IOException {
        int before = folder.trials().size();
        try {
            for (int i = 0; i < left.size() && !executor.wasStopped(); i++) {
                StudyPlan.Planned trial = left.get(i);
                long leftNs = within.map(Duration::toNanos).orElse(Long.MAX_VALUE) - (time.nanoTime() - begun);
                if (estimatedMs(List.of(trial)) * NS_PER_MS > leftNs) {
                    out.println("The time has no room for another run.");
                    return false;
                }
                if (i == 0 && plannedMs > 0) {
                    // No pause has followed the last trial of the round before.
                    coolDown();
                }
                long start = time.nanoTime();
                String number = "[" + (before + i + 1) + "/" + (before + left.size()) + "] ";
                List<Trial.StepResult> steps = steps(folder, trial, number);
                boolean more = i < left.size() - 1;
                if (!trial.keepsBroker() || executor.wasStopped()) {
                    closeBroker();
                }
                if (executor.wasStopped()) {
                    return false;
                }
                long ms = (time.nanoTime() - start) / NS_PER_MS;
                folder.add(new Trial(trial.cell().values(), trial.round(), ms, steps));
                tookMs += ms;
                plannedMs += estimate.ms(List.of(trial), plannedMs > 0);
                if (more && !trial.keepsBroker()) {
                    coolDown();
                }
                if (more) {
                    Duration rest = Duration.ofMillis(estimatedMs(left.subList(i + 1, left.size())));
                    out.println(left.size() - i - 1 + " left, about " + StudyTime.text(rest));
                    out.flush();
                }
            }
        } finally {
            closeBroker();
        }
        return !executor.wasStopped();
    }

    /** Estimated duration at the pace of the trials so far. */
    private long estimatedMs(List<StudyPlan.Planned> trials) {
        double pace = plannedMs > 0 ? (double) tookMs / plannedMs : 1;
        return Math.round(estimate.ms(trials, plannedMs > 0) * pace);
    }

    private List<Trial.StepResult> steps(StudyFolder folder, StudyPlan.Planned trial, String number) {
        List<PlannedRun> planned = runs.getOrDefault(trial.cell(), List.of());
        List<Study.Step> steps = file.study().steps();
        List<Trial.StepResult> results = new ArrayList<>();
        Optional.ofNullable(refused.get(trial.cell()))
                .ifPresent(why -> steps.forEach(step ->
                        results.add(Trial.StepResult.failed(step.name(), Trial.StepResult.NOT_OFFERED + ": " + why))));
        Optional<String> broken = Optional.empty();
        for (int i = results.size(); i < steps.size() && !executor.wasStopped(); i++) {
            String name = steps.get(i).name();
            if (broken.isPresent()) {
                results.add(Trial.StepResult.failed(name, "not run: " + broken.get()));
                continue;
            }
            PlannedRun run = planned.get(i);
            String round = file.study().rounds().repeats() > 1 ? " round " + trial.round() : "";
            String label = number + run.label() + round;
            try {
                StartedBroker broker = shared.orElseGet(() -> started(run, trial.cell()));
                shared = Optional.of(broker);
                RunExecutor.Done done = executor.run(run, label, broker, Optional.of(folder.runs()));
                results.add(resultOf(name, done, file.study().figures()));
                if (done.result().brokerDeath().isPresent()) {
                    broken = Optional.of("the broker had died before");
                    closeBroker();
                }
            } catch (CannotRun e) {
                out.println(label + "  failed: " + e.getMessage());
                results.add(Trial.StepResult.failed(name, outcome(String.valueOf(e.getMessage()))));
                broken = Optional.of("the step before it could not be");
                closeBroker();
            }
        }
        return results;
    }

    private StartedBroker started(PlannedRun run, Cell cell) {
        Map<String, String> settings = StudyPlan.broker(file.study(), cell);
        if (!settings.equals(searched)) {
            executor.searchAnew(file.study().rounds().held() == Study.HeldSearch.ONCE);
            searched = settings;
        }
        return executor.startBroker(run);
    }

    private static Trial.StepResult resultOf(String step, RunExecutor.Done done, Set<Figure> named) {
        RunResult result = done.result();
        List<Finding> reasons = new ArrayList<>();
        result.brokerDeath()
                .ifPresent(death -> reasons.add(Finding.of(Finding.Level.INVALID, "broker-death", death.sentence())));
        reasons.addAll(result.verdict().reasons());
        return new Trial.StepResult(
                step,
                done.folder().map(Path::getFileName).map(Path::toString),
                result.outcome().success(),
                result.outcome().success() ? Trial.StepResult.OK : failure(result),
                result.verdict().text(),
                reasons,
                measures(done, named));
    }

    private static Map<String, Double> measures(RunExecutor.Done done, Set<Figure> named) {
        Map<String, Double> measures = new LinkedHashMap<>(Measures.of(Numbers.of(done.result()), named));
        done.folder().ifPresent(folder -> {
            try {
                measures.putAll(Measures.ofSeconds(folder));
            } catch (RunFolderException e) {
                // The figures of the result exist anyway; an incomplete stored run has already been reported.
            }
        });
        return measures;
    }

    private static String failure(RunResult result) {
        Optional<BrokerDeath> death = result.brokerDeath();
        if (death.isPresent()) {
            return death.get().outOfMemory()
                    ? Trial.StepResult.OUT_OF_MEMORY
                    : "broker died, status " + death.get().status();
        }
        return outcome(result.outcome().cause().orElse("failed"));
    }

    /** Outcome of a run that failed: its cause or, if its driver does not offer something, the driver's name and what that is. */
    private static String outcome(String cause) {
        int end = cause.indexOf(Outcome.NOT_OFFERED);
        return end < 0
                ? cause
                : Trial.StepResult.NOT_OFFERED
                        + " by driver "
                        + cause.substring(cause.lastIndexOf(' ', end - 1) + 1, end) + ": "
                        + cause.substring(end + Outcome.NOT_OFFERED.length());
    }

    private void closeBroker() {
        shared.ifPresent(broker -> {
            try {
                broker.close();
            } catch (CannotRun e) {
                out.println("NOTE: " + e.getMessage());
            }
        });
        shared = Optional.empty();
    }

    private void coolDown() {
        Duration pause = file.study().rounds().coolDown();
        tookMs += pause.toMillis();
        long end = time.nanoTime() + pause.toNanos();
        while (time.nanoTime() < end
                && !executor.wasStopped()
                && !Thread.currentThread().isInterrupted()) {
            time.parkUntil(Math.min(end, time.nanoTime() + NAP_NS));
        }
    }
}
