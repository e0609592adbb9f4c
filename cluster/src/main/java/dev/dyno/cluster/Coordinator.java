package dev.dyno.cluster;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.group.Departure;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupConnector;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupListener;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.Member;
import dev.dyno.cluster.group.Role;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.Plural;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Opens a group, waits for workers to join, and lets them carry out runs one after the other.
 *
 * <p>Assumptions and guarantees: usable from any thread; one run at a time.
 */
public final class Coordinator implements AutoCloseable {

    private static final long LOOK_MILLIS = 50;

    private static final Duration BROKER_DEADLINE = Duration.ofMinutes(10);

    private final TimeSource time;
    private final Consumer<String> notes;
    private final Group group;

    /** Present or last run; null before the first. Guarded by this. */
    private @Nullable ClusterRunner present;

    /** Whether the wait for workers was cancelled. Guarded by this. */
    private boolean cancelled;

    /**
     * Opens a group.
     *
     * @param notes receives sentences for users: which workers joined, left before the first run, or were refused
     * @throws GroupException with a sentence, if it cannot be opened
     */
    public Coordinator(GroupOptions options, TimeSource time, Consumer<String> notes) throws GroupException {
        this.time = time;
        this.notes = notes;
        group = GroupConnector.listen(options, time, new Listener());
    }

    /** The group, with its address and members. */
    public Group group() {
        return group;
    }

    /**
     * Waits for the given number of workers.
     *
     * @param aside name of an additional worker
     * @return the workers of the run in the order of their names, without superfluous ones; the additional one last
     * @throws GroupException if they have not joined by the deadline, or {@link #cancel} was called; the sentence names those
     *     that have
     */
    public List<Member> awaitWorkers(int count, Optional<String> aside, Duration deadline) throws GroupException {
        long endNs = time.nanoTime() + deadline.toNanos();
        synchronized (this) {
            while (workers(aside).size() < count
                    || (aside.isPresent() && named(aside).isEmpty())) {
                if (cancelled || time.nanoTime() >= endNs) {
                    throw new GroupException(missing(count, aside, deadline));
                }
                try {
                    TimeUnit.MILLISECONDS.timedWait(this, LOOK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new GroupException("the wait for workers was interrupted", e);
                }
            }
        }
        List<Member> chosen = new ArrayList<>(workers(aside).subList(0, count));
        named(aside).ifPresent(chosen::add);
        return chosen;
    }

    /** Ends the wait for workers. */
    public synchronized void cancel() {
        cancelled = true;
        notifyAll();
    }

    private List<Member> workers() {
        return group.members().stream()
                .filter(member -> member.role() == Role.WORKER)
                .toList();
    }

    private List<Member> workers(Optional<String> but) {
        return workers().stream()
                .filter(member -> but.isEmpty() || !member.name().equals(but.get()))
                .toList();
    }

    private Optional<Member> named(Optional<String> name) {
        return workers().stream()
                .filter(member -> name.isPresent() && member.name().equals(name.get()))
                .findFirst();
    }

    private String missing(int count, Optional<String> aside, Duration deadline) {
        List<Member> there = workers();
        String broker = aside.filter(name -> named(aside).isEmpty())
                .map(name -> "; " + name + ", which is to run the broker, is not there")
                .orElse("");
        String who = there.stream().map(Member::toString).collect(Collectors.joining(", "));
        return there.size() + " of " + Plural.count(count + (aside.isPresent() ? 1 : 0), "worker has", "workers have")
                + " joined"
                + (cancelled ? "" : " within " + deadline.toSeconds() + " s") + (who.isEmpty() ? "" : ": " + who)
                + broker;
    }

    /**
     * Lets a worker start a broker, after stopping its previous one.
     *
     * @throws GroupException with a sentence, if that fails or takes longer than ten minutes, which includes fetching the
     *     broker
     */
    public WorkerBroker startBroker(Member at, BrokerSpec spec) throws GroupException {
        Command.StartBroker order = new Command.StartBroker(spec.recipe(), spec.version(), spec.knobs(), spec.heap());
        return ask(at, order, WorkerBroker.class);
    }

    /** Stops the broker of a worker. Does nothing if the worker is lost, and its broker with it. */
    public void stopBroker(Member at) throws GroupException {
        if (!group.members().contains(at)) {
            return;
        }
        ask(at, new Command.StopBroker(), Command.BrokerStopped.class);
    }

    private <T> T ask(Member worker, Command command, Class<T> answer) throws GroupException {
        return WireJson.read(group.call(worker, WireJson.write(command), BROKER_DEADLINE), answer);
    }

    /**
     * Makes a run, which begins with {@link ClusterRunner#run}.
     *
     * @param workers as many as the placement is for
     * @param probes resources read in this process; not closed here
     */
    public ClusterRunner runner(
            RunPlan plan,
            List<Member> workers,
            Placement placement,
            WorkerLossPolicy onLoss,
            Probes probes,
            RunListener listener) {
        ClusterRunner runner = new ClusterRunner(group, time, plan, workers, placement, onLoss, probes, listener);
        synchronized (this) {
            present = runner;
        }
        // The group does not report again the workers that left before this run existed.
        List<Member> there = group.members();
        workers.stream().filter(worker -> !there.contains(worker)).forEach(gone -> runner.left(gone, Departure.LEFT));
        return runner;
    }

    /** Informs all workers that a run could not begin. */
    public void failed(long runId, String cause) {
        byte[] message = WireJson.write(new Command.Failed(RunPlan.idOf(runId), cause));
        workers().forEach(worker -> group.send(worker, message));
    }

    private synchronized Optional<ClusterRunner> present() {
        return Optional.ofNullable(present);
    }

    /** Closes the group, with a goodbye to all workers. */
    @Override
    public void close() {
        group.close();
    }

    private final class Listener implements GroupListener {

        @Override
        public void joined(Member member) {
            notes.accept(member + " has joined");
            synchronized (Coordinator.this) {
                Coordinator.this.notifyAll();
            }
        }

        @Override
        public void left(Member member, Departure how) {
            Optional<ClusterRunner> run = present();
            if (run.isPresent()) {
                run.get().left(member, how);
            } else {
                notes.accept(member + " has left");
            }
        }

        @Override
        public void received(Member from, byte[] message) {
            present().ifPresent(run -> run.received(from, message));
        }

        @Override
        public void refused(String who, String why) {
            notes.accept(who + " was refused: " + why);
        }
    }
}
