package dev.dyno.model.metric;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Numbers of the measured phase of a run, of one of its intervals, or of a sample of resources: the input of figures.
 *
 * @param counts events of the phase or interval; a sample has none
 * @param ns length of the phase or interval
 * @param histograms if they were read
 * @param percentiles of the messages of the phase or interval
 * @param run whole result, for the numbers of its measured phase; for a group, its result in the form of a run
 * @param sample the sample, if these are the numbers of one
 * @param chosen latency that the run is to be judged by; empty = the first measured one of {@link #HEADLINES}
 * @param groups numbers of groups, by name
 * @param deliveriesOfEach deliveries owed for each message, by a plan; for a run, its result is used instead
 */
public record Numbers(
        Optional<Counts> counts,
        long ns,
        Optional<Latencies> histograms,
        Function<Latency, Optional<Percentiles>> percentiles,
        Optional<RunResult> run,
        Optional<ResourceSample> sample,
        Optional<Latency> chosen,
        Function<String, Optional<Numbers>> groups,
        int deliveriesOfEach) {

    /** Latencies that a run can be judged by, best first: those from the intended time, then those from the send. */
    public static final List<Latency> HEADLINES =
            List.of(Latency.END_TO_END, Latency.RESPONSE, Latency.TRANSFER, Latency.SEND_ACK);

    public static Numbers of(RunResult run) {
        Latencies all = run.latencies();
        return new Numbers(
                run.measured(), run.measuredNs(), Optional.of(all), all::percentiles, Optional.of(run), in(run));
    }

    /**
     * Numbers of a stored run whose histograms were not read.
     *
     * @param percentiles by tag
     */
    public static Numbers of(RunResult run, Map<String, Percentiles> percentiles) {
        return new Numbers(
                run.measured(), run.measuredNs(), Optional.empty(), in(percentiles), Optional.of(run), in(run));
    }

    /** Numbers of an interval: during warm-up the latencies of warm-up messages, afterwards those of measured ones, never a mix. */
    public static Numbers of(Interval interval) {
        return of(interval, 1);
    }

    /** Numbers of an interval of a load that owes the given number of deliveries for each message. */
    public static Numbers of(Interval interval, int deliveriesOfEach) {
        Latencies all = interval.shown();
        long ns = interval.hasRates() ? interval.endNs() - interval.startNs() : 0;
        Function<String, Optional<Numbers>> groups =
                name -> Optional.ofNullable(interval.groups().get(name)).map(Numbers::of);
        return new Numbers(
                Optional.of(interval.counts()),
                ns,
                Optional.of(all),
                all::percentiles,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                groups,
                deliveriesOfEach);
    }

    /** Numbers with counts alone. */
    public static Numbers of(Counts counts) {
        return new Numbers(counts, 0, Optional.empty(), in(Map.of()), Optional.empty(), name -> Optional.empty());
    }

    public static Numbers of(ResourceSample sample) {
        return new Numbers(
                Optional.empty(),
                0,
                Optional.empty(),
                in(Map.of()),
                Optional.empty(),
                Optional.of(sample),
                Optional.empty(),
                name -> Optional.empty(),
                1);
    }

    private Numbers(
            Counts counts,
            long ns,
            Optional<Latencies> histograms,
            Function<Latency, Optional<Percentiles>> percentiles,
            Optional<RunResult> run,
            Function<String, Optional<Numbers>> groups) {
        this(Optional.of(counts), ns, histograms, percentiles, run, Optional.empty(), Optional.empty(), groups, 1);
    }

    private static Function<String, Optional<Numbers>> in(RunResult run) {
        return name -> run.group(name).map(Numbers::of);
    }

    private static Function<Latency, Optional<Percentiles>> in(Map<String, Percentiles> byTag) {
        return latency -> Optional.ofNullable(byTag.get(latency.tag()));
    }

    /** A copy whose run is judged by the given latency. */
    public Numbers by(Latency latency) {
        return by(latency, group -> false);
    }

    /** A copy whose run, and whose groups with the accepted names, are judged by the given latency. */
    public Numbers by(Latency latency, Predicate<String> ofGroups) {
        return new Numbers(
                counts,
                ns,
                histograms,
                percentiles,
                run,
                sample,
                Optional.of(latency),
                name -> groups.apply(name).map(own -> ofGroups.test(name) ? own.by(latency) : own),
                deliveriesOfEach);
    }

    /** Latency that the run is judged by: the chosen one, or the best that was measured. */
    public Optional<Latency> headline() {
        return chosen.or(() -> HEADLINES.stream()
                .filter(latency -> percentiles.apply(latency).isPresent())
                .findFirst());
    }

    /** Whether the run has consumers that receive messages, even if none arrived in this time. */
    boolean receives() {
        return counts.filter(some -> some.received() > 0).isPresent()
                || run.map(all -> all.totals().received() > 0).orElse(chosen.equals(Optional.of(Latency.END_TO_END)));
    }

    /** Events a second; empty if no time passed, or too little at the end of a drain. */
    Optional<Double> perSecond(Function<Counts, Long> events) {
        return counts.filter(c -> ns > 0).map(c -> events.apply(c) * 1e9 / ns);
    }
}
