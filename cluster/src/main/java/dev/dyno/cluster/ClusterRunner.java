package dev.dyno.cluster;

import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.group.Departure;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.Member;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.ClientCalls;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.run.MultiWorkerRun;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Lets the workers of a group carry out a plan together, and merges their reports.
 *
 * <p>The steps: give each worker its share of the plan, which it accepts or refuses; measure the clocks; let all connect, first
 * their consumers, then their producers; await a probe at each subscription, if there are producers and consumers; start together
 * at an agreed instant; when all producers have ended, wait for outstanding deliveries; let all end.
 *
 * <p>Assumptions and guarantees: those of {@link Runner}; all reports of workers are handled on the thread of the run, in order.
 */
public final class ClusterRunner implements Runner {

    /** Time in ns from the choice of the start of the load to that start, within which every worker must learn of it. */
    private static final long START_NS = 500_000_000;

    /** Longest wait in ns for the workers to end: the limit for closing connections, and 30 s for all else. */
    private static final long END_NS = (ClientCalls.LIMIT_MS + 30_000) * 1_000_000;

    /** Longest wait in ns, after a failed preparation, for the report that a worker is lost. */
    private static final long LEAVING_NS = 100_000_000;

    /**
     * Time in ns without a delivery that ends the drain after the loss of a worker, or with rejected messages, if none is known
     * to be owed: nobody knows what the lost worker sent after its last report, or how many dead letters are under way. Workers
     * report deliveries five times in this time.
     */
    private static final long SETTLED_NS = 1_000_000_000L;

    /** Time in ns without a delivery that ends the drain after the loss of a worker, although deliveries are owed. */
    private static final long IDLE_NS = 5_000_000_000L;

    private final RunPlan plan;
    private final String run;
    private final Group group;
    private final Placement placement;
    private final WorkerLossPolicy onLoss;
    private final TimeSource time;
    private final RunListener listener;
    private final WorkerSet workers;
    private final Clocks clocks;
    private final MultiWorkerRun joint;
    private final LiveCounts counts;
    private final BrokerPause pause;

    private final Events events;

    private boolean stopped;
    /** Whether the user has ended the drain, too. */
    private boolean hurried;

    private boolean loadHasBegun;
    private boolean loadHasEnded;
    /** Stages that all live workers have reached after the start of the load, and to which they were let past. */
    private final Set<Stage> passed = EnumSet.noneOf(Stage.class);

    private boolean someoneIsLost;
    /** Whether the workers end at once, without waiting for anything. */
    private boolean aborted;

    private Optional<String> failure = Optional.empty();
    private Optional<CompletableFuture<BrokerDeath>> broker = Optional.empty();
    private long drainNs;

    /**
     * @param plan plan of the whole run; its share has all producers and consumers
     * @param members the workers, in the order of the placement
     * @param probes resources read in this process; not closed here
     */
    ClusterRunner(
            Group group,
            TimeSource time,
            RunPlan plan,
            List<Member> members,
            Placement placement,
            WorkerLossPolicy onLoss,
            Probes probes,
            RunListener listener) {
        this.plan = plan;
        this.group = group;
        this.placement = placement;
        this.onLoss = onLoss;
        this.time = time;
        this.listener = listener;
        run = RunPlan.idOf(plan.runId());
        workers = new WorkerSet(group, run, members);
        events = new Events(time);
        clocks = new Clocks(group, workers.all(), HostClock.NAME);
        joint = new MultiWorkerRun(
                plan,
                members.stream()
                        .map(worker -> new MultiWorkerRun.Identity(worker.name(), worker.host()))
                        .toList(),
                time,
                probes,
                listener);
        counts = new LiveCounts(time, workers, joint::ledger);
        pause = new BrokerPause(listener::onNote, this::abort);
    }

    /** Ends the run as failed when the broker's process ends; see {@link dev.dyno.engine.run.LocalRunner#watchBroker}. */
    public void watchBroker(CompletableFuture<BrokerDeath> death) {
        broker = Optional.of(death.thenApply(how -> {
            events.add(() -> brokerDied(how));
            return how;
        }));
    }

    /** Sets the broker that {@link #disturb} pauses and resumes; before {@link #run}. */
    public void pauseOn(Faultable broker) {
        pause.of(action -> {
            joint.disturbed(action.word());
            return broker.act(action);
        });
    }

    /** Takes a message of a member, to be handled on the thread of the run; on any thread. */
    void received(Member from, byte[] message) {
        events.add(() -> workers.of(from).ifPresent(worker -> handle(worker, message)));
    }

    /** Takes the loss of a member, to be handled on the thread of the run; on any thread. */
    void left(Member member, Departure how) {
        events.add(() -> workers.of(member).ifPresent(worker -> lost(worker, how)));
    }

