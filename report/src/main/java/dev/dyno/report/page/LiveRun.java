package dev.dyno.report.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.verdict.RunEvidence;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.PartialRun;
import dev.dyno.report.store.Reporter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A run in progress, as JSON for the page that draws it: the report's document of all its seconds, or the seconds after one
 * that the page has.
 *
 * <p>Assumptions and guarantees: written as a {@link Reporter}; {@link #after} on any thread. No state of a single reader is
 * kept, so a reader that hangs has no effect. The text is made only on request and, each second, once for all readers that have
 * the same version; between two seconds a reader gets the counts so far. Rows are made only while there are readers.
 */
public final class LiveRun implements Reporter {

    /** Maximum number of seconds that a reader may be behind; beyond it, the reader gets all seconds again. */
    private static final int KEPT = 30;

    /** Seconds without a request after which there are no readers, and so no rows are kept for them. */
    private static final int UNREAD = 10;

    /** Factor by which a reader waits longer after the end of the run, so that it does not confirm the end twice. */
    private static final int ENDED_TIMES = 20;

    /** Longest wait of a reader after the end of the run, in ms. */
    private static final long ENDED_MILLIS = 2_000;

    /** A new verdict is made when more than one in this many seconds is new, because its cost grows with all of them. */
    private static final int NEW_SHARE = 60;

    private final RunCollector collector;
    private final FindingText words;
    private final Steering steering;
    private final int deliveries;
    private final Deque<Second> seconds = new ArrayDeque<>();
    private final List<ResourceSample> samples = new ArrayList<>();
    private final Map<String, OfGroup> ofGroups = new LinkedHashMap<>();
    private final Column.Builder askedPerSecond = new Column.Builder();
    private @Nullable PartialRun run;
    private Counts soFar = Counts.ZERO;
    private double due;
    private Optional<RunResult> result = Optional.empty();
    private Optional<Verdict> verdict = Optional.empty();
    /** Number of seconds that the verdict takes into account. */
    private int judged;
    /** Seconds since the last request. */
    private int unread;

    private long version;
    private int waiting;
    /** Number of readers between two requests; a reader that left is still counted. */
    private int away;
    /** Number of readers at the end that have not confirmed receiving it. */
    private int owed;

    private long textFrom = -1;
    private long textTo = -1;
    private byte[] text = {};

    /** The rows of one second, with the field names of {@link ReportData.Run}. */
    private record Second(
            IntervalSeries intervals,
            Column askedPerSecond,
            Map<String, LatencySeries> latenciesOverTime,
            Map<String, HeatMap> heatMaps,
            List<ResourceSeries> resourceSeries) {

        static Second of(RunTimeSeries rows, double asked) {
            Map<String, HeatMap> heatMaps = new LinkedHashMap<>();
            rows.heat().forEach((latency, columns) -> heatMaps.put(latency.tag(), HeatMap.of(columns)));
            return new Second(rows.intervals(), Column.of(asked), rows.latencies(), heatMaps, rows.resources());
        }
    }

    /** The last second of a named group. */
    private record OfGroup(Counts counts, double seconds, Map<String, Percentiles> latencies) {}

    /** Sums of a run, with the field names of {@link ReportData.Run}. */
    private record SoFar(
            long measuredNs,
            Counts totals,
            Counts measured,
            Map<String, Percentiles> latencies,
            Verdict verdict,
            String judged,
            Optional<String> limit,
            List<ReportData.Remark> findings,
            List<FaultResult> faults,
            Map<String, OfGroup> ofGroups) {

        static SoFar of(RunResult run, FindingText text, Map<String, OfGroup> ofGroups) {
            return new SoFar(
                    run.measuredNs(),
                    run.totals(),
                    run.measured(),
                    run.latencies().percentilesByTag(),
                    run.verdict(),
                    run.verdict().text(),
                    run.verdict().limit(),
                    RunCollector.findings(run.verdict(), text),
                    run.faults(),
                    ofGroups);
        }
    }

    /**
     * Answer to a reader.
     *
     * @param version version to name in the next request
     * @param document document with all seconds; absent if the reader has most of them
     * @param run values that change each second
     * @param seconds seconds that the reader does not have
     * @param perSecond see {@link Steering#perSecond}
     * @param faults see {@link Steering#faults}
     * @param ended whether the document is that of the finished run
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Update(
            long version,
            Optional<ReportData> document,
            Optional<Column> askedPerSecond,
            Optional<SoFar> run,
            List<Second> seconds,
            Optional<Double> perSecond,
            List<String> faults,
            boolean ended) {}

    /** Answer to a reader that has all seconds; without a backlog if it is unknown. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Moment(long version, Optional<Counts.At> now, Optional<Double> backlog) {}

    /**
     * @param number of the run among those that a page shows, from 1
     * @param deliveries number of deliveries owed for each message, for the backlog; 0 = unknown
     */
    public LiveRun(int number, Optional<CommandRecord> given, Steering steering, int deliveries) {
        // The number makes versions of different runs differ.
        version = (long) number << Integer.SIZE;
        collector = new RunCollector(Optional.empty(), given);
        words = CommandRecord.text(given);
        this.steering = steering;
        this.deliveries = deliveries;
    }

    @Override
    public synchronized void onBegin(RunResult begun) {
        run = new PartialRun(begun);
        changed();
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        collector.onInterval(interval);
        OverTimeCollector second = new OverTimeCollector(soFar);
        soFar = soFar.plus(interval.counts());
        double perSecond = interval.phase() == Interval.Phase.DRAIN ? Double.NaN : steering.askedPerSecond(interval);
        if (interval.phase() == Interval.Phase.MEASURE && perSecond > 0) {
            due += perSecond * interval.seconds();
        }
        askedPerSecond.add(perSecond);
        if (run != null) {
            run.add(interval);
            changed();
            if (++unread <= UNREAD) {
                second.add(interval);
                samples.forEach(second::add);
                seconds.add(Second.of(second.build(run.soFar(), owedForEach(soFar)), perSecond));
                interval.groups().forEach((name, part) -> {
                    if (part.hasRates()) {
                        ofGroups.put(
                                name,
                                new OfGroup(
                                        part.counts(),
                                        part.seconds(),
                                        part.shown().percentilesByTag()));
                    }
                });
            } else {
                seconds.clear();
            }
        }
        samples.clear();
        if (seconds.size() > KEPT) {
            seconds.remove();
        }
    }

    /** Deliveries owed for each message, if the number is known. */
    private OptionalLong owedForEach(Counts counts) {
        return deliveries > 0 && counts.acknowledged() > 0 ? OptionalLong.of(deliveries) : OptionalLong.empty();
    }

    @Override
    public synchronized void onResources(ResourceSample sample) {
        collector.onResources(sample);
        samples.add(sample);
    }

    @Override
    public synchronized void onResult(RunResult finished) {
        result = Optional.of(finished);
        owed = waiting + away;
        changed();
    }

    private void changed() {
        version++;
        notifyAll();
    }

    /**
     * Waits for the part that a reader does not have yet, and returns it as JSON; after the longest wait, returns the counts so
     * far.
     *
     * @param known version of the last answer to the reader; 0 = none
     * @param mostMillis longest wait while the run is in progress
     */
    public byte[] after(long known, long mostMillis) throws InterruptedException {
        synchronized (this) {
            if (result.isPresent() && known == version) {
                owed--;
                notifyAll();
            }
            unread = 0;
            away -= known != 0 && away > 0 ? 1 : 0;
            waiting++;
            // After a wake-up without a new version, the answer has nothing new.
            for (boolean waited = false; version == known && !waited; waited = true) {
                wait(result.isPresent() ? Math.min(ENDED_TIMES * mostMillis, ENDED_MILLIS) : mostMillis);
            }
            waiting--;
            away++;
            if (version != known || run == null || result.isPresent()) {
                return text(known);
            }
        }
        // Not under this monitor, to avoid a deadlock: a thread that reports an interval already holds that of the
        // counts.
        Optional<Counts.At> now = steering.counts();
        Optional<Double> backlog = now.map(Counts.At::counts)
                .filter(counts -> owedForEach(counts).isPresent())
                .map(counts -> (double) counts.outstanding(deliveries));
        return ReportJson.write(new Moment(known, now, backlog));
    }

    private byte[] text(long known) {
        if (textFrom != known || textTo != version) {
            text = ReportJson.write(update(known));
            textFrom = known;
            textTo = version;
        }
        return text;
    }

    /** Waits until the readers that are there at the end have fetched the end, at most the given time for each. */
    public synchronized void awaitEndFetched(long mostMillis) throws InterruptedException {
        for (int before = 0; owed > 0 && owed != before; ) {
            before = owed;
            wait(mostMillis);
        }
    }

    private Update update(long known) {
        long missed = version - known;
        if (run == null || missed == 0) {
            return new Update(
                    version,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    steering.perSecond(),
                    steering.faults(),
                    result.isPresent());
        }
        PartialRun begun = run;
        RunResult now = result.orElseGet(() -> judged(begun.soFar().with(parts -> parts.faults = steering.events())));
        boolean hasMost = result.isEmpty() && missed > 0 && missed <= seconds.size();
        if (!hasMost) {
            if (result.isPresent()) {
                collector.onResult(now);
            } else {
                collector.onResult(now, collector.soFar(now, owedForEach(soFar)));
            }
        }
        return new Update(
                version,
                collector.run().filter(all -> !hasMost).map(all -> ReportData.of(List.of(all))),
                Optional.of(askedPerSecond.build()).filter(column -> !hasMost && result.isEmpty()),
                Optional.of(now).filter(some -> hasMost).map(some -> SoFar.of(some, words, ofGroups)),
                hasMost ? seconds.stream().skip(seconds.size() - missed).toList() : List.of(),
                steering.perSecond(),
                steering.faults(),
                result.isPresent());
    }

    /** The run with a verdict on its messages so far; its resources are judged at its end. */
    private RunResult judged(RunResult now) {
        if (now.measuredNs() == 0) {
            return now;
        }
        VerdictInputs.Parts load = new VerdictInputs.Parts(
                !now.configured().producers().isEmpty(),
                !now.configured().consumers().isEmpty());
        load.intendedPerSecond = due * 1e9 / now.measuredNs();
        load.sendingNs = now.measuredNs();
        RunResult known = now.with(parts -> {
            parts.due =
                    now.due().map(ended -> due > 0 ? new DueMessages(Math.round(due), ended.inTime(), 0, 0, 0) : ended);
            parts.conditions = Optional.of(load.conditions());
        });
        int length = askedPerSecond.size();
        if (verdict.isEmpty() || length > judged + length / NEW_SHARE) {
            verdict = Optional.of(Rules.judge(new RunEvidence(known, collector.soFar(known, owedForEach(soFar)))));
            judged = length;
        }
        return known.withVerdict(verdict.get());
    }
}
