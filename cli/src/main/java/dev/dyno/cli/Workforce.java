package dev.dyno.cli;

import dev.dyno.broker.BrokerSpec;
import dev.dyno.cluster.ClusterRunner;
import dev.dyno.cluster.Coordinator;
import dev.dyno.cluster.Placement;
import dev.dyno.cluster.PlanText;
import dev.dyno.cluster.WorkerBroker;
import dev.dyno.cluster.WorkerLossPolicy;
import dev.dyno.cluster.group.CallFailedException;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.Groups;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.cluster.group.Member;
import dev.dyno.driver.setting.Units;
import dev.dyno.load.RunListener;
import dev.dyno.load.RunPlan;
import dev.dyno.pace.SystemTime;
import dev.dyno.report.Sides;
import dev.dyno.resource.Probes;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Workload;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The workers that make the loads of a command, if it is not this process: how many, where they join, who does what.
 *
 * <p>Assumptions and guarantees: {@link #cancel} from any thread, the others from one.
 */
final class Workforce implements AutoCloseable {

    private static final String HERE = "127.0.0.1";
    private static final Duration AWAIT = Duration.ofSeconds(60);
    private static final int MAX_WORKERS = 1000;

    private final Placement placement;
    private final boolean apart;
    private final HostPort address;
    private final Duration await;
    private final WorkerLossPolicy onLoss;
    private final WorkersOptions options;
    private final PrintWriter out;
    private @Nullable SystemTime time;
    private @Nullable Coordinator coordinator;
    private List<Member> members = List.of();

    private Workforce(
            Placement placement,
            boolean apart,
            HostPort address,
            Duration await,
            WorkerLossPolicy onLoss,
            WorkersOptions options,
            PrintWriter out) {
        this.placement = placement;
        this.apart = apart;
        this.address = address;
        this.await = await;
        this.onLoss = onLoss;
        this.options = options;
        this.out = out;
    }

    /** As the options say; empty if this process makes the load itself. What is wrong is added to the problems. */
    static Optional<Workforce> of(WorkersOptions options, PrintWriter out, Problems problems) {
        boolean apart = options.producerWorkers.isPresent() || options.consumerWorkers.isPresent();
        if (options.workers.isEmpty() && !apart) {
            refuseWithoutWorkers(options, problems);
            return Optional.empty();
        }
        Optional<Integer> all = options.workers.map(text -> count("--workers", text, problems));
        Optional<Integer> producers = options.producerWorkers.map(text -> count("--producer-workers", text, problems));
        Optional<Integer> consumers = options.consumerWorkers.map(text -> count("--consumer-workers", text, problems));
        problems.addIf(
                producers.isPresent() != consumers.isPresent(),
                (producers.isPresent() ? "--consumer-workers" : "--producer-workers") + ": is missing; "
                        + (producers.isPresent() ? "--producer-workers" : "--consumer-workers")
                        + " needs it. Give both, or only --workers.");
        int sum = producers.orElse(0) + consumers.orElse(0);
        if (apart && producers.isPresent() && consumers.isPresent()) {
            all.filter(n -> n != sum)
                    .ifPresent(n -> problems.add("--workers: " + n + "; --producer-workers " + producers.get()
                            + " and --consumer-workers " + consumers.get() + " make " + sum
                            + ". Make them add up, or leave --workers out."));
        }
        HostPort address = address("--listen", options.listen, problems);
        Duration await = options.await
                .map(text -> problems.parse(
                        "--await-workers", text, given -> Duration.ofNanos(Units.parseDurationNs(given)), AWAIT))
                .orElse(AWAIT);
        WorkerLossPolicy onLoss = problems.choice(
                "--on-worker-loss", options.onLoss.orElse("stop"), WorkerLossPolicy.class, WorkerLossPolicy.STOP);
        options.admission.check(problems);
        problems.notBlank("--broker-on", options.brokerOn);
        Placement placement =
                apart ? Placement.apart(producers.orElse(1), consumers.orElse(1)) : Placement.everywhere(all.orElse(1));
        return problems.isEmpty()
                ? Optional.of(new Workforce(placement, apart, address, await, onLoss, options, out))
                : Optional.empty();
    }

    /** Where a coordinator listens. */
    static HostPort address(String option, Optional<String> text, Problems problems) {
        try {
            return HostPort.parse(text.orElse(HERE).strip(), GroupOptions.DEFAULT_PORT);
        } catch (IllegalArgumentException e) {
            problems.add(option + ": " + e.getMessage() + ".");
            return new HostPort(HERE, GroupOptions.DEFAULT_PORT);
        }
    }

    private static int count(String option, String text, Problems problems) {
        return (int) problems.number(option, text, 1, MAX_WORKERS, "");
    }

    private static void refuseWithoutWorkers(WorkersOptions options, Problems problems) {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--broker-on", options.brokerOn.isPresent());
        given.put("--listen", options.listen.isPresent());
        given.put("--await-workers", options.await.isPresent());
        given.put("--on-worker-loss", options.onLoss.isPresent());
        given.forEach((option, there) ->
                problems.addIf(there, option + ": only --workers looks at it. Give that, or leave it out."));
    }

    /** Refuses of a run what several workers cannot do. */
    void check(PlannedRun run, Problems problems) {
        check(run.workload(), FaultPlan.NONE, run.sides(), run.reader(), run.profile(), problems);
    }

    /** Refuses what several workers cannot do. */
    void check(
            Workload workload,
            FaultPlan faults,
            Sides sides,
            TargetReader target,
            ProfileOptions profile,
            Problems problems) {
        PlanText.obstacles(workload, faults)
                .forEach(obstacle -> problems.add("--workers: " + obstacle + "; leave one of them out."));
        problems.addIf(
                apart && sides != Sides.BOTH,
                "--producer-workers: contradicts a load of one side only; give --workers.");
        problems.addIf(
                problems.isEmpty() && target.isWithinProcess(),
                "--workers: the broker of the drivers sim and null is within one process, and workers are several; choose"
                        + " another, or leave --workers out.");
        options.brokerOn.ifPresent(name -> checkBrokerOn(name, target, profile, problems));
        problems.addIf(
                target.managedBroker().isPresent() && !hasBroker() && isWildcard(),
                "--listen: " + address
                        + "; the broker that is started here listens where the workers join, and they are told to connect"
                        + " to it: give one address of this machine.");
    }

    private static void checkBrokerOn(String name, TargetReader target, ProfileOptions profile, Problems problems) {
        problems.addIf(
                target.managedBroker().isEmpty(),
                "--broker-on: " + name
                        + "; only a broker that Dyno starts runs on a worker: leave it out, or give --broker instead of --url.");
        problems.addIf(
                profile.profile.isPresent(),
                "--broker-on: " + name + "; only a broker of this machine is profiled: leave out this or the profile.");
        problems.addIf(
                target.brokerSpec().filter(spec -> !spec.jvmFlags().isEmpty()).isPresent(),
                "--broker-on: " + name
                        + "; a worker takes no flags for the broker's JVM, which may name programs to be run: leave out this or"
                        + " them.");
    }

    private boolean isWildcard() {
        try {
            return InetAddress.getByName(address.host()).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether one more worker runs the broker. */
    boolean hasBroker() {
        return options.brokerOn.isPresent();
    }

    /** Where a broker that is started here listens: workers reach the address that they join at. */
    String brokerHost() {
        return address.host();
    }

    /** For the stored run. */
    Map<String, Object> config() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", placement.workers());
        options.producerWorkers.ifPresent(n -> map.put("producerWorkers", Integer.parseInt(n.strip())));
        options.consumerWorkers.ifPresent(n -> map.put("consumerWorkers", Integer.parseInt(n.strip())));
        options.brokerOn.ifPresent(name -> map.put("brokerOn", name));
        map.put("onWorkerLoss", onLoss.name().toLowerCase(Locale.ROOT));
        return map;
    }

    /** Lets workers join, at the first call, and waits until there are as many as are needed. */
    void await() throws CannotRun {
        try {
            Coordinator opened = open();
            members = opened.awaitWorkers(placement.workers(), options.brokerOn, await);
        } catch (GroupException e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        }
    }

    private synchronized Coordinator open() throws GroupException {
        Coordinator opened = coordinator;
        if (opened == null) {
            GroupOptions group = new GroupOptions(
                    List.of(address),
                    "coordinator",
                    Main.Version.text(),
                    options.admission.keys,
                    options.admission.secret);
            SystemTime clock = new SystemTime();
            time = clock;
            opened = new Coordinator(listener -> Groups.listen(group, clock, listener), clock, this::say);
            coordinator = opened;
            say("waiting for " + placement.workers() + " workers"
                    + options.brokerOn
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

    /** Ends the wait. */
    synchronized void cancel() {
        if (coordinator != null) {
            coordinator.cancel();
        }
    }

    /** A run of the workers that were waited for. */
    ClusterRunner runner(RunPlan plan, Probes probes, RunListener listener) {
        return waitedFor()
                .runner(plan, members, hasBroker() ? placement.andOneAside() : placement, onLoss, probes, listener);
    }

    /** Starts a broker on the worker that is to have it. */
    WorkerBroker startBroker(BrokerSpec spec) throws CannotRun {
        Member host = members.get(members.size() - 1);
        say("worker " + host.name() + " starts the broker " + spec.recipe());
        try {
            return waitedFor().startBroker(host, spec);
        } catch (CallFailedException e) {
            throw new CannotRun("worker " + host.name() + ": " + e.getMessage());
        }
    }

    /** Ends it; one whose worker is gone has ended with that. */
    void stopBroker(WorkerBroker broker) throws CannotRun {
        try {
            waitedFor().stopBroker(broker);
        } catch (CallFailedException e) {
            throw new CannotRun("worker " + broker.at().name() + ": " + e.getMessage());
        }
    }

    private Coordinator waitedFor() {
        Coordinator opened = coordinator;
        if (opened == null) {
            throw new IllegalStateException("nobody was waited for");
        }
        return opened;
    }

    /** Sends the workers away; they may serve another coordinator. */
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
