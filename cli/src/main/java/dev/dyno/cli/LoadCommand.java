package dev.dyno.cli;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.LivePage;
import dev.dyno.app.execute.LoadExecution;
import dev.dyno.app.execute.MetricsPage;
import dev.dyno.app.execute.OutputFormat;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.Pilot;
import dev.dyno.app.execute.Resources;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.app.plan.DriverFiles;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.ConfigText;
import dev.dyno.cli.options.FlagReading;
import dev.dyno.cli.options.LoadHelp;
import dev.dyno.cli.options.RunOptions;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.cli.options.WorkloadReader;
import dev.dyno.driver.Destination;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.io.Writer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Verbs {@code dyno client}, {@code producer} and {@code consumer}: a load given by flags, of both sides or of one. */
final class LoadCommand extends Verb implements Verb.FindsProblems {

    private static final int HEX = 16;

    private final Roles roles;
    private final RunOptions run = new RunOptions();
    private final AdmissionOptions admission = new AdmissionOptions();

    LoadCommand(Roles roles) {
        this.roles = roles;
        spec = CommandSpec.wrapWithoutInspection(this);
        spec.mixinStandardHelpOptions(true).usageMessage().sortOptions(false);
        SettingFlags.ofLoad().forEach(spec::addOption);
        mixin("run", run);
        SettingFlags.ofTarget(setting -> !SettingFlags.isOfConsumers(setting)).forEach(spec::addOption);
        SettingFlags.of(ConductSettings.SECTION).forEach(spec::addOption);
        if (roles == Roles.BOTH) {
            SettingFlags.ofTarget(SettingFlags::isOfConsumers).forEach(spec::addOption);
        }
        SettingFlags.of(roles).forEach(spec::addOption);
        if (roles != Roles.CONSUMERS) {
            SettingFlags.ofObjectives().forEach(spec::addOption);
        }
        if (roles == Roles.BOTH) {
            SettingFlags.of(WorkerSettings.SECTION).forEach(spec::addOption);
            mixin("admission", admission);
        }
        LoadHelp.use(spec);
        switch (roles) {
            case BOTH ->
                describe(
                        "Send and receive, in one process or in several (--workers).",
                        "Examples:",
                        "  dyno client --rate 1000 --duration 15 queue://TEST_QUEUE",
                        "  dyno client --url tcp://localhost:61616 --rate 30000 --duration 60 queue://Q",
                        "  dyno client --rate 500 --duration 20 --reconnect --at 5s kill --at 8s restart");
            case PRODUCERS ->
                describe("Only send.", "Example: dyno producer --url tcp://localhost:61616 --rate 10000 queue://Q");
            case CONSUMERS ->
                describe("Only receive.", "Example: dyno consumer --url tcp://localhost:61616 --duration 60 queue://Q");
        }
    }

    private void mixin(String name, Object options) {
        spec.addMixin(name, CommandSpec.forAnnotatedObject(options));
    }

    static String nameOf(Roles roles) {
        return switch (roles) {
            case BOTH -> "client";
            case PRODUCERS -> "producer";
            case CONSUMERS -> "consumer";
        };
    }

    private void describe(String description, String... examples) {
        spec.name(nameOf(roles)).usageMessage().description(description);
        spec.usageMessage()
                .footer(Stream.concat(Stream.of(""), Stream.of(examples)).toArray(String[]::new));
    }

    CommandLine commandLine() {
        return new CommandLine(spec);
    }

    /** The load of the flags, in the form of a file. */
    WorkloadFile workload(String name, Problems problems) {
        return new WorkloadReader(spec, problems).read(name, run.destinations, roles);
    }

    @Override
    int carryOut() throws Refusal, CannotRun {
        PrintWriter err = err();
        PrintWriter out = run.form() == OutputFormat.CONSOLE ? out() : err;
        Screen screen = screen(out);
        DriverFolders drivers = drivers(new FlagReading(spec, problems).get(TargetSettings.JARS));
        DriverFiles driverFiles = new DriverFiles(drivers, problems);
        TargetReader targets = driverFiles.target(new FlagReading(spec, problems));
        WorkloadFile read = workload(spec.name(), problems);
        PlannedRun planned = PlannedRun.of(read, targets);
        planned.check(home, problems);
        long runId = runId(problems);
        Resources.of(targets, problems);
        checkOptions(planned, home, problems);
        Optional<WorkerPool> workers = WorkerPool.of(List.of(planned), admission.given(), out, problems);
        if (run.printConfig && problems.isEmpty()) {
            driverFiles.notes().forEach(note -> out().println("# NOTE: " + note));
            out().print(new ConfigText(spec, home).ofOptions(read, targets));
            out().flush();
            return Exit.GOOD;
        }
        MetricsPage metrics = run.metrics.open(problems, out);
        LivePage live = run.ui.open(problems, out);
        problems.refuse();
        Outputs outputs = Outputs.ofVerb(run.outputs(), planned, given(), out(), screen, err)
                .on(metrics)
                .on(live);
        driverFiles.notes().forEach(note -> outputs.say("NOTE: " + note));
        // Lines about workers come in between, which would break a line of progress.
        Screen prepared = run.outputs().silent()
                ? Screen.plain(new PrintWriter(Writer.nullWriter()))
                : workers.isPresent() ? Screen.plain(out) : screen;
        LoadExecution execution = new LoadExecution(drivers, home, prepared, out, err, Signals::endInGoodOrder);
        execution.useWorkers(workers);
        try (execution;
                metrics;
                live;
                SystemTime time = new SystemTime();
                StartedBroker broker = execution.startBroker(planned)) {
            LoadExecution.Job job = new LoadExecution.Job(
                    planned,
                    runId,
                    roles == Roles.CONSUMERS && run.runId.isEmpty(),
                    roles == Roles.PRODUCERS ? new SecureRandom().nextInt() >>> 1 & ~0xFFFF : 0,
                    Pilot.NONE);
            RunResult result = execution.run(job, broker, outputs, time);
            return outputs.statusOf(result);
        }
    }

    private void checkOptions(PlannedRun planned, Home home, Problems problems) {
        TargetReader targets = planned.reader();
        targets.check(home.path());
        problems.addIf(
                roles == Roles.CONSUMERS && targets.managedBroker().isPresent(),
                "--url: is missing; a broker that Dyno starts for this consumer alone would have no messages.");
        problems.addIf(
                planned.workload().consumers().stream().anyMatch(LoadCommand::belongsToClientIds)
                        && targets.in().get(TargetSettings.CLIENT_ID).isEmpty(),
                "--durable: needs --clientID PREFIX, because an unshared durable subscription belongs to a client ID;"
                        + " give one, or share the subscription with --shared 1.");
        run.check(problems);
        CapacityPlan.unused(planned).ifPresent(problems::add);
        planned.checkDrivers(home, problems);
    }

    private static boolean belongsToClientIds(ConsumerGroup group) {
        return group.durable()
                && group.sharedSubscriptions() == 0
                && group.destinations().stream().anyMatch(Destination::isTopic);
    }

    private long runId(Problems problems) {
        return run.runId
                .map(text -> problems.parse("--run-id", text, LoadCommand::parseRunId, 0L))
                .orElseGet(() -> new SecureRandom().nextLong());
    }

    private static long parseRunId(String text) {
        if (text.length() > HEX || !text.matches("[0-9a-fA-F]+")) {
            throw new IllegalArgumentException(text + "; must be up to 16 hexadecimal digits.");
        }
        return Long.parseUnsignedLong(text, HEX);
    }
}
