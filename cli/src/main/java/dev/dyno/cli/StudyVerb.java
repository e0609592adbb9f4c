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
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.result.Plural;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.study.Study;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyOutput;
import dev.dyno.report.study.StudyPlan;
import dev.dyno.report.study.Trial;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

abstract class StudyVerb extends Verb implements Verb.FindsProblems {

    private static final int MAX_ROUNDS = 1000;

    /** Word for every value of an axis. */
    private static final String ALL = "all";

    /** Shortest measured phase of runs that share a given time. */
    private static final Duration LEAST = Duration.ofSeconds(5);

    /**
     * A study to run, and values that replace its own.
     *
     * @param name of the study, its file, or the folder of one that was stopped
     * @param within time that the study may take
     */
    record Asked(
            String name,
            Optional<String> rounds,
            Optional<String> within,
            Optional<String> broker,
            Optional<String> url) {}

    @Option(names = "--quick", description = "Run the quick size: minutes on two processors. Default: the full size.")
    private boolean quick;

    @Option(
            names = "--resume",
            description = "Continue the newest study of that name and size that was stopped. Default: begin a new one.")
    private boolean resume;

    @Option(
            names = "--only",
            paramLabel = "AXIS=VALUE",
            description =
                    "Only this value of an axis, or each of them by AXIS=all; may be repeated. Default: the cells that the study says,"
                            + " or all.")
    private List<String> only = List.of();

    @Option(
            names = "--axis",
            paramLabel = "AXIS=VALUE,...",
            description =
                    "Other values of an axis of one setting, with commas between; may be repeated. Default: those of the study.")
    private List<String> axes = List.of();

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

    /** Runs a study, or continues one that was stopped; returns the exit status. */
    final int run(Asked asked) throws Refusal, IOException {
        Path place = studies.orElseGet(Home::defaultStudies);
        Optional<StudyFolder> stopped = resume && problems.isEmpty() ? stopped(asked, place) : Optional.empty();
        problems.addIf(
                resume && !axes.isEmpty(), "--axis: a study that is continued has its own values; leave it out.");
        StudyFile wanted = stopped.map(StudyFolder::file).orElseGet(() -> withAxes(read(asked.name)));
        Map<String, Collection<String>> limits = limits(wanted.study());
        Optional<Duration> given = asked.within.map(
                text -> Duration.ofNanos(problems.parse("--within", text, Units::parseDurationNs, 1L)));
        Optional<Duration> shared = wanted.study().rounds().within();
        problems.addIf(
                resume && given.isPresent() && shared.isPresent(),
                "--within: a study whose runs share a time keeps that of its beginning; leave it out.");
        Map<String, String> setup = setup(asked, stopped);
        shared.filter(own -> problems.isEmpty() && wanted.problems().isEmpty())
                .ifPresent(own -> setup.putIfAbsent(
                        StudyTime.MEASURE,
                        stopped.flatMap(folder -> Optional.ofNullable(
                                        folder.file().study().instead().get(StudyTime.MEASURE)))
                                .orElseGet(() -> measure(
                                        wanted.with(rounds(asked), setup),
                                        StudyPlan.of(wanted.study(), limits),
                                        given.orElse(own)))));
        StudyFile file = wanted.with(rounds(asked), setup);
        stopped.filter(folder -> !folder.isWith(setup))
                .ifPresent(folder -> problems.add("--resume: " + folder.path()
                        + "; was begun with another setup. Give the same --broker, --url, --set and --setup."));
        file.problems().forEach(problem -> problems.add(problem.toString()));
        RunFolder.check(place, "the runs").ifPresent(sentence -> problems.add("--studies: " + sentence));
        problems.refuse();
        // If trials share a time, each has its part of it, and none is left out for lack of time.
        return runStudy(file, stopped, limits, given.filter(time -> shared.isEmpty()), place);
    }

