package dev.dyno.cluster;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.broker.resource.ProbeException;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.Command.Prepare;
import dev.dyno.cluster.group.Departure;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupListener;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.cluster.group.Member;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.ClientNeeds;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlProblem;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the runs of the coordinator, the only member that sends to a worker, one after the other, and runs a broker for it.
 * A worker does only what a plan can express or a recipe of its own describes, and checks a plan as strictly as a workload file;
 * drivers and their jars are those of this machine.
 *
 * <p>Assumptions and guarantees: {@link #use} once; {@link #awaitEnd} from one thread; methods of {@link GroupListener} as it
 * says.
 */
public final class WorkerService implements GroupListener {

    private static final long GROUP_SECONDS = 10;
    private static final int HEX = 16;

    private final Drivers drivers;
    private final TimeSource time;
    private final Threads threads;
    private final Supplier<Threads> shortSlices;
    private final String clock;
    private final Supplier<Probes> probes;
    private final BrokerHost brokers;
    private final Consumer<String> console;
    private final CompletableFuture<Joined> group = new CompletableFuture<>();
    private final CompletableFuture<Departure> gone = new CompletableFuture<>();

    /** Present or last run; null before the first. Guarded by this. */
    private @Nullable WorkerRun present;

    /** Ids of failed runs. Guarded by this. */
    private final Set<String> failed = new HashSet<>();

    private volatile boolean stuck;

    /**
     * @param shortSlices threads with short time slices, for a load that has to send on time
     * @param clock id of the clock behind {@code time}: times of workers with the same id are compared directly
     * @param probes opens the probes of a run
     * @param launcher starts a broker, if the coordinator wants this machine to run one
     * @param console receives lines for users about the actions
     */
    public WorkerService(
            Drivers drivers,
            TimeSource time,
            Threads threads,
            Supplier<Threads> shortSlices,
            String clock,
            Supplier<Probes> probes,
            BrokerLauncher launcher,
            Consumer<String> console) {
        this.drivers = drivers;
        this.time = time;
        this.threads = threads;
        this.shortSlices = shortSlices;
        this.clock = clock;
        this.probes = probes;
        this.console = console;
        brokers = new BrokerHost(launcher, console);
    }

    private record Joined(HostPort coordinator, BiConsumer<Member, byte[]> sender) {}

    /**
     * Sets the group, once it has been joined.
     *
     * @param coordinator its address
     * @param sender sends a message to a member
     */
    public void use(HostPort coordinator, BiConsumer<Member, byte[]> sender) {
        group.complete(new Joined(coordinator, sender));
    }

    /**
     * Waits until the coordinator has left, and then five seconds at most until a run in progress has ended. Stops the broker.
     *
     * @return how the coordinator left
     */
    public Departure awaitEnd() throws InterruptedException {
        Departure how;
        try {
            how = gone.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("it never fails", e);
        }
        WorkerRun run = present();
        if (run != null) {
            run.discard();
            if (!run.awaitEnd()) {
                stuck = true;
                console.accept("The client library holds up the end of the load: it ends with this process.");
            }
        }
        brokers.close();
        return how;
    }

    /** Whether {@link #awaitEnd} has given up waiting for a run, which ends with the process at the latest. */
    public boolean isStuck() {
        return stuck;
    }

    @Override
    public void left(Member member, Departure how) {
        WorkerRun run = present();
        if (run != null && !run.isOver()) {
            console.accept("The coordinator is gone: the load ends.");
            run.runner.fail("the coordinator is gone");
        }
        gone.complete(how);
    }

    @Override
    public byte[] answer(Member from, byte[] request) throws GroupException {
        Command command = WireJson.read(request, Command.class);
        if (command instanceof Prepare prepare) {
            return WireJson.write(prepare(from, prepare));
        } else if (command instanceof Command.StartBroker start) {
            return WireJson.write(brokers.start(start, joined().coordinator));
        } else if (command instanceof Command.StopBroker) {
            brokers.stop();
            return WireJson.write(new Command.BrokerStopped());
        }
        throw new GroupException("There is no answer to that.");
    }

    @Override
    public void received(Member from, byte[] message) {
        try {
            Command command = WireJson.read(message, Command.class);
            WorkerRun run = present();
            if (command instanceof Command.Failed end) {
                // This command may be about a run that was refused here, which is not the present one.
                failed(end.run(), end.cause());
            } else if (run != null && command instanceof Command.OfRun ofRun && run.id.equals(ofRun.run())) {
                carryOut(ofRun, run);
            }
        } catch (GroupException e) {
            console.accept(e.getMessage() + ".");
        }
    }

    private void carryOut(Command.OfRun command, WorkerRun run) {
        if (command instanceof Command.Begin) {
            console.accept("Run " + run.id + " begins.");
            run.begin(threads);
        } else if (command instanceof Command.Start start) {
            run.start(start.atNs(), start.shiftsNs());
        } else if (command instanceof Command.Continue next) {
            run.continueFrom(next.stage());
        } else if (command instanceof Command.Steer steer) {
            run.runner.steer(steer.change());
        } else if (command instanceof Command.Count) {
            run.count();
        } else if (command instanceof Command.Stop) {
            run.runner.stop();
        } else if (command instanceof Command.Abort abort) {
            failed(run.id, abort.cause());
            run.runner.fail(abort.cause());
        }
    }

    private synchronized void failed(String run, String cause) {
        if (failed.add(run)) {
            console.accept("The run has failed: " + cause + ".");
        }
    }

    /** Whether the coordinator has reported to this worker that a run has failed. */
    public synchronized boolean hasFailed() {
        return !failed.isEmpty();
    }

    private synchronized @Nullable WorkerRun present() {
        return present;
    }

    private Command.Ready prepare(Member coordinator, Prepare asked) throws GroupException {
        RunPlan plan = planOf(asked);
        check(plan);
        BiConsumer<Member, byte[]> sender = joined().sender;
        WorkerRun previous = present();
        // The coordinator begins the next run as soon as it has a result; the previous run may still be ending here.
        if (previous != null && !previous.awaitEnd()) {
            throw new GroupException("It has not ended run " + previous.id + " yet.");
        }
        synchronized (this) {
            if (present != null) {
                present.discard();
            }
            Threads own = asked.shortSlices() ? shortSlices.get() : threads;
            WorkerRun run = new WorkerRun(
                    report -> sender.accept(coordinator, report), asked.run(), plan, drivers, time, own, probesHere());
            present = run;
            brokers.broker().map(ManagedBroker::onDeath).ifPresent(run::watch);
        }
        return new Command.Ready(clock);
    }

    /** Probes of a run on this machine, including those of the broker that runs here, if it can be read. */
    private Probes probesHere() {
        Probes opened = probes.get();
        brokers.broker().ifPresent(broker -> {
            try {
                opened.addBroker(broker::life);
            } catch (ProbeException e) {
                console.accept("The broker is not read: " + e.getMessage() + ".");
            }
        });
        return opened;
    }

    private Joined joined() throws GroupException {
        try {
            // A command can arrive before use() is called.
            return group.get(GROUP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GroupException("It was interrupted.", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new GroupException("It has not joined yet.", e);
        }
    }

    private static RunPlan planOf(Prepare asked) throws GroupException {
        if (!asked.run().matches("[0-9a-f]{" + HEX + "}") || asked.producerIdBase() < 0) {
            throw new GroupException("The plan is not one of Dyno: run " + asked.run() + ".");
        }
        WorkloadFile file = WorkloadFile.of("plan", asked.workload());
        if (!file.problems().isEmpty()) {
            throw new GroupException("The plan's workload cannot be read: "
                    + file.problems().stream().map(YamlProblem::toString).collect(Collectors.joining(" ")));
        }
        Workload workload = file.workload();
        return new RunPlan(
                workload,
                asked.producerTarget(),
                asked.consumerTarget(),
                asked.share(),
                Long.parseUnsignedLong(asked.run(), HEX),
                asked.acceptAnyRun(),
                asked.producerIdBase(),
                FaultPlan.NONE,
                Map.of(),
                Map.of());
    }

    /**
     * Refuses drivers that do not exist here, settings that they do not accept, and more clients than this process may have.
     * Nothing is connected yet.
     */
    private void check(RunPlan plan) throws GroupException {
        try {
            for (Target target : new LinkedHashSet<>(List.of(plan.producerTarget(), plan.consumerTarget()))) {
                drivers.open(target, time).close();
            }
            List<String> missing = new ClientNeeds(
                            plan.workload(),
                            plan.share(),
                            drivers.filesPerConnection(plan.producerTarget().driver()),
                            drivers.filesPerConnection(plan.consumerTarget().driver()))
                    .missing(ClientNeeds.ProcessLimits.ofThisProcess());
            if (!missing.isEmpty()) {
                throw new GroupException(String.join(" ", missing));
            }
        } catch (DriverException e) {
            throw new GroupException(String.valueOf(e.getMessage()), e);
        }
    }
}
