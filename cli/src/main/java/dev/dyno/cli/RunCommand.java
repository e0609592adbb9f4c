package dev.dyno.cli;

import dev.dyno.load.DriverFolders;
import dev.dyno.pace.SystemTime;
import dev.dyno.report.ProgressReporter;
import dev.dyno.report.RunsTable;
import dev.dyno.report.Sides;
import dev.dyno.result.RunResult;
import dev.dyno.workfile.QuickSize;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno run}: workload files on brokers. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run workload files, each on each broker, one after the other.",
        footer = {
            "",
            "A FILE is of Dyno's own format or of the OpenMessaging Benchmark's. The address in a driver file is taken unless"
                    + " --broker or --url is given.",
            "Examples:",
            "  dyno run workloads/one-queue.yaml",
            "  dyno run workloads/one-queue.yaml workloads/fan-out.yaml --broker artemis --broker kafka --quick"
        })
final class RunCommand implements Callable<Integer>, Refusal.Complete {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Workload files.")
    private List<Path> files = List.of();

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION]",
            description = "Start this broker for each run, load it, stop it; may be repeated. Default: "
                    + Defaults.BROKER + ", unless --url names one.")
    private List<String> brokers = new ArrayList<>();

    @Option(
            names = "--driver",
            paramLabel = "NAME|FILE",
            description =
                    "Driver, or a driver file of the OpenMessaging Benchmark, which ends with .yaml; may be repeated."
                            + " Default: as the broker or the URL says.")
    private List<String> drivers = new ArrayList<>();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address of a broker that is running. Default: none, a broker is started.")
    private Optional<String> url = Optional.empty();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceOptions resources = new ResourceOptions();

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

    private final Problems problems = new Problems();
    private final Home home = Home.find();

    /** One workload on one broker. */
    private record Run(String label, Workload workload, TargetOptions target, TargetReader reader) {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        DriverFolders folders = new DriverFolders(home.drivers(), connection.jars);
        ParseProblems.of(spec).forEach(problems::add);
        List<Run> planned = plan(folders, out);
        RunOptions stored = new RunOptions();
        stored.runs = runs;
        Outputs.check(stored, problems);
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems.sentences());
        }
        out.println(planned.size() == 1 ? "1 run:" : planned.size() + " runs, in this order:");
        for (int i = 0; i < planned.size(); i++) {
            out.println("  " + (i + 1) + "  " + planned.get(i).label);
        }
        out.flush();
        LoadExecution execution = new LoadExecution(folders, out, err);
        List<RunsTable.Row> rows = new ArrayList<>();
        int status = Exit.GOOD;
        for (int i = 0; i < planned.size() && !execution.wasStopped(); i++) {
            Run run = planned.get(i);
            String label = "[" + (i + 1) + "/" + planned.size() + "] " + run.label;
            try {
                Outputs outputs = outputs(run, label, out, err);
                RunResult result = execute(run, execution, outputs, out, err);
                rows.add(RunsTable.Row.of(run.label, result));
                status = worse(status, outputs.statusOf(result));
            } catch (CannotRun e) {
                out.println(label + "  failed: " + e.getMessage());
                rows.add(RunsTable.Row.failed(run.label, String.valueOf(e.getMessage())));
                status = Exit.FAILED;
            }
        }
        for (Run left : planned.subList(rows.size(), planned.size())) {
            rows.add(RunsTable.Row.failed(left.label, "not begun: it was stopped before"));
        }
        out.println();
        RunsTable.lines(rows).forEach(out::println);
        out.flush();
        return status;
    }

    /** A run that failed is worse than one that is invalid. */
    private static int worse(int one, int other) {
        return one == Exit.FAILED || other == Exit.FAILED ? Exit.FAILED : Math.max(one, other);
    }

    private Outputs outputs(Run run, String label, PrintWriter out, PrintWriter err) {
        ProgressReporter.Options progress = new ProgressReporter.Options(
                label, run.workload.phases().duration(), Deliveries.of(run.workload), Terminal.isWatched());
        return Outputs.ofProgress(runs, plan -> new ProgressReporter(out, progress), out, err);
    }

    private RunResult execute(Run run, LoadExecution execution, Outputs outputs, PrintWriter out, PrintWriter err)
            throws CannotRun {
        boolean managed = run.reader.managedBroker().isPresent();
        try (SystemTime time = new SystemTime();
                StartedBroker broker = StartedBroker.start(run.reader.managedBroker(), run.target, home, err)) {
            Sides sides = run.workload.consumers().isEmpty()
                    ? Sides.PRODUCERS
                    : run.workload.producers().isEmpty() ? Sides.CONSUMERS : Sides.BOTH;
            LoadExecution.Job job = new LoadExecution.Job(
                    run.workload,
                    FaultPlan.NONE,
                    new SecureRandom().nextLong(),
                    sides,
                    sides == Sides.CONSUMERS,
                    0,
                    run.reader,
                    Resources.of(resources, managed, new Problems()),
                    Profiles.none(home, out, err));
            return execution.run(job, broker, outputs, time);
        }
    }

    /** Every workload on every broker through every driver, in the order in which they were given. */
    private List<Run> plan(DriverFolders folders, PrintWriter out) {
        List<Run> planned = new ArrayList<>();
        problems.addIf(
                url.isPresent() && !brokers.isEmpty(),
                "--broker: contradicts --url, which names a broker that is running; leave one of them out.");
        DriverFiles driverFiles = new DriverFiles(folders, problems);
        List<TargetOptions> targets =
                targets().stream().map(driverFiles::resolved).toList();
        driverFiles.notes().forEach(note -> out.println("NOTE: " + note));
        List<TargetReader> readers = new ArrayList<>();
        for (TargetOptions target : targets) {
            TargetReader reader = new TargetReader(target, new ConsumerTargetOptions(), folders, problems);
            reader.check();
            reader.checkBroker(home.path());
            readers.add(reader);
            Resources.of(resources, reader.managedBroker().isPresent(), problems);
        }
        for (Path file : files) {
            WorkloadFile read = WorkloadFile.read(file);
            read.problems().forEach(problem -> problems.add(problem.toString()));
            read.notes().forEach(note -> out.println("NOTE: " + file + ": " + note));
            Workload workload = read.workload();
            if (quick && read.problems().isEmpty()) {
                QuickSize small = QuickSize.of(workload, Runtime.getRuntime().availableProcessors());
                small.changes().forEach(change -> out.println("QUICK: " + file + ": " + change));
                workload = small.workload();
            }
            for (int i = 0; i < targets.size(); i++) {
                TargetOptions target = targets.get(i);
                TargetOptions divided = read.partitions()
                        .map(partitions -> withPartitions(target, partitions))
                        .orElse(target);
                planned.add(new Run(
                        workload.name() + " on " + nameOf(target),
                        target.traffic.appliedTo(workload),
                        divided,
                        divided == target
                                ? readers.get(i)
                                : new TargetReader(divided, new ConsumerTargetOptions(), folders, new Problems())));
            }
        }
        return planned;
    }

    private String nameOf(TargetOptions target) {
        String broker = target.url.orElseGet(() -> target.broker.orElse(Defaults.BROKER));
        return target.driverLabel
                .or(() -> target.driver)
                .map(driver -> broker + " through " + driver)
                .orElse(broker);
    }

    private List<TargetOptions> targets() {
        List<TargetOptions> targets = new ArrayList<>();
        for (Optional<String> broker : optionals(brokers)) {
            for (Optional<String> driver : optionals(drivers)) {
                TargetOptions target = new TargetOptions();
                target.broker = broker;
                target.url = url;
                target.driver = driver;
                target.connection = connection;
                targets.add(target);
            }
        }
        return targets;
    }

    private static List<Optional<String>> optionals(List<String> given) {
        return given.isEmpty()
                ? List.of(Optional.empty())
                : given.stream().map(Optional::of).toList();
    }

    /** Where the driver divides destinations, a setting of its own says into how many. */
    private static TargetOptions withPartitions(TargetOptions target, int partitions) {
        TargetOptions divided = target.copy();
        divided.partitions = Optional.of(partitions);
        return divided;
    }
}