    /** @param within time within which a trial must be expected to end, or it is not begun; empty = there is no limit */
    private int runStudy(
            StudyFile file,
            Optional<StudyFolder> stopped,
            Map<String, Collection<String>> limits,
            Optional<Duration> within,
            Path place)
            throws Refusal, IOException {
        boolean small = stopped.map(StudyFolder::isQuick).orElse(quick);
        List<String> notes = needs(file, small, place);
        List<StudyPlan.Planned> left =
                stopped.map(StudyFolder::left).orElseGet(() -> StudyPlan.of(file.study(), limits));
        DriverFolders folders = drivers(List.of());
        Screen screen = screen(out());
        RunExecutor executor = new RunExecutor(folders, home, out(), err(), screen, screen, Signals::endInGoodOrder);
        StudyExecution execution = new StudyExecution(file, executor, out());
        // A round added later may need any cell, also one whose trials are all done.
        List<StudyPlan.Planned> all = stopped.map(StudyFolder::planned).orElse(left);
        List<PlannedRun> runs = execution.prepare(all, SettingFlags.besideFile(spec), folders, home, problems);
        executor.useWorkers(WorkerPool.of(runs, admission.given(), out(), problems));
        executor.storeCommand(given());
        problems.refuse();
        StudyFolder folder =
                stopped.isPresent() ? stopped.get() : StudyFolder.create(place, Instant.now(), file, quick, limits);
        Closeable lock = folder.lock();
        int planned = folder.planned().size();
        notes.forEach(note -> out().println("NOTE: " + note));
        out().println("Study " + file.study().about().name() + (small ? ", quick size: " : ": ")
                + (stopped.isPresent() ? left.size() + " left of " : "") + Plural.count(planned, "trial", "trials")
                + ", about " + StudyTime.text(new StudyTime(file).of(left)) + ", in " + folder.path());
        try (executor;
                lock) {
            execution.run(folder, left, within);
        }
        return finish(folder);
    }

    /** Length of the measured phase of each run with which all runs together end in the given time. */
    private String measure(StudyFile file, List<StudyPlan.Planned> trials, Duration within) {
        Duration least = new StudyTime(file).of(trials, LEAST);
        problems.addIf(
                within.compareTo(least) < 0,
                "--within: " + Units.formatDuration(within.toNanos()) + "; is too short for "
                        + Plural.count(trials.size(), "run", "runs") + "; must be at least "
                        + least.plusSeconds(59).toMinutes() + "m. Leave some of them out by --only.");
        return LEAST.plus(within.minus(least).dividedBy(trials.size())).toSeconds() + "s";
    }

    private int rounds(Asked asked) {
        problems.addIf(
                resume && asked.rounds.isPresent(),
                "--rounds: a study that is continued has its own rounds; leave it out, or give --within for more of them.");
        return asked.rounds
                .map(given -> (int) problems.number("--rounds", given, 1, MAX_ROUNDS, ""))
                .orElse(0);
    }

    /** Settings of all cells; if none are given, those that a stopped study began with, provided they have no secret. */
    private Map<String, String> setup(Asked asked, Optional<StudyFolder> stopped) {
        problems.addIf(
                asked.broker.isPresent() && asked.url.isPresent(),
                "--broker: contradicts --url. Leave one of them out.");
        List<String> given = new ArrayList<>();
        asked.broker.ifPresent(name -> given.add("broker=" + name));
        asked.url.ifPresent(address -> given.add("url=" + address));
        knobs.forEach(knob -> given.add("set." + knob));
        given.addAll(settings);
        Map<String, String> setup =
                new LinkedHashMap<>(Setup.parse("", given, problems).settings());
        if (setup.isEmpty()) {
            // A secret is not stored, and has to be given again.
            stopped.map(folder -> folder.file().study().instead())
                    .filter(begun -> !begun.toString().contains(Secrets.HIDDEN))
                    .ifPresent(setup::putAll);
        }
        return setup;
    }

