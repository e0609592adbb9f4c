package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.MachineNeeds;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.study.StudyExecution;
import dev.dyno.app.study.StudyLibrary;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.engine.record.DriverFolders;
import dev.dyno.model.result.Plural;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.study.Study;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyOutput;
import dev.dyno.report.study.StudyPlan;
import dev.dyno.report.study.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dyno study}: a matrix of runs, with its table and its charts. */
@Command(
        name = "study",
        sortOptions = false,
        description = "Run a study: a matrix of runs, interleaved and repeated, with its table and charts.",
        subcommands = {StudyListCommand.class, StudyReportCommand.class},
        footer = {
            "",
            "Ctrl+C ends a study in good order; what is finished stays, and --resume continues.",
            "A run that fails, as one whose broker has run out of memory, is a result and stands in the table.",
            "Examples:",
            "  dyno study list",
            "  dyno study amqp-series --quick --only broker=rabbitmq"
        })
final class StudyCommand extends Verb implements Verb.FindsProblems {

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME|FILE",
            description =
                    "A study that dyno study list shows, a study file, or with --resume the folder of a study. Default: they are listed.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--quick", description = "Its quick size: minutes on two processors. Default: its full size.")
    private boolean quick;

    @Option(
            names = "--resume",
            description =
                    "Go on with the newest study of that name and size that was stopped. Default: begin a new one.")
    private boolean resume;

    @Option(
            names = "--only",
            paramLabel = "AXIS=VALUE",
            description = "Only this value of an axis; may be repeated. Default: all.")
    private List<String> only = List.of();

    @Option(
            names = "--studies",
            paramLabel = "DIR",
            description =
                    "Where studies are stored, each in a folder of its own. Default: .dyno/studies in the home folder.")
    private Optional<Path> studies = Optional.empty();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    @Override
    int carryOut() throws Refusal, IOException {
        if (name.isEmpty() && problems.isEmpty()) {
            StudyListCommand.print(out(), home);
            return Exit.GOOD;
        }
        Path place = studies.orElseGet(Home::defaultStudies);
        Optional<StudyFolder> stopped = resume && problems.isEmpty() ? stopped(place) : Optional.empty();
        StudyFile file = stopped.map(StudyFolder::file).orElseGet(this::read);
        file.problems().forEach(problem -> problems.add(problem.toString()));
        Map<String, Set<String>> limits = limits(file.study());
        RunFolder.check(place).ifPresent(sentence -> problems.add("--studies: " + sentence));
        problems.refuse();
        boolean small = stopped.map(StudyFolder::isQuick).orElse(quick);
        needs(file, small, place);
        List<StudyPlan.Planned> left =
                stopped.map(StudyFolder::left).orElseGet(() -> StudyPlan.of(file.study(), limits));
        DriverFolders folders = new DriverFolders(home.drivers(), List.of());
        RunExecutor executor =
                new RunExecutor(folders, home, out(), err(), Terminal.screen(out()), Signals::endInGoodOrder);
        StudyExecution execution = new StudyExecution(file, executor, out());
        List<PlannedRun> runs = execution.prepare(left, SettingFlags.besideFile(spec), folders, home, problems);
        Optional<WorkerPool> workforce = WorkerPool.of(runs, admission.given(), out(), problems);
        executor.use(workforce);
        executor.use(given());
        problems.refuse();
        StudyFolder folder =
                stopped.isPresent() ? stopped.get() : StudyFolder.create(place, Instant.now(), file, quick, limits);
        int planned = folder.planned().size();
        out().println("Study " + file.study().about().name() + (small ? ", quick size: " : ": ")
                + (stopped.isPresent() ? left.size() + " left of " : "") + Plural.count(planned, "trial", "trials")
                + ", " + execution.expectation(left) + ", in " + folder.path());
        try {
            execution.run(folder, left);
        } finally {
            workforce.ifPresent(WorkerPool::close);
        }
        return finish(folder);
    }

    private int finish(StudyFolder folder) throws IOException {
        out().println();
        StudyOutput.write(folder).lines().forEach(out()::println);
        out().println();
        out().println("Report: " + folder.path().resolve(StudyOutput.REPORT));
        int left = folder.left().size();
        if (left > 0) {
            out().println("Stopped with " + Plural.count(left, "trial", "trials")
                    + " left; go on by: dyno study --resume " + folder.path());
        }
        boolean some = folder.trials().stream()
                .flatMap(trial -> trial.steps().stream())
                .anyMatch(Trial.StepResult::success);
        return left == 0 && some ? Exit.GOOD : Exit.FAILED;
    }

    private StudyFile read() {
        StudyLibrary library = new StudyLibrary(home);
        String wanted = name.orElse("");
        boolean file = wanted.endsWith(".yaml") || wanted.endsWith(".yml") || wanted.contains("/");
        problems.addIf(
                !library.has(wanted) && !file,
                wanted + ": there is no such study; must be one of " + String.join(", ", library.names())
                        + ", or a study file, which ends with .yaml.");
        return problems.isEmpty()
                ? library.read(wanted, quick)
                : StudyFile.of(wanted, "{}", quick).withoutProblems();
    }

    private Optional<StudyFolder> stopped(Path place) throws IOException {
        problems.addIf(!only.isEmpty(), "--only: what is gone on with has its own limits; leave it out, or --resume.");
        Path folder = Path.of(name.orElse(""));
        if (Files.isDirectory(folder)) {
            StudyFolder given = StudyFolder.open(folder);
            problems.addIf(given.left().isEmpty(), "--resume: " + folder + "; nothing is left of this study.");
            return Optional.of(given);
        }
        StudyFile file = read();
        Optional<StudyFolder> found =
                StudyFolder.findUnfinished(place, file.study().about().name(), quick);
        problems.addIf(
                problems.isEmpty() && found.isEmpty(),
                "--resume: in " + place + " no study " + file.study().about().name()
                        + (quick ? " of the quick size" : " of the full size")
                        + " was stopped; leave it out, or name another place by --studies.");
        return found;
    }

    private Map<String, Set<String>> limits(Study study) {
        Map<String, Set<String>> limits = new LinkedHashMap<>();
        for (String limit : only) {
            int equals = limit.indexOf('=');
            String axis = equals < 0 ? limit : limit.substring(0, equals);
            String value = limit.substring(equals + 1);
            Optional<Study.Axis> found =
                    study.axes().stream().filter(a -> a.name().equals(axis)).findFirst();
            if (equals < 0 || found.isEmpty()) {
                problems.add("--only: " + limit + "; must be AXIS=VALUE with one of the axes "
                        + String.join(
                                ", ",
                                study.axes().stream().map(Study.Axis::name).toList()) + ".");
            } else if (found.get().values().stream().noneMatch(v -> v.name().equals(value))) {
                problems.add("--only: " + limit + "; the value must be one of "
                        + String.join(
                                ", ",
                                found.get().values().stream()
                                        .map(Study.Axis.Value::name)
                                        .toList())
                        + ".");
            } else {
                limits.computeIfAbsent(axis, a -> new LinkedHashSet<>()).add(value);
            }
        }
        return limits;
    }

    private void needs(StudyFile file, boolean small, Path place) {
        List<String> missing =
                small ? List.of() : MachineNeeds.missing(file.study().needs(), place);
        problems.addIf(
                !missing.isEmpty(),
                "study " + file.study().about().name() + ": its full size needs " + String.join("; ", missing) + "."
                        + (file.hasQuick() ? " Run its quick size by --quick." : ""));
    }
}
