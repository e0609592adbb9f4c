package dev.dyno.cli;

import dev.dyno.app.capacity.CapacityRuns;
import dev.dyno.app.execute.LivePage;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.Resources;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.app.plan.DriverFiles;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.plan.Setup;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.FlagReading;
import dev.dyno.cli.options.LoadHelp;
import dev.dyno.cli.options.SearchOptions;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.cli.options.UiOptions;
import dev.dyno.cli.options.WorkloadReader;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.CapacitySettings;
import dev.dyno.model.config.CapacitySettings.CapacityAsked;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Roles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

final class CapacityCommand extends Verb implements Verb.FindsProblems {

    static final String NAME = "capacity";

    private final SearchOptions options = new SearchOptions();
    private final UiOptions ui = new UiOptions();
    private final AdmissionOptions admission = new AdmissionOptions();
    /** Places of the producer groups with a limit of messages in flight of their own, in the load that was read last. */
    private Set<Integer> ownWindows = Set.of();

    CapacityCommand() {
        spec = CommandSpec.wrapWithoutInspection(this);
        spec.name(NAME).mixinStandardHelpOptions(true).usageMessage().sortOptions(false);
        SettingFlags.of(CapacitySettings.SECTION).forEach(spec::addOption);
        SettingFlags.ofLoad().forEach(spec::addOption);
        spec.addMixin("search", CommandSpec.forAnnotatedObject(options));
        spec.addMixin("ui", CommandSpec.forAnnotatedObject(ui));
        SettingFlags.ofTarget(setting -> true).forEach(spec::addOption);
        SettingFlags.of(ConductSettings.SECTION).forEach(spec::addOption);
        SettingFlags.of(Roles.BOTH).forEach(spec::addOption);
        SettingFlags.of(WorkerSettings.SECTION).forEach(spec::addOption);
        spec.addMixin("admission", CommandSpec.forAnnotatedObject(admission));
        LoadHelp.use(spec);
        spec.usageMessage()
                .description(
                        "Find the highest rate at which a broker meets objectives, as an interval, and what limited it.",
                        "",
                        "The load is that of dyno client, or of a workload file; its rate, if given, is the first"
                                + " one tried. The rate changes during the load, until the interval is as narrow"
                                + " as --precision asks, or the time of --within is over. Ctrl+C ends it with the answer so far.")
                .footer(
                        "",
                        "Exit status: 0 with an answer, 3 if no rate is shown to hold, 4 if the limit was Dyno's own or the time"
                                + " was up before a rate met.",
                        "Examples:",
                        "  dyno capacity queue://TEST_QUEUE",
                        "  dyno capacity --slo 'p99(end-to-end) < 20ms' --broker rabbitmq queue://Q",
                        "  dyno capacity --a broker=artemis,heap=1g --b broker=artemis,heap=2g FILE");
    }

    CommandLine commandLine() {
        return new CommandLine(spec);
    }

    @Override
    int carryOut() throws Refusal {
        DriverFolders folders = drivers(new FlagReading(spec, problems).get(TargetSettings.JARS));
        // Only typed options are refused: durations in the environment or a file are meant for loads.
        ParseResult typed = spec.commandLine().getParseResult();
        problems.addIf(
                typed.hasMatchedOption("--duration"),
                "--duration: a search ends when it has its answer; leave it out, or give --within.");
        problems.addIf(
                typed.hasMatchedOption("--warmup"),
                "--warmup: a search warms the broker up by overloads of its own; leave it out.");
        for (String condition : List.of("--fail-if", "--abort-if", "--require")) {
            problems.addIf(
                    typed.hasMatchedOption(condition),
                    condition
                            + ": judges the whole load, and a search overloads the broker for part of it; give the condition"
                            + " as --slo.");
        }
        Outputs.check(Outputs.Choice.stored(options.runs), problems);
        List<CapacityRuns.Side> sides = sides(folders);
        Optional<WorkerPool> workers = WorkerPool.of(
                sides.stream().map(side -> side.plan().run()).toList(), admission.given(), out(), problems);
        LivePage live = ui.open(problems, out());
        problems.refuse();
        Screen screen = screen(out());
        RunExecutor executor = RunExecutor.ofProgress(folders, home, screen, err(), Signals::endInGoodOrder);
        executor.addOutputs(outputs -> outputs.on(live));
        executor.useWorkers(workers);
        executor.storeCommand(given());
        try (executor;
                live) {
            return new CapacityRuns(sides, executor, screen, new FindingText(given().names()), options.runs).carryOut();
        }
    }