    private int finish(StudyFolder folder) throws IOException {
        out().println();
        StudyOutput.write(folder).lines().forEach(out()::println);
        out().println();
        out().println("Report: " + folder.path().resolve(StudyOutput.REPORT));
        int left = folder.left().size();
        if (left > 0) {
            out().println("Stopped with " + Plural.count(left, "trial", "trials")
                    + " left; continue by: dyno study --resume " + folder.path());
        }
        boolean some = folder.trials().stream()
                .flatMap(trial -> trial.steps().stream())
                .anyMatch(Trial.StepResult::success);
        return left == 0 && some ? Exit.GOOD : Exit.FAILED;
    }

    private StudyFile read(String wanted) {
        StudyLibrary library = new StudyLibrary(home);
        library.problem(wanted).ifPresent(problems::add);
        return problems.isEmpty()
                ? library.read(wanted, quick)
                : StudyFile.of(wanted, "{}", quick).withoutProblems();
    }

    private Optional<StudyFolder> stopped(Asked asked, Path place) throws IOException {
        Path folder = Path.of(asked.name);
        if (Files.isDirectory(folder)) {
            StudyFolder given = limited(StudyFolder.open(folder));
            problems.addIf(isDone(asked, given), "--resume: " + folder + "; nothing is left of this study.");
            return Optional.of(given);
        }
        StudyFile file = read(asked.name);
        List<String> unreadable = new ArrayList<>();
        Optional<StudyFolder> found = StudyFolder.findNewest(
                        place,
                        file.study().about().name(),
                        quick,
                        each -> !isDone(asked, limited(each)),
                        sentence -> unreadable.add("--resume: " + sentence))
                .map(this::limited);
        if (problems.isEmpty() && found.isEmpty()) {
            problems.add("--resume: in " + place + " no study "
                    + file.study().about().name()
                    + (quick ? " of the quick size" : " of the full size")
                    + " was stopped; leave it out, or name another place by --studies.");
            unreadable.forEach(problems::add);
        }
        return found;
    }

    private StudyFolder limited(StudyFolder folder) {
        return folder.only(limits(folder.file().study()));
    }

    /** Whether there is nothing to do: no planned trial and, if there is time for them, no further round. */
    private boolean isDone(Asked asked, StudyFolder folder) {
        return folder.left().isEmpty()
                && (asked.within.isEmpty() || folder.nextRound().isEmpty());
    }

    private StudyFile withAxes(StudyFile file) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> known = file.study().axes().stream().map(Study.Axis::name).toList();
        for (String given : axes) {
            String[] parts = given.split("=", 2);
            problems.addIf(
                    parts.length < 2 || parts[1].isBlank() || !known.contains(parts[0]),
                    "--axis: " + given + "; must be AXIS=VALUE,... with one of the axes " + String.join(", ", known)
                            + ".");
            values.computeIfAbsent(parts[0], axis -> new ArrayList<>())
                    .addAll(List.of(parts[parts.length - 1].split(",", -1)));
        }
        return values.isEmpty() || !problems.isEmpty() || !file.problems().isEmpty()
                ? file
                : StudyFile.of(file.name(), file.text(), quick, values);
    }

    private Map<String, Collection<String>> limits(Study study) {
        Map<String, Collection<String>> limits = new LinkedHashMap<>();
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
            } else {
                List<String> names = found.get().values().stream()
                        .map(Study.Axis.Value::name)
                        .toList();
                problems.addIf(
                        !names.contains(value) && !value.equals(ALL),
                        "--only: " + limit + "; the value must be one of " + String.join(", ", names) + ", or " + ALL
                                + ".");
                limits.computeIfAbsent(axis, a -> new LinkedHashSet<>())
                        .addAll(names.contains(value) ? List.of(value) : names);
            }
        }
        return limits;
    }

    /**
     * Refuses a machine that is too small.
     *
     * @return notes on what the machine lacks, compared with that of the source
     */
    private List<String> needs(StudyFile file, boolean small, Path place) {
        MachineNeeds lack = MachineNeeds.of(file.study().needs(), place);
        problems.addIf(
                !small && !lack.missing().isEmpty(),
                "study " + file.study().about().name() + ": its full size needs " + String.join("; ", lack.missing())
                        + "." + (file.hasQuick() ? " Run its quick size by --quick." : ""));
        return small ? List.of() : lack.notes();
    }
}
