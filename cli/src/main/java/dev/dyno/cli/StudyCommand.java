package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.MachineNeeds;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.plan.Setup;
import dev.dyno.app.study.StudyExecution;
import dev.dyno.app.study.StudyLibrary;
import dev.dyno.app.study.StudyTime;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.drivers.DriverFolders;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
        subcommands = {StudyListCommand.class, StudyShowCommand.class, StudyReportCommand.class},
        footer = {
            "",
            "Ctrl+C ends a study in good order; what is finished stays, and --resume continues.",
            "A run that fails, as one whose broker has run out of memory, is a result and stands in the table.",
            "Examples:",
            "  dyno study list",
            "  dyno study amqp-series --quick --only broker=rabbitmq",
            "  dyno study artemis-guide --within 1h",
            "  dyno study artemis-guide --url tcp://host:61616",
            "  dyno study artemis-guide --broker artemis:/opt/apache-artemis --set journal-type=NIO"
        })
final class StudyCommand extends Verb implements Verb.FindsProblems {

    private static final int MAX_ROUNDS = 1000;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME|FILE",
            completionCandidates = Candidates.Studies.class,
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
            names = "--rounds",
            paramLabel = "N",
            description = "Run all cells so many times. Default: as the study says.")
    private Optional<String> rounds = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description =
                    "Begin no run that would not be over after this time, and add rounds for claims that are undecided until then."
                            + " Default: the rounds of the study, whatever they take.")
    private Optional<String> within = Optional.empty();

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION|:DIR]",
            description =
                    "Start this broker in all cells, a version of it, or an unpacked distribution. Default: as the study says.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Address of a broker that is running, for all cells. Default: the study's brokers are started.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KNOB=VALUE",
            description = "A setting of the broker in all cells; may be repeated. Default: as the study says.")
    private List<String> knobs = List.of();

    @Option(
            names = "--setup",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of all cells, like driver.NAME=VALUE or workload.phases.measure=10s; may be repeated. Default: as the"
                            + " study says.")
    private List<String> settings = List.of();

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
        Map<String, String> setup = setup();
        StudyFile file = stopped.map(StudyFolder::file).orElseGet(this::read).with(rounds(), setup);
        Optional<Duration> limit =
                within.map(text -> Duration.ofNanos(problems.parse("--within", text, Units::parseDurationNs, 1L)));
        stopped.filter(folder -> !folder.isWith(setup))
                .ifPresent(folder -> problems.add("--resume: " + folder.path()
                        + "; was begun with another setup. Give the same --broker, --url, --set and --setup."));
        file.problems().forEach(problem -> problems.add(problem.toString()));
        Map<String, Set<String>> limits = limits(file.study());
        RunFolder.check(place).ifPresent(sentence -> problems.add("--studies: " + sentence));
        problems.refuse();
        boolean small = stopped.map(StudyFolder::isQuick).orElse(quick);
        List<String> notes = needs(file, small, place);
        List<StudyPlan.Planned> left =
                stopped.map(StudyFolder::left).orElseGet(() -> StudyPlan.of(file.study(), limits));
        DriverFolders folders = drivers(List.of());
        RunExecutor executor =
                new RunExecutor(folders, home, out(), err(), Terminal.screen(out()), Signals::endInGoodOrder);
        StudyExecution execution = new StudyExecution(file, executor, out());
        // A further round may be of cells of which nothing is left.
        List<StudyPlan.Planned> all = stopped.map(StudyFolder::planned).orElse(left);
        List<PlannedRun> runs = execution.prepare(all, SettingFlags.besideFile(spec), folders, home, problems);
        Optional<WorkerPool> workforce = WorkerPool.of(runs, admission.given(), out(), problems);
        executor.use(workforce);
        executor.use(given());
        problems.refuse();
        StudyFolder folder =
                stopped.isPresent() ? stopped.get() : StudyFolder.create(place, Instant.now(), file, quick, limits);
        int planned = folder.planned().size();
        notes.forEach(note -> out().println("NOTE: " + note));
        out().println("Study " + file.study().about().name() + (small ? ", quick size: " : ": ")
                + (stopped.isPresent() ? left.size() + " left of " : "") + Plural.count(planned, "trial", "trials")
                + ", about " + StudyTime.text(new StudyTime(file).of(left)) + ", in " + folder.path());
        try {
            execution.run(folder, left, limit);
        } finally {
            workforce.ifPresent(WorkerPool::close);
        }
        return finish(folder);
    }

    private int rounds() {
        problems.addIf(
                resume && rounds.isPresent(),
                "--rounds: what is gone on with has its own rounds; leave it out, or give --within for more of them.");
        return rounds.map(given -> (int) problems.number("--rounds", given, 1, MAX_ROUNDS, ""))
                .orElse(0);
    }

    /** Settings of all cells. */
    private Map<String, String> setup() {
        problems.addIf(broker.isPresent() && url.isPresent(), "--broker: contradicts --url. Leave one of them out.");
        List<String> given = new ArrayList<>();
        broker.ifPresent(name -> given.add("broker=" + name));
        url.ifPresent(address -> given.add("url=" + address));
        knobs.forEach(knob -> given.add("set." + knob));
        given.addAll(settings);
        return Setup.parse("", given, problems).settings();
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
        library.problem(wanted).ifPresent(problems::add);
        return problems.isEmpty()
                ? library.read(wanted, quick)
                : StudyFile.of(wanted, "{}", quick).withoutProblems();
    }

    private Optional<StudyFolder> stopped(Path place) throws IOException {
        problems.addIf(!only.isEmpty(), "--only: what is gone on with has its own limits; leave it out, or --resume.");
        Path folder = Path.of(name.orElse(""));
        if (Files.isDirectory(folder)) {
            StudyFolder given = StudyFolder.open(folder);
            problems.addIf(isDone(given), "--resume: " + folder + "; nothing is left of this study.");
            return Optional.of(given);
        }
        StudyFile file = read();
        Optional<StudyFolder> found =
                StudyFolder.findNewest(place, file.study().about().name(), quick, each -> !isDone(each));
        problems.addIf(
                problems.isEmpty() && found.isEmpty(),
                "--resume: in " + place + " no study " + file.study().about().name()
                        + (quick ? " of the quick size" : " of the full size")
                        + " was stopped; leave it out, or name another place by --studies.");
        return found;
    }

    /** Whether there is nothing to do: no planned trial and, if there is time for them, no further round. */
    private boolean isDone(StudyFolder folder) {
        return folder.left().isEmpty()
                && (within.isEmpty() || folder.nextRound().isEmpty());
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

    /** Refuses a machine that is too small. @return notes on what it lacks of the machine of the source */
    private List<String> needs(StudyFile file, boolean small, Path place) {
        MachineNeeds lack = MachineNeeds.of(file.study().needs(), place);
        problems.addIf(
                !small && !lack.missing().isEmpty(),
                "study " + file.study().about().name() + ": its full size needs " + String.join("; ", lack.missing())
                        + "." + (file.hasQuick() ? " Run its quick size by --quick." : ""));
        return small ? List.of() : lack.notes();
    }
}