    @Override
    public void stop() {
        events.add(() -> {
            hurried = stopped || loadHasEnded;
            stopped = true;
        });
        finish();
    }

    @Override
    public void fail(String cause) {
        events.add(() -> abort(cause));
    }

    @Override
    public void finish() {
        events.add(() -> {
            pause.end();
            workers.sendToAll(id -> new Command.Stop(id));
        });
    }

    @Override
    public LiveRate.Change steer(double perSecond) {
        return joint.steer(perSecond);
    }

    @Override
    public Counts.At counts() {
        events.add(() -> {
            if (loadHasBegun) {
                counts.ask();
            }
        });
        return counts.latest();
    }

    @Override
    public void disturb(Fault.Action action) {
        BrokerPause.check(action);
        events.add(() -> pause.act(action));
    }

    @Override
    public RunResult run() {
        if (prepare()) {
            workers.sendToAll(Command.Begin::new);
            if (connect()) {
                start();
                awaitEndOfLoad();
                drain();
            }
            workers.sendToAll(id -> new Command.Continue(id, Stage.DRAINED));
            awaitAllEnded();
            clocks.measureAgain();
        } else {
            // The cause may be the loss of a worker: wait for the report of it, so that the result names that worker.
            events.await(time.nanoTime() + LEAVING_NS, () -> someoneIsLost);
        }
        failure.ifPresent(cause -> workers.sendToAllPresent(id -> new Command.Failed(id, cause)));
        return joint.result(new MultiWorkerRun.Ending(
                stopped,
                failure,
                death(),
                drainNs,
                workers.all().stream()
                        .map(worker -> loadHasBegun ? clocks.of(worker) : new MultiWorkerRun.Clock(0, 0))
                        .toList()));
    }

    private Optional<BrokerDeath> death() {
        return broker.flatMap(end -> Runner.death(end, failure.isPresent()));
    }

