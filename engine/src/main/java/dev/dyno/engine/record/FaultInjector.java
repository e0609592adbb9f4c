package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Action;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.Fault.OnNetwork;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Executes the faults of a run on its broker, each at its time or as soon as the one before it is done.
 *
 * <p>Assumptions and guarantees: {@link #begin} and {@link #endLoad} by the run's thread, the others from any thread. A fault
 * runs on a thread of its own, because it may take long. A fault that cannot be executed fails the run.
 */
public final class FaultInjector {

    private final List<Fault> faults;
    private final Faultable broker;
    private final FaultLog log;
    private final TimeSource time;
    private final Threads threads;
    private final Failure failure;
    private final RunListener listener;

    private final List<TimeSource.Cancellable> timers = new ArrayList<>();
    private final Queue<Runnable> due = new ArrayDeque<>();
    private boolean working;
    private int done;
    /** Number of planned faults among those done. */
    private int planned;
    /** Last action on the broker. Guarded by this. */
    private OnBroker last = OnBroker.RESTART;
    /** Effects on the network that have begun and not ended. Guarded by this. */
    private final Set<OnNetwork.Effect> disturbed = EnumSet.noneOf(OnNetwork.Effect.class);

    public FaultInjector(
            List<Fault> faults,
            Faultable broker,
            FaultLog log,
            TimeSource time,
            Threads threads,
            Failure failure,
            RunListener listener) {
        this.faults = faults;
        this.broker = broker;
        this.log = log;
        this.time = time;
        this.threads = threads;
        this.failure = failure;
        this.listener = listener;
    }

    /** Schedules the faults at the beginning of the load. */
    public void begin(Timeline timeline) {
        for (Fault fault : faults) {
            long atNs = timeline.startNs + fault.at().toNanos();
            timers.add(time.schedule(atNs, () -> enqueue(() -> perform(fault, atNs))));
        }
        if (timeline.plannedEndNs() < Long.MAX_VALUE) {
            timers.add(time.schedule(timeline.plannedEndNs(), this::endLoad));
        }
    }

    /** Executes a fault that was not planned, as soon as the one before it is done. */
    public void disturb(Action action, Timeline timeline) {
        long nowNs = time.nanoTime();
        enqueue(() -> perform(new Fault(Duration.ofMillis((nowNs - timeline.startNs) / 1_000_000), action), nowNs));
    }

    /** Cancels the faults that are not due, and ends a pause and network faults: else the broker's messages cannot be counted. */
    public synchronized void endLoad() {
        timers.forEach(TimeSource.Cancellable::cancel);
        if (!faults.isEmpty() || !isIdle() || done > 0) {
            enqueue(this::undo);
        }
    }

    private void enqueue(Runnable task) {
        synchronized (this) {
            due.add(task);
            if (working) {
                return;
            }
            working = true;
        }
        threads.start("faults", this::work);
    }

    private void work() {
        while (true) {
            Runnable task;
            synchronized (this) {
                task = due.poll();
                working = task != null;
                if (task == null) {
                    return;
                }
            }
            task.run();
        }
    }

    private void perform(Fault fault, long intendedNs) {
        String word = fault.action().word();
        int number = log.begin(word, intendedNs, time.nanoTime());
        Optional<CommandResult> command = Optional.empty();
        try {
            command = act(fault.action());
            listener.onNote(word + " at " + Units.formatDuration(fault.at().toNanos())
                    + command.map(result -> ": " + result.sentence()).orElse(" is done"));
        } catch (DriverException | RuntimeException e) {
            failure.report(new DriverException(
                    word + " at " + Units.formatDuration(fault.at().toNanos()) + ": " + Failure.sentenceOf(e), e));
        }
        log.done(number, time.nanoTime(), command);
        synchronized (this) {
            done++;
            planned += faults.contains(fault) ? 1 : 0;
        }
    }

    private Optional<CommandResult> act(Action action) throws DriverException {
        synchronized (this) {
            if (action instanceof OnBroker onBroker) {
                last = onBroker;
            } else if (action instanceof OnNetwork network && network.ends()) {
                disturbed.remove(network.effect());
            } else if (action instanceof OnNetwork network && network.effect() != OnNetwork.Effect.RESET) {
                disturbed.add(network.effect());
            }
        }
        return broker.act(action);
    }

    private void undo() {
        List<Action> open = new ArrayList<>();
        synchronized (this) {
            disturbed.forEach(effect -> open.add(new OnNetwork(effect, 0, false)));
            if (last == OnBroker.PAUSE) {
                open.add(OnBroker.RESUME);
            }
        }
        for (Action action : open) {
            try {
                act(action);
                listener.onNote(
                        action == OnBroker.RESUME
                                ? "the broker was still paused at the end of the load, and was resumed"
                                : "the end of the load ended a fault of the network: " + action);
            } catch (DriverException | RuntimeException e) {
                failure.report(e);
            }
        }
    }

    /** Whether no fault is in progress or queued. */
    public synchronized boolean isIdle() {
        return !working;
    }

    /** Whether a fault has ended the broker and none has started it again. */
    public synchronized boolean isBrokerDown() {
        return last == OnBroker.KILL || last == OnBroker.STOP;
    }

    /** Planned faults that have not been executed. */
    public synchronized List<VerdictInputs.FaultLeft> left() {
        return faults.stream()
                .skip(planned)
                .map(fault -> new VerdictInputs.FaultLeft(
                        fault.action().word(), fault.at().toNanos()))
                .toList();
    }
}
