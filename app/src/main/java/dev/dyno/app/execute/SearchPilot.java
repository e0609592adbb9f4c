package dev.dyno.app.execute;

import dev.dyno.app.plan.DeliveryCount;
import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacityMove;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.capacity.CapacitySecond;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Unit;
import dev.dyno.model.threshold.ObjectiveKind;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.ThresholdAnswer;
import dev.dyno.model.verdict.CapacityLimit;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.store.CapacityFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Gives each second of a load to a search for the capacity, and changes the rate or ends the load as the search decides.
 *
 * <p>Assumptions and guarantees: {@link #begin} before the load; everything after it on any thread, guarded by this object's
 * monitor. {@link #askedPerSecond} takes no lock, because the rate can be read by any thread. The monitor is held while the
 * {@link Runner} is asked to change the rate, finish or fail. A sample of resources counts in the second that is added after
 * it, which may be the one after its own.
 */
public class SearchPilot implements Pilot {

    /** Prefix of values in a finding about the limit: a value that begins with it says that Dyno itself was the limit. */
    private static final String OWN_LIMIT = "capacity-limit.generator";

    /** Objective of each search whose load lost messages, unless the user has an objective about lost messages. */
    private static final Threshold NONE_LOST = Threshold.parse("lost = 0");

    private static final CapacitySecond.Tally NOT_MEASURED = new CapacitySecond.Tally(0, 0);
    private static final long MEASURED_AFTER_NS = 10_000_000_000L;

    private final CapacityGoal goal;
    private final List<Threshold> slo;
    private final List<Latency> latencies;
    private final FindingText text;
    private final CapacitySearch search;

    private @Nullable Runner runner;
    private @Nullable LiveRate rate;
    private @Nullable DueTimes due;
    private int deliveries;
    private int deliveriesOfSeconds;
    private Counts total = Counts.ZERO;
    private long dueTotal;
    private CapacityMove move;
    private RunTimeSeries seconds = RunTimeSeries.NONE;
    private boolean isOver;
    private Optional<String> limit = Optional.empty();
    private boolean isOwnLimit;
    /** Samples of resources since the last second. */
    private final List<ResourceSample> samples = new ArrayList<>();

    private StepSigns signs = new StepSigns(List::of);
    private final List<Capacity.Note> notes = new ArrayList<>();
    private final List<StepLedger.Messages> repeated = new ArrayList<>();
    private final List<StepLedger> ledgers = new ArrayList<>();
    private final Set<String> workers = new HashSet<>();
    /** Latencies at the two lowest rates that were held, by rate. */
    private final NavigableMap<Double, Latencies> lowest = new TreeMap<>();

    private final boolean[] isMeasured;

    /**
     * @param slo the objectives of the goal
     * @param latencies latency of each objective
     * @param text makes the sentence about the limit
     */
    public SearchPilot(CapacityGoal goal, List<Threshold> slo, List<Latency> latencies, FindingText text) {
        this.goal = goal;
        this.slo = slo;
        this.latencies = latencies;
        this.text = text;
        isMeasured = new boolean[slo.size()];
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
    public boolean steers() {
        return true;
    }

    @Override
    public void begin(RunPlan asked, Runner started, Supplier<List<String>> overloadSigns) {
        runner = started;
        signs = new StepSigns(overloadSigns);
        LiveRate changes = new LiveRate(asked.workload());
        rate = changes;
        due = new DueTimes(asked, changes);
        deliveries = DeliveryCount.of(asked.workload(), asked.faults(), () -> false);
        deliveriesOfSeconds = DeliveryCount.ofSeconds(asked.workload());
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        if (interval.repeated() > 0) {
            repeated.add(new StepLedger.Messages(interval.startNs(), interval.endNs(), interval.repeated()));
        }
        if (isOver || interval.phase() == Interval.Phase.DRAIN) {
            return;
        }
        Runner running = Objects.requireNonNull(runner);
        CapacitySecond second = second(interval, askedAt(interval.startNs()));
        keepLowest(interval, second.perSecond());
        Optional<Threshold> unmeasured = unmeasured(second);
        if (unmeasured.isPresent()) {
            isOver = true;
            running.fail(unmeasured.get() + "; " + unmeasured.get().name()
                    + " was not measured. Must be of Dyno, or of a broker on this machine.");
            return;
        }
        CapacityMove next = search.next(second);
        move = next.kind() == CapacityMove.Kind.KEEP ? move : next;
        if (next.kind() == CapacityMove.Kind.END) {
            isOver = true;
            running.finish();
        } else if (next.kind() != CapacityMove.Kind.KEEP) {
            Objects.requireNonNull(rate).add(running.steer(next.perSecond()));
        }
    }

    /**
     * Keeps the latencies of the two lowest rates that were held: if no rate meets the objectives, one of them is the upper end.
     */
    private void keepLowest(Interval interval, double perSecond) {
        boolean isHeld = move.kind() == CapacityMove.Kind.HOLD || move.kind() == CapacityMove.Kind.CONFIRM;
        if (isHeld && Math.abs(perSecond - move.perSecond()) <= 1e-6 * perSecond) {
            lowest.computeIfAbsent(move.perSecond(), rate -> new Latencies()).add(interval.shown());
            if (lowest.size() > 2) {
                lowest.pollLastEntry();
            }
        }
    }

    @Override
    public double askedPerSecond(Workload workload, Interval interval) {
        return askedAt(interval.startNs());
    }

    /** Makes the next interval a second of the search. */
    final CapacitySecond second(Interval interval, double perSecond) {
        Counts counts = interval.counts();
        total = total.plus(counts);
        long dueNow = Objects.requireNonNull(due).until(interval.endNs());
        dueTotal += dueNow;
        List<CapacitySecond.Tally> tallies = IntStream.range(0, slo.size())
                .mapToObj(i -> tally(slo.get(i), latencies.get(i), interval))
                .toList();
        samples.clear();
        signs.collect(interval.endNs());
        return new CapacitySecond(
                interval.startNs(),
                interval.endNs(),
                perSecond,
                dueNow,
                done(counts),
                Math.max(0, dueTotal - total.skipped() - total.failed() - done(total)),
                counts.failed(),
                tallies);
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

    private CapacitySecond.Tally tally(Threshold slo, Latency latency, Interval interval) {
        return switch (ObjectiveKind.of(slo).orElseThrow()) {
            case SHARE -> {
                Threshold.MessagesBeyond limit = slo.messagesBeyond().orElseThrow();
                yield interval.latencies()
                        .get(latency)
                        .map(values -> new CapacitySecond.Tally(
                                beyond(limit.limitNs(), limit.orEqual(), values),
                                values.getTotalCount(),
                                beyond(2 * limit.limitNs(), limit.orEqual(), values)))
                        .orElse(NOT_MEASURED);
            }
            case MEAN ->
                slo.figure().latency().isPresent()
                        ? interval.latencies()
                                .get(latency)
                                .map(values -> new CapacitySecond.Tally(
                                        values.getMean() * values.getTotalCount(), values.getTotalCount()))
                                .orElse(NOT_MEASURED)
                        : mean(
                                slo.figure(),
                                Numbers.of(interval, deliveriesOfSeconds),
                                interval.endNs() - interval.startNs());
            case EVENTS ->
                new CapacitySecond.Tally(
                        slo.figure().of(Numbers.of(interval)).orElseThrow().high(), 1);
            case MOST ->
                samples.stream()
                        .flatMap(sample -> slo.figure().of(Numbers.of(sample)).stream())
                        .map(value -> new CapacitySecond.Tally(value.high(), 1))
                        .max(Comparator.comparingDouble(CapacitySecond.Tally::beyond))
                        .orElse(NOT_MEASURED);
            case LEDGER, RATE -> new CapacitySecond.Tally(0, 1);
        };
    }

    /** Tally of a mean in a second, or else in the samples since the second before, which arrive up to a second late. */
    private CapacitySecond.Tally mean(Figure figure, Numbers second, long ns) {
        Optional<CapacitySecond.Tally> ofSecond =
                figure.of(second).map(value -> new CapacitySecond.Tally(value.high() * ns, (double) ns));
        return ofSecond.or(() -> samples.stream()
                        .flatMap(
                                sample -> figure.of(Numbers.of(sample)).stream().map(value -> {
                                    long sampleNs = sample.endNs() - sample.startNs();
                                    // The values of several workers are added up, but their time counts once.
                                    boolean isOfWorker = sample.subject().equals(ResourceSample.WORKER);
                                    return new CapacitySecond.Tally(
                                            value.high() * sampleNs,
                                            (double) sampleNs / (isOfWorker ? Math.max(1, workers.size()) : 1));
                                }))
                        .reduce((one, other) -> new CapacitySecond.Tally(
                                one.beyond() + other.beyond(), one.counted() + other.counted())))
                .orElse(NOT_MEASURED);
    }

    /** First objective about a resource that was not measured in the first 10 s: a search by it would find nothing. */
    private Optional<Threshold> unmeasured(CapacitySecond second) {
        for (int i = 0; i < slo.size(); i++) {
            isMeasured[i] |= second.tallies().get(i).counted() > 0;
        }
        return IntStream.range(0, slo.size())
                .filter(i -> !isMeasured[i] && second.endNs() >= MEASURED_AFTER_NS)
                .mapToObj(slo::get)
                .filter(each -> ObjectiveKind.isSampled(each.figure()))
                .findFirst();
    }

    private static long beyond(long limitNs, boolean orEqual, Histogram values) {
        long lowest = orEqual ? limitNs : values.nextNonEquivalentValue(limitNs);
        return lowest > values.getMaxValue() ? 0 : values.getCountBetweenValues(lowest, values.getMaxValue());
    }

    @Override
    public synchronized void onResources(ResourceSample sample) {
        boolean isOfOneOfWorkers = ResourceSample.isOfWorker(sample.subject());
        if (isOfOneOfWorkers) {
            workers.add(sample.subject());
        }
        samples.add(isOfOneOfWorkers ? sample.as(ResourceSample.WORKER) : sample);
    }

    @Override
    public synchronized void onSeconds(RunTimeSeries all) {
        seconds = all;
    }

    @Override
    public synchronized RunResult end(RunResult result, Optional<Path> folder) {
        boolean isImplied = result.ledger().lost() > 0
                && slo.stream().noneMatch(each -> each.name().equals("lost"));
        Stream.concat(slo.stream(), Stream.of(NONE_LOST).filter(each -> isImplied))
                .filter(each -> ObjectiveKind.of(each).equals(Optional.of(ObjectiveKind.LEDGER)))
                .map(each -> ThresholdAnswer.of(each, Numbers.of(result)))
                .filter(found -> found.outcome() != ThresholdAnswer.Outcome.MET)
                .forEach(found -> StepLedger.of(found.condition(), result, repeated)
                        .ifPresentOrElse(ledgers::add, () -> notes.add(exceeded(found))));
        CapacityLimit.others(search.changed(), result, seconds).ifPresent(notes::add);
        Optional<Finding> found = CapacityLimit.of(answer(), result, seconds, signs::of);
        limit = found.map(text::of);
        isOwnLimit = found.stream()
                .flatMap(finding -> finding.values().stream())
                .anyMatch(value -> value.text().startsWith(OWN_LIMIT));
        folder.ifPresent(stored()::write);
        return result;
    }

    private static Capacity.Note exceeded(ThresholdAnswer found) {
        String measured = found.value()
                .map(value -> "was " + found.condition().figure().unit().text(value.high())
                        + " in the whole load, overloads included, at which rate is not known")
                .orElse("is not known of this load");
        return new Capacity.Note(
                Capacity.Kind.EXCEEDED,
                found.condition() + " is not shown to hold at any rate: "
                        + found.condition().name() + ' ' + measured + '.');
    }

    public synchronized CapacityFile stored() {
        return new CapacityFile(answer(), limit);
    }

    /** Exit status of the search's answer. */
    public synchronized int status() {
        Capacity answer = answer();
        boolean isKnown = answer.low().isPresent() && !answer.has(Capacity.Kind.EXCEEDED);
        boolean isUndecided = answer.low().isEmpty() && answer.has(Capacity.Kind.UNFINISHED);
        return isOwnLimit || isUndecided ? Exit.INVALID : isKnown ? Exit.GOOD : Exit.THRESHOLD;
    }

    /** Answer from the evidence so far. */
    public synchronized Capacity answer() {
        Capacity answer = withFigures(search.answer().with(notes));
        for (StepLedger ledger : ledgers) {
            answer = ledger.judged(answer);
        }
        return named(answer);
    }

    /** Adds the percentiles measured at the lowest rate that was decided, if no rate is known to hold. */
    private Capacity withFigures(Capacity answer) {
        if (answer.low().isPresent() || answer.high().isEmpty()) {
            return answer;
        }
        boolean isNone = answer.has(Capacity.Kind.NO_RATE_HOLDS);
        Capacity.Kind kind = isNone ? Capacity.Kind.NO_RATE_HOLDS : Capacity.Kind.UNFINISHED;
        double perSecond = answer.high().orElseThrow();
        Latencies then = lowest.getOrDefault(perSecond, new Latencies());
        List<Capacity.Note> figures = new ArrayList<>();
        for (int i = 0; i < slo.size(); i++) {
            String was =
                    "At " + CapacityLines.rate(perSecond) + "/s, " + slo.get(i).name() + " was ";
            Latency latency = latencies.get(i);
            slo.get(i).figure().percentile().stream()
                    .mapToObj(percentile -> then.percentile(latency, percentile))
                    .flatMap(Optional::stream)
                    .map(found -> was + found.text(ns -> Unit.NANOSECONDS.text((double) ns)) + '.')
                    .forEach(sentence -> figures.add(new Capacity.Note(kind, sentence)));
        }
        return answer.with(figures);
    }

    /** The answer, with the effects of overloads on the broker in its steps and notes. */
    final Capacity named(Capacity answer) {
        return signs.named(answer);
    }

    /** Latest end of the search, in ns from the start of the load. */
    synchronized long endNs() {
        return search.endNs();
    }

    /** The rate that is being asked, and why. */
    synchronized CapacityMove move() {
        return move;
    }
}
