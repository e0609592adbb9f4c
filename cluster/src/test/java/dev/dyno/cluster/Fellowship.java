package dev.dyno.cluster;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.LoopbackGroup;
import dev.dyno.cluster.group.Member;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.WorkerLossPolicy;
import dev.dyno.model.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** A coordinator and its workers in one process, on the simulated broker. */
final class Fellowship implements AutoCloseable, RunListener {

    static final long RUN_ID = 0x1234_5678_9ABC_DEF0L;

    /** Finds no recipe. */
    private static final BrokerLauncher LAUNCHER = new BrokerLauncher(Path.of("nowhere"));

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final SystemTime time = new SystemTime();
    final String broker = "fellowship-" + NUMBER.incrementAndGet();
    final List<Interval> intervals = new CopyOnWriteArrayList<>();
    final List<String> notes = new CopyOnWriteArrayList<>();
    final List<Group> members = new ArrayList<>();
    final List<WorkerService> services = new ArrayList<>();
    final List<String> consoles = new CopyOnWriteArrayList<>();
    final CompletableFuture<Boolean> loading = new CompletableFuture<>();
    /** Loads whose threads were to have short slices, of all workers. */
    final AtomicInteger punctual = new AtomicInteger();

    final Coordinator coordinator;

    Drivers drivers = (target, clock) -> {
        if (!target.driver().equals("sim")) {
            throw new DriverException("driver " + target.driver() + " does not exist; must be one of sim.");
        }
        return new SimDriver().open(new ClientSpec(target.url(), target.credentials(), target.properties(), clock));
    };
    Map<String, String> script = Map.of();
    Map<String, Object> config = Map.of("note", "test");
    String driver = "sim";

    /** Wraps the sending of a worker. */
    UnaryOperator<BiConsumer<Member, byte[]>> sending = UnaryOperator.identity();

    Fellowship() throws GroupException {
        coordinator = new Coordinator(LoopbackGroup.options("coordinator"), time, notes::add);
    }

    Fellowship workers(int count) throws GroupException {
        for (int i = 0; i < count; i++) {
            add(time, HostClock.NAME);
        }
        return this;
    }

    /** A worker with a clock of its own. */
    void add(TimeSource clock, String clockName) throws GroupException {
        WorkerService service = new WorkerService(
                drivers,
                clock,
                Threads.daemons(() -> {}),
                () -> {
                    punctual.incrementAndGet();
                    return Threads.daemons(() -> {});
                },
                clockName,
                () -> Probes.ofThisHost(clock),
                LAUNCHER,
                consoles::add);
        Group joined = LoopbackGroup.join(group(), "w" + members.size(), clock, service);
        members.add(joined);
        services.add(service);
        service.use(joined.address(), sending.apply(joined::send));
        // The coordinator sees it a moment later.
        while (!group().members().contains(joined.self())) {
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
    }

    Group group() {
        return coordinator.group();
    }

    ClusterRunner runner(String workload, Placement placement, WorkerLossPolicy onLoss) throws GroupException {
        return coordinator.runner(
                plan(workload),
                coordinator.awaitWorkers(placement.workers(), Optional.empty(), Duration.ofSeconds(10)),
                placement,
                onLoss,
                Probes.none(),
                this);
    }

    RunResult run(String workload) throws GroupException {
        return runner(workload, Placement.everywhere(members.size()), WorkerLossPolicy.STOP)
                .run();
    }

    RunPlan plan(String workload) {
        WorkloadFile file = WorkloadFile.of("test.yaml", workload);
        if (!file.problems().isEmpty()) {
            throw new AssertionError(file.problems());
        }
        Workload read = file.workload();
        Target target = new Target(driver, "sim://" + broker, Optional.empty(), Optional.empty(), script);
        boolean alone = read.producers().isEmpty();
        Map<String, String> environment = Map.of("version", "9");
        return new RunPlan(read, target, target, Share.WHOLE, RUN_ID, alone, 0, FaultPlan.NONE, environment, config);
    }

    /** Workload with three consumers of one queue. */
    static String load(String producers, String phases) {
        return """
                producers: { to: queue://T, %s }
                consumers: { from: queue://T, count: 3 }
                phases: { %s }
                """.formatted(producers, phases);
    }

    @Override
    public void onInterval(Interval interval) {
        intervals.add(interval);
        loading.complete(true);
    }

    @Override
    public void onNote(String sentence) {
        notes.add(sentence);
    }

    @Override
    public void close() {
        coordinator.close();
        members.forEach(Group::close);
        time.close();
    }
}