    /** Gives each worker its share of the plan, and measures the clocks; false if a worker refuses or a clock stays unknown. */
    private boolean prepare() {
        List<String> refusals = new Preparation(group, run, plan, placement).ask(workers.all());
        try {
            if (refusals.isEmpty()) {
                clocks.measure();
                return true;
            }
            failure = Optional.of(String.join("; ", refusals));
        } catch (GroupException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        return false;
    }

    /** Carries out the steps before the load; false if the load must not start. */
    private boolean connect() {
        boolean probed = plan.workload().produces() && plan.workload().consumes();
        return allReach(Stage.CONSUMERS)
                && allReach(Stage.PRODUCERS)
                && (!probed || allReach(Stage.PROBES))
                && allReached(Stage.START);
    }

    private boolean allReach(Stage stage) {
        boolean reached = allReached(stage);
        if (reached) {
            workers.sendToAll(id -> new Command.Continue(id, stage));
        }
        return reached;
    }

    private boolean allReached(Stage stage) {
        events.await(Long.MAX_VALUE, () -> isOver() || workers.haveAllReached(stage));
        return !isOver();
    }

    /** Whether the load must not begin or, if it has begun, must end. */
    private boolean isOver() {
        return stopped || failure.isPresent() || (someoneIsLost && !loadHasBegun) || !workers.isAnyLive();
    }

    private void start() {
        loadHasBegun = true;
        long startNs = time.nanoTime() + START_NS;
        joint.begin(startNs);
        joint.onRateChange(change -> events.add(() -> workers.sendToAll(id -> new Command.Steer(id, change))));
        if (joint.endNs() < Long.MAX_VALUE) {
            var unused = time.schedule(joint.endNs(), () -> events.add(pause::end));
        }
        for (WorkerHandle worker : workers.all()) {
            workers.send(worker, new Command.Start(run, startNs + clocks.offsetNs(worker), shiftsTo(worker)));
        }
        workers.sendToAll(id -> new Command.Continue(id, Stage.START));
    }

    /** Corrections in ns that convert times of each producer's clock to that of the receiver. */
    private long[] shiftsTo(WorkerHandle receiver) {
        return IntStream.range(0, plan.workload().producerCount())
                .mapToLong(i -> clocks.shiftNs(workers.all().get(placement.workerOfProducer(i)), receiver))
                .toArray();
    }

    private void awaitEndOfLoad() {
        Thread watch = clocks.watch();
        try {
            events.await(Long.MAX_VALUE, workers::haveLiveSent);
        } finally {
            watch.interrupt();
        }
    }

    private void drain() {
        endLoad();
        long deadlineNs = joint.endNs() + plan.workload().phases().drain().toNanos();
        events.await(
                deadlineNs,
                () -> aborted
                        || hurried
                        || !workers.isAnyLive()
                        || (someoneIsLost
                                ? time.nanoTime() >= joint.lastArrivedNs() + (isSettled() ? SETTLED_NS : IDLE_NS)
                                : isSettled()));
        drainNs = Math.max(0, time.nanoTime() - joint.endNs());
    }

    private boolean isSettled() {
        boolean rejects = plan.workload().consumers().stream().anyMatch(group -> group.reject() > 0);
        return joint.outstanding() <= 0 && (!rejects || time.nanoTime() >= joint.lastArrivedNs() + SETTLED_NS);
    }

    private void awaitAllEnded() {
        events.await(time.nanoTime() + END_NS, () -> !workers.isAnyLive());
        workers.live().toList().forEach(worker -> {
            worker.lost = true;
            joint.lost(worker.index, "did not end its run when it was asked to");
        });
    }

    private void endLoad() {
        if (loadHasBegun && !loadHasEnded) {
            loadHasEnded = true;
            joint.endLoad();
            pause.end();
        }
    }

    private void handle(WorkerHandle worker, byte[] message) {
        try {
            Report report = WireJson.read(message, Report.class);
            if (!report.run().equals(run) || !worker.isLive()) {
                return;
            }
            if (report.number() != worker.number++) {
                joint.addMissingReports(worker.index, Math.max(1, report.number() - (worker.number - 1)));
                worker.number = report.number() + 1;
            }
            handle(worker, report.event());
        } catch (GroupException | RuntimeException e) {
            abort("worker " + worker.member.name() + ": " + e.getMessage());
        }
    }

    private void handle(WorkerHandle worker, Report.Event event) {
        if (event instanceof Report.Second second) {
            joint.interval(worker.index, second.interval());
        } else if (event instanceof Report.Used used) {
            joint.addResources(worker.index, used.sample());
        } else if (event instanceof Report.Counted counted) {
            counts.counted(worker, counted);
        } else if (event instanceof Report.Arrived arrived) {
            joint.arrived(arrived.arrivals());
        } else if (event instanceof Report.Reached reached) {
            worker.reached.add(reached.stage());
            continueTogether();
        } else if (event instanceof Report.Consuming consuming) {
            joint.subscriptions(worker.index, consuming.names());
        } else if (event instanceof Report.Connected connected) {
            joint.connected(worker.index, connected.producers(), connected.consumers());
        } else if (event instanceof Report.Probed probed) {
            worker.unprobed = Optional.of(BitSet.valueOf(probed.missing()));
        } else if (event instanceof Report.Sent sent) {
            worker.sent = true;
            joint.sent(sent.producers());
            endLoad();
        } else if (event instanceof Report.BrokerDied died) {
            broker = Optional.of(CompletableFuture.completedFuture(died.how()));
            brokerDied(died.how());
        } else if (event instanceof Report.Note note) {
            listener.onNote("worker " + worker.member.name() + ": " + note.sentence());
        } else if (event instanceof Report.Ended ended) {
            worker.ended = true;
            joint.ended(worker.index, ended.report());
            ended.report()
                    .result()
                    .outcome()
                    .cause()
                    .ifPresent(cause -> abort("worker " + worker.member.name() + ": " + cause));
        }
    }

    /**
     * Lets the workers continue once all that are live have sent everything, so that the load ends, even before its planned end;
     * and once the consumers of all have stopped.
     */
    private void continueTogether() {
        for (Stage stage : List.of(Stage.SENT, Stage.STOPPED)) {
            if (!passed.contains(stage) && workers.haveLiveReached(stage)) {
                passed.add(stage);
                workers.sendToAll(id -> new Command.Continue(id, stage));
            }
        }
    }

    private void lost(WorkerHandle worker, Departure how) {
        if (!worker.isLive()) {
            return;
        }
        worker.lost = true;
        someoneIsLost = true;
        String words =
                switch (how) {
                    case LEFT -> "has left";
                    case CRASHED -> "was lost: its process has ended";
                    case SILENT -> "was lost: nothing came from it any more";
                };
        joint.lost(worker.index, words);
        String sentence = "worker " + worker.member.name() + " on " + worker.member.host() + " " + words;
        listener.onNote(
                sentence + "; its part is complete for the first " + joint.completeSeconds(worker.index) + " s");
        if (onLoss == WorkerLossPolicy.STOP || !loadHasBegun) {
            failure = Optional.of(failure.orElse(sentence));
            workers.sendToAll(id -> loadHasBegun ? new Command.Stop(id) : new Command.Abort(id, sentence));
        }
        continueTogether();
    }

    /** Ends the run because the broker has died, which replaces a cause reported before: broken connections follow from it. */
    private void brokerDied(BrokerDeath how) {
        abort(how.sentence());
        failure = Optional.of(how.sentence());
    }

    /** Ends the run of all workers at once. */
    private void abort(String cause) {
        failure = Optional.of(failure.orElse(cause));
        if (!aborted) {
            aborted = true;
            workers.sendToAll(id -> new Command.Abort(id, cause));
        }
    }
}
