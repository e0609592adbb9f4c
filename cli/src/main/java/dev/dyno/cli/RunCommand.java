package dev.dyno.cli;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.LivePage;
import dev.dyno.app.execute.MetricsPage;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.Resources;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.DriverFiles;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.ConfigText;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.FlagReading;
import dev.dyno.cli.options.MetricsOptions;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.cli.options.UiOptions;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.QuickSize;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.report.console.RunsTable;
import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        sortOptions = false,
        description = "Run workload files, each on each broker, one after the other.",
        footer = {
            "",
            "A FILE is of Dyno's own format or of the OpenMessaging Benchmark's. The address in a driver file is taken unless"
                    + " --broker or --url is given. Options override the FILE, in each of its groups.",
            "Examples:",
            "  dyno run workloads/one-queue.yaml --rate 5000 --set journal-type=NIO",
            "  dyno run workloads/one-queue.yaml --reconnect --at 20s kill --at 25s restart",
            "  dyno run workloads/*.yaml --broker artemis --broker kafka --quick"
        })
final class RunCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.ReadsFiles {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Workload files.")
    private List<Path> files = List.of();

    @Option(
            names = "--quick",
            description =
                    "A small size of each workload that this machine can hold: shorter and slower. Default: as the file says.")
    private boolean quick;

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Where runs are stored, each in a folder of its own. Default: .dyno/runs in the home folder.")
    private Optional<Path> runs = Optional.empty();

    @Option(
            names = "--print-config",
            description =
                    "Start nothing: print what would run, as a workload file with every default, and where each value comes"
                            + " from.")
    private boolean printConfig;

    @Mixin
    private MetricsOptions metrics = new MetricsOptions();

    @Mixin
    private UiOptions ui = new UiOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    @Override
    int carryOut() throws Refusal {
        PrintWriter out = out();
        DriverFolders folders = drivers(new FlagReading(spec, problems).get(TargetSettings.JARS));
        List<PlannedRun> planned = plan(folders, out);
        Outputs.check(Outputs.Choice.stored(runs), problems);
        if (printConfig) {
            problems.addIf(
                    files.size() > 1,
                    "--print-config: prints the settings of one FILE, and " + files.size()
                            + " are given; give one of them.");
            List<TargetReader> aims = planned.stream().map(PlannedRun::reader).toList();
            problems.addIf(
                    aims.stream().map(TargetReader::traffic).distinct().count() > 1,
                    "--print-config: the driver files differ in what they say of messages and consumers; give one --driver.");
            if (problems.isEmpty()) {
                out.print(new ConfigText(spec, home).ofFile(files.get(0), SettingFlags.overFile(spec), quick, aims));
                out.flush();
                return Exit.GOOD;
            }
        }
        Optional<WorkerPool> workers = WorkerPool.of(planned, admission.given(), out, problems);
        MetricsPage page = metrics.open(problems, out);
        LivePage live = ui.open(problems, out);
        problems.refuse();
        Screen screen = screen(out);
        RunExecutor executor = new RunExecutor(folders, home, out, err(), screen, screen, Signals::endInGoodOrder);
        executor.addOutputs(outputs -> outputs.on(page).on(live));
        executor.useWorkers(workers);
        executor.storeCommand(given());
        try (executor;
                page;
                live) {
            return run(planned, executor, out);
        }
    }

    private int run(List<PlannedRun> planned, RunExecutor executor, PrintWriter out) {
        out.println(planned.size() == 1 ? "1 run:" : planned.size() + " runs, in this order:");
        for (int i = 0; i < planned.size(); i++) {
            out.println("  " + (i + 1) + "  " + planned.get(i).label());
        }
        out.flush();
        List<RunsTable.Row> rows = new ArrayList<>();
        int status = Exit.GOOD;
        for (int i = 0; i < planned.size() && !executor.wasStopped(); i++) {
            PlannedRun run = planned.get(i);
            String label = "[" + (i + 1) + "/" + planned.size() + "] " + run.label();
            try {
                RunExecutor.Done done = executor.run(run, label, runs);
                rows.add(RunsTable.Row.of(run.label(), done.result(), new FindingText(given().names())));
                status = Exit.worse(status, done.status());
            } catch (CannotRun e) {
                out.println(label + "  failed: " + e.getMessage());
                rows.add(RunsTable.Row.failed(run.label(), String.valueOf(e.getMessage())));
                status = Exit.worse(status, e.status());
            }
        }
        for (PlannedRun left : planned.subList(rows.size(), planned.size())) {
            rows.add(RunsTable.Row.failed(left.label(), "not begun: it was stopped before"));
            status = Exit.worse(status, Exit.FAILED);
        }
        out.println();
        RunsTable.lines(rows).forEach(out::println);
        out.flush();
        return status;
    }

