package dev.dyno.cli;

import dev.dyno.driver.Destination;
import dev.dyno.load.DriverFolders;
import dev.dyno.pace.Load;
import dev.dyno.pace.SystemTime;
import dev.dyno.report.Sides;
import dev.dyno.result.RunResult;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Workload;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What client, producer and consumer have in common: from options to an exit status. */
final class LoadVerb {

    private static final int HEX = 16;

    private final CommandSpec spec;
    private final Sides sides;
    private final RunOptions run;
    private final TargetOptions targetOptions;
    private final ResourceOptions resourceOptions;
    private final FaultOptions faultOptions;
    private final ProfileOptions profileOptions;
    private final Optional<ProducerOptions> producers;
    private final Optional<ConsumerOptions> consumers;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Problems problems = new Problems();
    private final Home home = Home.find();
    private final DriverFolders drivers;
    private final DriverFiles driverFiles;
    private final TargetReader targets;
    private WorkersOptions workersOptions = new WorkersOptions();

    LoadVerb(
            CommandSpec spec,
            Sides sides,
            RunOptions run,
            TargetOptions targetOptions,
            ResourceOptions resourceOptions,
            FaultOptions faultOptions,
            ProfileOptions profileOptions,
            ConsumerTargetOptions consumerTargetOptions,
            Optional<ProducerOptions> producers,
            Optional<ConsumerOptions> consumers) {
        this.spec = spec;
        this.sides = sides;
        this.run = run;
        this.resourceOptions = resourceOptions;
        this.faultOptions = faultOptions;
        this.profileOptions = profileOptions;
        this.producers = producers;
        this.consumers = consumers;
        out = spec.commandLine().getOut();
        err = spec.commandLine().getErr();
        drivers = new DriverFolders(home.drivers(), targetOptions.connection.jars);
        driverFiles = new DriverFiles(drivers, problems);
        this.targetOptions = driverFiles.resolved(targetOptions);
        targets = new TargetReader(this.targetOptions, consumerTargetOptions, drivers, problems);
    }

    /** Several processes may make the load. */
    LoadVerb with(WorkersOptions workers) {
        workersOptions = workers;
        return this;
    }

    int call() {
        ParseProblems.of(spec).forEach(problems::add);
        Workload read = new WorkloadReader(run, problems).read(spec.name(), producers, consumers);
        Workload workload = targetOptions.traffic.appliedTo(read);
        FaultPlan faults = new FaultReader(faultOptions, problems)
                .read(targets.managedBroker().isPresent(), workload.phases().duration(), run.duration);
        long runId = runId();
        Resources resources =
                Resources.of(resourceOptions, targets.managedBroker().isPresent(), problems);
        checkOptions();
        Optional<Workforce> workforce = Workforce.of(workersOptions, out, problems);
        workforce.ifPresent(workers -> workers.check(workload, faults, sides, targets, profileOptions, problems));
        Profiles profiles = Profiles.of(profileOptions, targets.brokerSpec(), home, out, err, problems);
        if (run.printConfig && problems.isEmpty()) {
            driverFiles.notes().forEach(note -> out.println("# NOTE: " + note));
            out.print(new ConfigText(spec, home).ofOptions(read, new ConfigText.Aim(targetOptions, targets), faults));
            out.flush();
            return Exit.GOOD;
        }
        MetricsPage metrics = MetricsPage.open(run.metrics, problems, out);
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems.sentences());
        }
        if (!run.silent) {
            driverFiles.notes().forEach(note -> out.println("NOTE: " + note));
        }
        Outputs outputs =
                Outputs.ofVerb(run, sides, isScheduled(workload), out, err).on(metrics);
        LoadExecution execution = new LoadExecution(drivers, out, err);
        execution.use(workforce);
        try (metrics;
                SystemTime time = new SystemTime();
                StartedBroker broker = StartedBroker.start(targets.brokerSpec(), workforce, home, err)) {
            LoadExecution.Job job = new LoadExecution.Job(
                    workload,
                    faults,
                    runId,
                    sides,
                    sides == Sides.CONSUMERS && run.runId.isEmpty(),
                    sides == Sides.PRODUCERS ? new SecureRandom().nextInt() >>> 1 & ~0xFFFF : 0,
                    targets,
                    resources,
                    profiles);
            RunResult result = execution.run(job, broker, outputs, time);
            return outputs.statusOf(result);
        } catch (CannotRun e) {
            err.println("dyno " + spec.name() + ": " + e.getMessage());
            return Exit.FAILED;
        } finally {
            workforce.ifPresent(Workforce::close);
        }
    }

    private static boolean isScheduled(Workload workload) {
        return workload.producers().stream().anyMatch(g -> !(g.load() instanceof Load.AllOut));
    }

    private void checkOptions() {
        targets.check();
        targets.checkBroker(home.path());
        problems.addIf(
                sides == Sides.CONSUMERS && targets.managedBroker().isPresent(),
                "--url: is missing; a broker that Dyno starts for this consumer alone would have no messages.");
        boolean alone = consumers
                .filter(c -> c.durable && c.shared.equals(Defaults.SHARED))
                .isPresent();
        boolean onTopics = run.destinations.stream().map(Destination::parse).anyMatch(Destination::isTopic);
        problems.addIf(
                alone && onTopics && targetOptions.connection.clientId.isEmpty(),
                "--durable: needs --clientID PREFIX, because an unshared durable subscription belongs to a client ID;"
                        + " give one, or share the subscription with --shared 1.");
        Outputs.check(run, problems);
        targets.checkDrivers();
    }

    private long runId() {
        return run.runId
                .map(text -> problems.parse("--run-id", text, LoadVerb::parseRunId, 0L))
                .orElseGet(() -> new SecureRandom().nextLong());
    }

    private static long parseRunId(String text) {
        if (text.length() > HEX || !text.matches("[0-9a-fA-F]+")) {
            throw new IllegalArgumentException(text + "; must be up to 16 hexadecimal digits.");
        }
        return Long.parseUnsignedLong(text, HEX);
    }
}