    private List<CapacityRuns.Side> sides(DriverFolders folders) throws Refusal {
        if (options.a.isEmpty() && options.b.isEmpty()) {
            TargetReader target = new DriverFiles(folders, problems).target(new FlagReading(spec, problems));
            PlannedRun run = PlannedRun.of(workload(List.of()), target);
            checkStarts(run);
            run.check(home, problems);
            target.check(home.path());
            Resources.of(target, problems);
            run.checkDrivers(home, problems);
            return List.of(side("", "", run));
        }
        problems.addIf(options.a.isEmpty(), "--a: is missing; must be a setup, like broker=artemis:2.6.3.");
        problems.addIf(options.b.isEmpty(), "--b: is missing; must be a setup, like broker=artemis:2.7.0.");
        problems.refuse();
        List<String> ofA = withOptions(CompareCommand.settings(options.a));
        List<String> ofB = withOptions(CompareCommand.settings(options.b));
        problems.addIf(
                Set.copyOf(ofA).equals(Set.copyOf(ofB)),
                "--b: is the same setup as --a. To search one setup several times, give --starts.");
        List<CapacityRuns.Side> sides = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            Setup setup = Setup.parse("--" + name, name.equals("a") ? ofA : ofB, problems);
            PlannedRun run = setup.resolve(this::workload, List.of(), folders, home, problems);
            checkStarts(run);
            sides.add(side(name.toUpperCase(Locale.ROOT), setup.title(), run));
        }
        return sides;
    }

    /** The settings of one side, preceded by those options about the target that the side does not set itself. */
    private List<String> withOptions(List<String> own) {
        List<String> all = new ArrayList<>();
        FlagReading flags = new FlagReading(spec, problems);
        for (LoadSetting<?, ?> setting : TargetSettings.SECTION.settings()) {
            if (!flags.has(setting)) {
                continue;
            }
            String prefix = setting == TargetSettings.KNOBS
                    ? "set."
                    : setting == TargetSettings.DRIVER_PROPERTIES ? "driver." : setting.key() + ".";
            flags.texts(setting)
                    .forEach((end, text) ->
                            all.add((end.isEmpty() ? setting.key() : prefix + end.substring(1)) + "=" + text));
        }
        all.removeIf(one -> own.stream().anyMatch(other -> other.startsWith(one.substring(0, one.indexOf('=') + 1))));
        all.addAll(own);
        return all;
    }

    /** Refuses several starts of a broker that is running. */
    private void checkStarts(PlannedRun run) {
        int starts = CapacityAsked.read(new FlagReading(spec, problems)).starts();
        problems.addIf(
                starts > 1
                        && run.reader().in().has(TargetSettings.URL)
                        && run.reader().managedBroker().isEmpty(),
                "--starts: " + starts
                        + "; Dyno does not start the broker at the given URL, so all searches would be of one"
                        + " start. Leave --starts out.");
    }

    private CapacityRuns.Side side(String name, String settings, PlannedRun run) throws Refusal {
        // Reports the errors so far: with a wrong load, most errors found later would be its consequences.
        problems.refuse();
        CapacityAsked asked = CapacityAsked.read(new FlagReading(spec, problems))
                .with(run.settings().capacity().slo());
        return new CapacityRuns.Side(name, settings, CapacityPlan.of(run, asked, ownWindows::contains, problems));
    }

    /** The load of the workload file, or of the flags. */
    private WorkloadFile workload(List<YamlOverride> overrides) {
        if (options.words.size() == 1 && options.words.get(0).matches(".*\\.ya?ml")) {
            SettingFlags.refuseBesideFile(spec, problems);
            List<YamlOverride> all = new ArrayList<>(overrides);
            all.addAll(SettingFlags.besideFile(spec));
            WorkloadFile file = WorkloadFile.read(Path.of(options.words.get(0)), all);
            file.problems().forEach(problem -> problems.add(problem.toString()));
            ownWindows = file.ownWindows();
            return file;
        }
        overrides.forEach(override ->
                problems.add(override.place() + "; needs a workload file, and the load is given by options."));
        WorkloadFile load = new WorkloadReader(spec, problems).read(NAME, options.words, Roles.BOTH);
        ownWindows = load.ownWindows();
        return load;
    }
}
