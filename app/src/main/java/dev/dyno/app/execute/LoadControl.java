package dev.dyno.app.execute;

import dev.dyno.app.plan.PlannedRun;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnNetwork.Effect;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.console.ProgressLine;
import dev.dyno.report.page.Steering;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a load by a viewer of its page: rate, pause, stop, faults. All but a stop are events of the run.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class LoadControl implements Steering {

    private static final long NS_PER_MS = 1_000_000;

    private static final List<Fault.OnNetwork> OF_NETWORK = List.of(
            new Fault.OnNetwork(Effect.DELAY, 50_000_000, false),
            new Fault.OnNetwork(Effect.DELAY, 0, false),
            new Fault.OnNetwork(Effect.CUT, 1, false),
            new Fault.OnNetwork(Effect.CUT, 0, false),
            new Fault.OnNetwork(Effect.RESET, 0, false));

    private final RunPlan plan;
    private final Pilot pilot;
    private final TimeSource time;
    private final Map<String, Fault.Action> faults = new LinkedHashMap<>();
    private final LiveRate rate;
    private final List<FaultResult> changes = new CopyOnWriteArrayList<>();
    private final List<FaultResult> events = new CopyOnWriteArrayList<>();
    private volatile long beganNs;
    private volatile double perSecond;
    /** The last rate above 0, which ends a pause. */
    private double beforePause;

    private volatile @Nullable Runner runner;

    /** @param shared whether workers make the load, instead of this process */
    LoadControl(RunPlan plan, Pilot pilot, StartedBroker broker, LoadFaults possible, boolean shared, TimeSource time) {
        this.plan = plan;
        this.pilot = pilot;
        this.time = time;
        rate = new LiveRate(plan.workload());
        perSecond = rate.firstPerSecond();
        beforePause = perSecond;
        beganNs = time.nanoTime();
        if (shared && broker.faultable() != Faultable.NONE) {
            List.of(Fault.OnBroker.PAUSE, Fault.OnBroker.RESUME)
                    .forEach(action -> faults.put(action.toString(), action));
        }
        // Without a reconnect delay, a broken connection fails the run.
        if (plan.faults().reconnectDelay().isPresent()) {
            if (broker.faultable() != Faultable.NONE) {
                List.of(Fault.OnBroker.values()).forEach(action -> faults.put(action.toString(), action));
            }
            if (possible.path().isPresent()) {
                OF_NETWORK.forEach(action -> faults.put(action.toString(), action));
            }
        }
    }

    /** Sets the runner of the load, before it begins. */
    void use(Runner started) {
        runner = started;
    }

    /** @param started start of the load, on the wall clock */
    void begin(Instant started) {
        beganNs = time.nanoTime() + (started.toEpochMilli() - time.epochMillis()) * NS_PER_MS;
    }

    /** Wraps a broker so that each fault on it is noted for the page. */
    Faultable noting(Faultable broker) {
        return action -> {
            events.add(FaultResult.of(action.word(), time.nanoTime() - beganNs, Optional.empty()));
            return broker.act(action);
        };
    }

    /** Properties of the load for its line of progress, with the rate that is asked now. */
    ProgressLine.OfLoad ofLoad(int deliveries) {
        Workload workload = plan.workload();
        return new ProgressLine.OfLoad(
                workload.phases(),
                workload.due().map(first -> ns -> rate.changes().isEmpty() ? first.applyAsLong(ns) : rate.count(ns)),
                PlannedRun.roles(workload),
                deliveries);
    }

    @Override
    public Optional<Double> perSecond() {
        return canSteer() ? Optional.of(perSecond) : Optional.empty();
    }

    private boolean canSteer() {
        return !pilot.steers() && LiveRate.obstacle(plan.workload()).isEmpty();
    }

    @Override
    public Optional<Counts.At> counts() {
        return Optional.ofNullable(runner).map(Runner::counts);
    }

    @Override
    public List<String> faults() {
        return List.copyOf(faults.keySet());
    }

    @Override
    public List<FaultResult> events() {
        return events;
    }

    @Override
    public double askedPerSecond(Interval interval) {
        List<LiveRate.Change> all = rate.changes();
        return all.stream()
                .filter(change -> change.fromNs() <= interval.startNs())
                .reduce((before, later) -> later)
                .map(LiveRate.Change::perSecond)
                .orElseGet(() -> pilot.askedPerSecond(plan.workload(), interval));
    }

    /**
     * Carries out what a viewer asks for.
     *
     * @param action {@code rate}, {@code resume}, {@code stop} or {@code fault}
     * @param value messages a second, 0 for a pause, or a fault
     * @throws IllegalArgumentException with a sentence, if it cannot be done
     */
    synchronized void act(String action, String value) {
        Runner running = runner;
        if (running == null) {
            throw new IllegalArgumentException(action + ": the load has not begun");
        }
        switch (action) {
            case "rate" -> steer(running, Rate.parse(value).perSecond());
            case "resume" -> {
                if (perSecond > 0) {
                    throw new IllegalArgumentException("resume: the load is not paused");
                }
                steer(running, beforePause);
            }
            case "stop" -> running.stop();
            case "fault" -> {
                Fault.Action fault = faults.get(value);
                if (fault == null) {
                    throw new IllegalArgumentException("fault: " + value + "; must be one of "
                            + String.join(", ", faults.keySet())
                            + ". Faults need --reconnect, and a broker that Dyno has started.");
                }
                running.disturb(fault);
            }
            default -> throw new IllegalArgumentException(action + "; must be rate, resume, stop or fault");
        }
    }

    private void steer(Runner running, double asked) {
        if (!canSteer()) {
            throw new IllegalArgumentException(
                    LiveRate.obstacle(plan.workload()).orElse("the rate is changed by the search for the capacity"));
        }
        try {
            LiveRate.Change change = running.steer(asked);
            rate.add(change);
            perSecond = asked;
            beforePause = asked > 0 ? asked : beforePause;
            String word = asked == 0 ? "pause of the load" : "rate " + Rate.nearest(asked);
            FaultResult event = FaultResult.of(word, change.fromNs(), Optional.empty());
            changes.add(event);
            events.add(event);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("rate: " + e.getMessage(), e);
        }
    }

    /** Adds the changes of the rate to the faults of the result, by time. */
    RunResult with(RunResult result) {
        return changes.isEmpty()
                ? result
                : result.with(parts -> parts.faults = Stream.concat(result.faults().stream(), changes.stream())
                        .sorted(Comparator.comparingLong(FaultResult::beganNs))
                        .toList());
    }
}
