package dev.dyno.app.execute;

import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.ClusterRunner;
import dev.dyno.cluster.Coordinator;
import dev.dyno.cluster.Placement;
import dev.dyno.cluster.PlanText;
import dev.dyno.cluster.WorkerBroker;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.cluster.group.Member;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.run.Build;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.config.WorkerSettings.Workers;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Plural;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Workers that make the loads of a command instead of this process: their number, address and shares.
 *
 * <p>Assumptions and guarantees: {@link #cancel} from any thread, the others from one.
 */
public final class WorkerPool implements AutoCloseable {

    /**
     * Proofs by which coordinator and workers recognize each other: keys of one authority, or the same secret, on both sides.
     *
     * @param keys folder with the key of this side and the authority's certificate
     */
    public record Admission(Optional<Path> keys, Optional<String> secret) {}

    private final Placement placement;
    private final HostPort address;
    private final Workers workers;
    private final Admission admission;
    private final PrintWriter out;
    private @Nullable SystemTime time;
    private @Nullable Coordinator coordinator;
    private List<Member> members = List.of();

    private WorkerPool(Workers workers, HostPort address, Admission admission, PrintWriter out) {
        placement = workers.producers()
                .flatMap(some -> workers.consumers().map(others -> Placement.apart(some, others)))
                .orElseGet(() -> Placement.everywhere(workers.size()));
        this.workers = workers;
        this.address = address;
        this.admission = admission;
        this.out = out;
    }

    /**
     * Workers that some runs request; empty if this process makes their loads itself. Errors, and settings that several workers
     * do not support, are added to the problems.
     */
    public static Optional<WorkerPool> of(
            List<PlannedRun> runs, Admission admission, PrintWriter out, Problems problems) {
        problems.notBlank("--secret", admission.secret);
        Optional<PlannedRun> first = runs.stream()
                .filter(run -> run.settings().workers().isPresent())
                .findFirst();
        return first.map(run -> {
            RunSettings settings = run.settings();
            Workers workers = settings.workers().orElseThrow();
            runs.stream()
                    .filter(other -> !other.settings().workers().equals(settings.workers()))
                    .forEach(other -> problems.add(run.refusal(
                            WorkerSettings.WORKERS,
                            "{given}; all runs of a command have the same workers, and " + other.label()
                                    + " has others or none. Run it by itself, or give --workers for all.")));
            HostPort address =
                    address(workers.listen(), sentence -> problems.add(run.refusal(WorkerSettings.LISTEN, sentence)));
            WorkerPool pool = new WorkerPool(workers, address, admission, out);
            runs.forEach(each -> pool.check(each, problems));
            return pool;
        });
    }

    /** Parses the listen address of a coordinator; the default address if there is a problem. */
    public static HostPort address(String text, Consumer<String> problem) {
        try {
            return HostPort.parse(text.strip(), GroupOptions.DEFAULT_PORT);
        } catch (IllegalArgumentException e) {
            problem.accept(e.getMessage() + ".");
            return HostPort.parse(WorkerSettings.LISTEN.fallback(), GroupOptions.DEFAULT_PORT);
        }
    }

    /** Refuses settings that several workers do not support. */
    private void check(PlannedRun run, Problems problems) {
        Reading given = run.settings().given();
        TargetReader target = run.reader();
        PlanText.obstacles(run.workload(), run.settings().faults())
                .forEach(obstacle ->
                        problems.add(given.refusal(WorkerSettings.WORKERS, obstacle + "; leave one of them out.")));
        if (workers.producers().isPresent() && run.roles() != Roles.BOTH) {
            problems.add(
                    given.refusal(WorkerSettings.PRODUCERS, "contradicts a load of one side only; give {workers}."));
        }
        if (problems.isEmpty() && target.isWithinProcess()) {
            problems.add(given.refusal(
                    WorkerSettings.WORKERS,
                    "the broker of the drivers sim and null is within one process, and workers are several; choose another,"
                            + " or leave {workers} out."));
        }
        if (hasBroker()) {
            checkBrokerOn(run, problems);
        }
        if (target.managedBroker().isPresent() && !hasBroker() && isWildcard()) {
            problems.add(given.refusal(
                    WorkerSettings.LISTEN,
                    "{given}; the broker that is started here listens where the workers join, and they connect to it:"
                            + " give one address of this machine."));
        }
    }

    private static void checkBrokerOn(PlannedRun run, Problems problems) {
        Map<String, Boolean> wrong = new LinkedHashMap<>();
        wrong.put(
                "only a broker that Dyno starts runs on a worker: leave it out, or give --broker instead of --url.",
                run.reader().managedBroker().isEmpty());
        wrong.put(
                "only a broker of this machine is profiled: leave out this or the profile.",
                !run.settings().profile().isEmpty());
        wrong.put(
                "a worker takes no flags for the broker's JVM, which may name programs to be run: leave out this or them.",
                run.reader()
                        .brokerSpec()
                        .filter(spec -> !spec.jvmFlags().isEmpty())
                        .isPresent());
        wrong.forEach(
                (sentence, is) -> problems.addIf(is, run.refusal(WorkerSettings.BROKER_ON, "{given}; " + sentence)));
    }

    private boolean isWildcard() {
        try {
            return InetAddress.getByName(address.host()).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether an additional worker runs the broker. */
    boolean hasBroker() {
        return workers.brokerOn().isPresent();
    }

    /** Listen address of a broker that is started here: the address at which workers join. */
    String brokerHost() {
        return address.host();
    }

    /** Lets workers join, at the first call, and waits for the required number. */
    void await() throws CannotRun {
        try {
            Coordinator opened = open();
            members = opened.awaitWorkers(placement.workers(), workers.brokerOn(), workers.await());
        } catch (GroupException e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        }
    }

    private synchronized Coordinator open() throws GroupException {
        Coordinator opened = coordinator;
        if (opened == null) {
            GroupOptions group =
                    new GroupOptions(address, "coordinator", Build.text(), admission.keys, admission.secret);
            SystemTime clock = new SystemTime();
            time = clock;
            opened = new Coordinator(group, clock, this::say);
            coordinator = opened;
            say("waiting for " + Plural.count(placement.workers(), "worker", "workers")
                    + workers.brokerOn()
                            .map(name -> " and " + name + ", which runs the broker")
                            .orElse("")
                    + ": dyno worker --join " + opened.group().address());
        }
        return opened;
    }

    private void say(String sentence) {
        out.println("WORKERS: " + sentence);
        out.flush();
    }

    /** Ends the wait for workers. */
    synchronized void cancel() {
        if (coordinator != null) {
            coordinator.cancel();
        }
    }

    /** A run on the workers that have joined. */
    ClusterRunner runner(RunPlan plan, Probes probes, RunListener listener) {
        Placement placed = hasBroker() ? placement.andOneAside() : placement;
        return waitedFor().runner(plan, members, placed, workers.onLoss(), probes, listener);
    }

    /** Reports to the workers that have joined that there will be no further run. */
    synchronized void failed(long runId, String cause) {
        if (coordinator != null) {
            coordinator.failed(runId, cause);
        }
    }

    WorkerBroker startBroker(BrokerSpec spec) throws CannotRun {
        Member host = workerOfBroker();
        say("worker " + host.name() + " starts the broker " + spec.recipe());
        try {
            return waitedFor().startBroker(host, spec);
        } catch (GroupException e) {
            throw new CannotRun(e.sentence(host));
        }
    }

    /** Stops the broker; that of a lost worker has ended with the worker. */
    void stopBroker() throws CannotRun {
        try {
            waitedFor().stopBroker(workerOfBroker());
        } catch (GroupException e) {
            throw new CannotRun(e.sentence(workerOfBroker()));
        }
    }

    /** The worker that runs the broker. */
    Member workerOfBroker() {
        return members.get(members.size() - 1);
    }

    private Coordinator waitedFor() {
        return Objects.requireNonNull(coordinator, "nobody was waited for");
    }

    /** Releases the workers; they may serve another coordinator. */
    @Override
    public synchronized void close() {
        if (coordinator != null) {
            coordinator.close();
        }
        if (time != null) {
            time.close();
        }
    }
}
