package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.Refusal;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cluster.WorkerService;
import dev.dyno.cluster.group.Departure;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupConnector;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.cluster.group.Keys;
import dev.dyno.cluster.group.Member;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.Build;
import dev.dyno.engine.send.ShortSlice;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.pace.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "worker",
        sortOptions = false,
        description =
                "Make a share of the loads of a command that was started with --workers, run after run: client, run,"
                        + " capacity, study, suite or compare. When that has ended, the worker waits for the next one.",
        footer = {
            "",
            "Drivers are those of this machine. Without --keys or --secret only a coordinator of this machine is joined.",
            "Examples:",
            "  dyno worker --join 127.0.0.1:7400",
            "  dyno worker --join bench-0.example:7400 --keys bench-1 --once"
        })
final class WorkerCommand extends Verb implements Verb.FindsProblems {

    private static final Duration WAIT = Duration.ofMinutes(10);

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description = "Address of the coordinator. Default: 127.0.0.1:7400.")
    private Optional<String> join = Optional.empty();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the worker; no two have the same. Default: host and process.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "Longest time to look for a coordinator, each time. Default: 10m.")
    private Optional<String> wait = Optional.empty();

    @Option(names = "--once", description = "End when the coordinator has, instead of waiting for the next one.")
    private boolean once;

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    @Option(
            names = "--jars",
            paramLabel = "PATH",
            split = ":",
            description =
                    "Jars of another JMS provider, or folders of them, loaded apart from everything else. Default: none.")
    private List<Path> jars = List.of();

    @Override
    int carryOut() throws Refusal, GroupException {
        HostPort address = WorkerPool.address(
                join.orElseGet(WorkerSettings.LISTEN::fallback), sentence -> problems.add("--join: " + sentence));
        problems.addIf(
                address.port() == 0, "--join: " + address + "; must be the port that the coordinator listens on.");
        problems.notBlank("--secret", admission.secret);
        String called = name.orElseGet(WorkerCommand::ownName);
        problems.addIf(
                called.isBlank() || called.length() > GroupOptions.MAX_NAME,
                "--name: " + called + "; must have from 1 to " + GroupOptions.MAX_NAME + " characters.");
        Duration patience = wait.map(text ->
                        problems.parse("--wait", text, given -> Duration.ofNanos(Units.parseDurationNs(given)), WAIT))
                .orElse(WAIT);
        problems.refuse();
        GroupOptions options = new GroupOptions(address, called, Build.text(), admission.keys, admission.secret);
        try (SystemTime time = new SystemTime()) {
            return serve(options, patience, time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Exit.FAILED;
        }
    }

    @Command(
            name = "keys",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Make a certificate authority in a folder, and in it a folder of keys for each name: for --keys here and there.",
            footer = {"", "Example: dyno worker keys bench-keys coordinator bench-1 bench-2"})
    int keys(
            @Parameters(
                            index = "0",
                            arity = "1",
                            paramLabel = "DIR",
                            description = "Folder of the authority, made if it does not exist.")
                    Path folder,
            @Parameters(
                            index = "1..*",
                            arity = "1..*",
                            paramLabel = "NAME",
                            description = "Names of machines or workers. One that has keys keeps them.")
                    List<String> names)
            throws Refusal {
        try {
            Keys.make(folder, names).forEach(out()::println);
        } catch (GroupException e) {
            throw new Refusal(e);
        }
        return Exit.GOOD;
    }

    private int serve(GroupOptions options, Duration patience, SystemTime time)
            throws InterruptedException, GroupException {
        DriverFolders drivers = drivers(jars);
        boolean again = true;
        while (again) {
            out().println("worker " + options.name() + " looks for a coordinator at " + options.address() + ", for "
                    + Units.formatDuration(patience.toNanos()));
            WorkerService service = new WorkerService(
                    drivers,
                    time,
                    Threads.daemons(SystemTime::prepareThread),
                    ShortSlice::threads,
                    HostClock.NAME,
                    () -> Probes.ofThisHost(time),
                    new BrokerLauncher(home.path()),
                    out()::println);
            try (Group group = GroupConnector.join(options, time, service, patience)) {
                service.use(group.address(), group::send);
                out().println("joined, and waits for a plan");
                Departure how = service.awaitEnd();
                if (how != Departure.LEFT) {
                    err().println("dyno worker: the coordinator is gone without a goodbye"
                            + (how == Departure.SILENT ? ": nothing came from it any more" : ": its process has ended")
                            + "; the load of this worker has been ended.");
                    return Exit.FAILED;
                }
                out().println("the coordinator has ended");
                if (service.isStuck() || (once && service.hasFailed())) {
                    return Exit.FAILED;
                }
            }
            again = !once;
        }
        return Exit.GOOD;
    }

    /** Default name: unique on one machine, and readable. */
    private static String ownName() {
        String host = Member.ownHost();
        String pid = "-" + ProcessHandle.current().pid();
        return host.substring(0, Math.min(host.length(), GroupOptions.MAX_NAME - pid.length())) + pid;
    }
}