    /** Every workload on every broker through every driver, in the given order. */
    private List<PlannedRun> plan(DriverFolders folders, PrintWriter out) {
        List<PlannedRun> planned = new ArrayList<>();
        DriverFiles driverFiles = new DriverFiles(folders, problems);
        List<TargetReader> targets = targets(driverFiles);
        driverFiles.notes().forEach(note -> out.println(remark("NOTE: " + note)));
        for (TargetReader target : targets) {
            target.check(home.path());
            Resources.of(target, problems);
        }
        new FlagReading(spec, problems).refuseTwoModes();
        List<YamlOverride> beside = SettingFlags.overFile(spec);
        for (Path file : files) {
            if (file.toString().matches("(queue|topic):/.*")) {
                problems.add(
                        file.toString().replaceFirst("/", "//")
                                + ": is no workload file; those name their destinations themselves. Leave it out, or use dyno client.");
                continue;
            }
            WorkloadFile read = WorkloadFile.read(file, beside);
            read.problems().forEach(problem -> problems.add(problem.toString()));
            refuseTotals(file, read);
            read.notes().forEach(note -> out.println(remark("NOTE: " + file + ": " + note)));
            if (quick && read.problems().isEmpty()) {
                read = QuickSize.of(read, change -> out.println(remark("QUICK: " + file + ": " + change)));
            }
            for (TargetReader target : targets) {
                PlannedRun run = PlannedRun.of(read, target);
                run.check(home, problems);
                // The printed configuration may be for a machine with other drivers.
                if (!printConfig) {
                    run.checkDrivers(home, problems);
                }
                run.notes(read).forEach(note -> out.println(remark("NOTE: " + run.label() + ": " + note)));
                planned.add(run);
            }
        }
        return planned;
    }

    /** Refuses options about all producers together if the file has several groups of them. */
    private void refuseTotals(Path file, WorkloadFile read) {
        int groups = read.workload().producers().size();
        FlagReading flags = new FlagReading(spec, problems);
        Stream.of(ProducerSettings.RATE, ProducerSettings.LOAD, ProducerSettings.MESSAGES)
                .filter(setting -> groups > 1 && flags.has(setting))
                .forEach(setting -> problems.add(setting.flags().get(0) + ": is of one group of producers, and " + file
                        + " has " + groups + ". Set it in the file."));
    }

    /** A remark; in a printed configuration it is a comment, so that the output can be read again. */
    private String remark(String line) {
        return printConfig ? "# " + line : line;
    }

    /** Targets of the runs: each broker through each driver. */
    private List<TargetReader> targets(DriverFiles files) {
        List<TargetReader> targets = new ArrayList<>();
        for (Optional<String> broker : given(TargetSettings.BROKER)) {
            for (Optional<String> driver : given(TargetSettings.DRIVER)) {
                FlagReading in = new FlagReading(spec, problems);
                in.resolve(TargetSettings.BROKER, broker);
                in.resolve(TargetSettings.DRIVER, driver);
                targets.add(files.target(in));
            }
        }
        return targets;
    }

    private List<Optional<String>> given(LoadSetting<?, ?> setting) {
        Object value = spec.findOption(setting.flags().get(0)).getValue();
        return value instanceof List<?> some && !some.isEmpty()
                ? some.stream().map(one -> Optional.of(one.toString())).toList()
                : List.of(Optional.empty());
    }
}
