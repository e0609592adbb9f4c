package dev.dyno.app.execute;

import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacityMove;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.capacity.CapacitySecond;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.CapacityLimit;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.store.CapacityFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Gives each second of a load to a search for the capacity, and changes the rate or ends the load as that answers. */
public class SearchPilot implements Pilot {

    /** Begins the parts of a limit's sentence that name Dyno. */
    private static final String OWN_LIMIT = "capacity-limit.generator";

    private final CapacityGoal goal;
    private final List<Threshold> slo;
    private final List<Latency> latencies;
    private final FindingText text;
    private final CapacitySearch search;

    private @Nullable Runner runner;
    private @Nullable LiveRate rate;
    private @Nullable DueTimes due;
    private int deliveries;
    private Counts total = Counts.ZERO;
    private long dueTotal;
    private CapacityMove move;
    private RunTimeSeries seconds = RunTimeSeries.NONE;
    private boolean isOver;
    private Optional<String> limit = Optional.empty();
    private boolean isOwnLimit;

    /**
     * @param slo the objectives of the goal
     * @param latencies that each is about
     * @param text makes the sentence about the limit
     */
    public SearchPilot(CapacityGoal goal, List<Threshold> slo, List<Latency> latencies, FindingText text) {
        this.goal = goal;
        this.slo = slo;
        this.latencies = latencies;
        this.text = text;
        search = new CapacitySearch(goal);
        move = search.begin();
    }

    @Override
    public Map<String, Object> config() {
        return Map.of(
                RunConfig.CAPACITY,
                goal.objectives().stream().map(CapacityGoal.Objective::name).toList());
    }

    @Override
    public boolean overloads() {
        return true;
    }

    @Override
    public void begin(RunPlan asked, Runner started) {
        runner = started;
        LiveRate changes = new LiveRate(asked.workload());
        changes.begin(change -> {});
        rate = changes;
        due = new DueTimes(asked, changes);
        deliveries = DeliveryCount.of(asked.workload(), asked.faults());
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        if (isOver || interval.phase() == Interval.Phase.DRAIN) {
            return;
        }
        Runner running = Objects.requireNonNull(runner);
        CapacityMove next = search.next(second(interval, askedAt(interval.startNs())));
        move = next.kind() == CapacityMove.Kind.KEEP ? move : next;
        if (next.kind() == CapacityMove.Kind.END) {
            isOver = true;
            running.finish();
        } else if (next.kind() != CapacityMove.Kind.KEEP) {
            Objects.requireNonNull(rate).add(running.steer(next.perSecond()));
        }
    }

    /** The next interval, as a search sees it. */
    final CapacitySecond second(Interval interval, double perSecond) {
        Counts counts = interval.counts();
        total = total.plus(counts);
        long dueNow = Objects.requireNonNull(due).until(interval.endNs());
        dueTotal += dueNow;
        return new CapacitySecond(
                interval.startNs(),
                interval.endNs(),
                perSecond,
                dueNow,
                counts.sent(),
                done(counts),
                Math.max(0, dueTotal - total.skipped() - total.failed() - done(total)),
                counts.failed(),
                IntStream.range(0, slo.size())
                        .mapToObj(i -> tally(slo.get(i), latencies.get(i), interval))
                        .toList());
    }

    private double askedAt(long ns) {
        double perSecond = Objects.requireNonNull(rate).firstPerSecond();
        for (LiveRate.Change change : Objects.requireNonNull(rate).changes()) {
            perSecond = change.fromNs() <= ns ? change.perSecond() : perSecond;
        }
        return perSecond;
    }

    private long done(Counts counts) {
        return deliveries == 0 ? counts.acknowledged() : counts.received() / deliveries;
    }

    private static CapacitySecond.Tally tally(Threshold slo, Latency latency, Interval interval) {
        Optional<Histogram> values = interval.latencies().get(latency);
        double counted = values.map(Histogram::getTotalCount).orElse(0L);
        double beyond = slo.messagesBeyond()
                .map(limit -> (double) values.map(found -> beyond(limit, found)).orElse(0L))
                .orElseGet(() -> values.map(found -> found.getMean() * found.getTotalCount())
                        .orElse(0.0));
        return new CapacitySecond.Tally(beyond, counted);
    }

    private static long beyond(Threshold.MessagesBeyond limit, Histogram values) {
        long lowest = limit.orEqual() ? limit.limitNs() : values.nextNonEquivalentValue(limit.limitNs());
        return lowest > values.getMaxValue() ? 0 : values.getCountBetweenValues(lowest, values.getMaxValue());
    }

    @Override
    public synchronized void onSeconds(RunTimeSeries all) {
        seconds = all;
    }

    @Override
    public synchronized RunResult end(RunResult result, Optional<Path> folder) {
        Optional<Finding> found = CapacityLimit.of(answer(), result, seconds);
        limit = found.map(text::of);
        isOwnLimit = found.stream()
                .flatMap(finding -> finding.values().stream())
                .anyMatch(value -> value.text().startsWith(OWN_LIMIT));
        folder.ifPresent(stored()::write);
        return result;
    }

    public synchronized CapacityFile stored() {
        return new CapacityFile(answer(), limit);
    }

    /** Exit status of its answer. */
    public synchronized int status() {
        boolean isKnown = search.answer().low().isPresent();
        return isOwnLimit ? Exit.INVALID : isKnown ? Exit.GOOD : Exit.THRESHOLD;
    }

    /** Answer by what is known now. */
    public synchronized Capacity answer() {
        return search.answer();
    }

    /** End of the search at the latest, from the start of the load. */
    synchronized long endNs() {
        return search.endNs();
    }

    /** The rate that is being asked, and why. */
    synchronized CapacityMove move() {
        return move;
    }
}
