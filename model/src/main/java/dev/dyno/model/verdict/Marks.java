package dev.dyno.model.verdict;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Marks of rates and latencies: reasons not to quote a figure as the broker's. Only this class decides them; everything that
 * shows a run reads the marks of its verdict.
 *
 * @param histograms latencies with Dyno's own delay in them. Without it, as in runs of older versions, a percentile of the own
 *     delay is compared with the same percentile of the latency
 * @param clockBoundNs largest error, in ns, of a time that is compared with another worker's clock; 0 if there is one clock
 * @param repeated deliveries to several workers that repeated earlier ones, and are among the latencies
 * @param isByClient whether the client library acknowledged messages, not the broker
 * @param ofRates mark of all rates, if Dyno's senders sent too little or used up their processors
 */
public record Marks(
        Latencies histograms,
        Function<Latency, Optional<Percentiles>> percentiles,
        long clockBoundNs,
        long repeated,
        boolean isByClient,
        Optional<FigureMark> ofRates) {

    /**
     * Share of a percentile that Dyno's own delay, an error of clocks or repeated deliveries may make up; above it, the
     * percentile is marked. A late send makes later ones late, too: with M/D/1 at half load, an own delay of 5 ms in the 99th
     * percentile raised it from 8.66 ms to 17.4 ms, by 1.7 times the delay. A tenth keeps the error below a fifth.
     */
    static final double SHARE = 0.1;

    /**
     * Own delay in ns up to which no figure is marked: the lateness of a wake-up without spinning, exceeded one time in a
     * hundred. Wake-ups do not depend on the broker: 0.04 ms are usual on an idle machine, half of the latency of a fast
     * broker.
     */
    static final long WAKE_UP_NS = 200_000;

    /** Latencies that end with an acknowledgement. */
    private static final List<Latency> OF_ACKNOWLEDGEMENTS =
            List.of(Latency.RESPONSE, Latency.SEND_ACK, Latency.COMMIT);

    /** Latencies from the clock of a sender to the clock of a receiver. */
    private static final List<Latency> OF_TWO_CLOCKS =
            List.of(Latency.TRANSFER, Latency.END_TO_END, Latency.ROUND_TRIP);

    /** Marks of one second, from its percentiles and counts alone, without the facts about the whole run. */
    public static Marks ofSecond(Interval interval) {
        return new Marks(new Latencies(), interval.shown()::percentiles, 0, 0, false, RateRule.behind(interval));
    }

    /** Marks of the measured phase of a run, without those of its rates. */
    public static Marks of(RunResult run) {
        return of(run, run.latencies()::percentiles);
    }

    /** Marks of the measured phase of a run, including those of its rates. */
    static Marks of(RunEvidence evidence) {
        return of(evidence.run()).with(ofRates(evidence));
    }

    private static Optional<FigureMark> ofRates(RunEvidence evidence) {
        return RateRule.behind(evidence).or(() -> RateRule.isHeld(evidence) ? Optional.empty() : full(evidence));
    }

    private Marks with(Optional<FigureMark> rates) {
        return new Marks(histograms, percentiles, clockBoundNs, repeated, isByClient, rates);
    }

    /** Mark of all rates if the load generator used up its processors; with several workers, one of them is enough. */
    private static Optional<FigureMark> full(RunEvidence evidence) {
        return evidence.ofTheMachines()
                .filter(finding -> finding.code().equals("worker-saturated"))
                .map(finding -> finding.all("generator").get(0).low()
                        / finding.all("processors").get(0).low())
                .max(Double::compare)
                .map(share -> new FigureMark(Kind.FULL, share));
    }

    /**
     * Marks of a stored run whose histograms were not read.
     *
     * @param byTag percentiles by the tags of latencies
     */
    public static Marks of(RunResult run, Map<String, Percentiles> byTag) {
        return of(run, latency -> Optional.ofNullable(byTag.get(latency.tag())));
    }

    private static Marks of(RunResult run, Function<Latency, Optional<Percentiles>> percentiles) {
        return new Marks(
                run.latencies(),
                percentiles,
                WorkerShare.clockBoundNs(run.workers()),
                run.workers().isEmpty() ? 0 : run.ledger().duplicate(),
                run.semantics().isAcknowledgedByClient(),
                Optional.empty());
    }

    /** A copy of the run in which each group has its marks. */
    public static RunResult onGroups(RunEvidence evidence) {
        RunResult run = evidence.run();
        Optional<FigureMark> ofRates = ofRates(evidence);
        Map<String, GroupResult> marked = new LinkedHashMap<>(run.groups());
        marked.replaceAll((name, group) -> run.group(name)
                .map(own -> new GroupResult(
                        own.totals(),
                        own.measured(),
                        own.latencies(),
                        group.due(),
                        own.ledger(),
                        of(own).with(ofRates.flatMap(mark -> ofRates(mark, group.due())))
                                .byFigure()))
                .orElse(group));
        return marked.isEmpty() ? run : run.with(parts -> parts.groups = marked);
    }

    /** Mark of a group's rates, given that of the run: what other groups did not send does not lower the group's rate. */
    private static Optional<FigureMark> ofRates(FigureMark ofRun, DueMessages due) {
        return ofRun.kind() == Kind.BEHIND && due.messages() > 0
                ? RateRule.behind(due.unsent(), due.messages())
                : Optional.of(ofRun);
    }

    /** Marks by the names of figures, for example {@code response-p99.9}. */
    public Map<String, FigureMark> byFigure() {
        Map<String, FigureMark> marks = new LinkedHashMap<>();
        for (Latency latency : Latency.values()) {
            percentiles.apply(latency).ifPresent(values -> {
                for (Percentile percentile : Percentile.values()) {
                    LatencyRange value = values.of(percentile);
                    client(latency)
                            .or(() -> own(latency, percentile, value))
                            .or(() -> clock(latency, value))
                            .or(() -> bound(values, value))
                            .or(() -> repeated(latency, values.count() * (100 - percentile.percent()) / 100))
                            .or(() -> FigureMark.few(values.count(), percentile.percent()))
                            .ifPresent(mark -> marks.put(percentile.figure(latency), mark));
                }
                // The messages beyond p90 decide a mean, and a single one decides a maximum.
                repeated(latency, values.count() / 10.0).ifPresent(mark -> marks.put(latency.tag() + "-mean", mark));
                repeated(latency, 1).ifPresent(mark -> marks.put(latency.tag() + "-max", mark));
            });
        }
        ofRates.ifPresent(mark -> Figures.ALL_RATES.forEach(rate -> marks.put(rate.name(), mark)));
        return marks;
    }

    private Optional<FigureMark> client(Latency latency) {
        return Optional.of(new FigureMark(Kind.CLIENT, 1))
                .filter(mark -> isByClient && OF_ACKNOWLEDGEMENTS.contains(latency));
    }

    /** The verdict with these marks, and with the reach that they leave. */
    public Verdict on(Verdict verdict) {
        Map<String, FigureMark> marks = byFigure();
        List<Latency> measured = Verdict.HEADLINES.stream()
                .filter(latency -> percentiles.apply(latency).isPresent())
                // Where the client library acknowledges, not the broker, deliveries alone decide the reach.
                .filter(latency -> client(latency).isEmpty()
                        || percentiles.apply(Latency.END_TO_END).isEmpty())
                .toList();
        Optional<Percentile> reach = Stream.of(Percentile.values())
                .takeWhile(next -> !measured.isEmpty()
                        && measured.stream().noneMatch(latency -> marks.containsKey(next.figure(latency))))
                .reduce((lower, higher) -> higher);
        return verdict.with(marks, reach);
    }

    private Optional<FigureMark> own(Latency latency, Percentile percentile, LatencyRange value) {
        return Optional.of(latency)
                .filter(from -> from == Latency.ROUND_TRIP || Verdict.HEADLINES.contains(from))
                .flatMap(headline -> histograms
                        .ownShare(headline, percentile.percent())
                        .or(() -> percentiles
                                .apply(Latency.OWN_DELAY)
                                .filter(own -> value.lowNs() > 0)
                                .map(own -> 1.0 * own.lowNs(percentile) / value.lowNs())))
                .filter(share -> share > SHARE && share * value.lowNs() > WAKE_UP_NS)
                .map(share -> new FigureMark(Kind.OWN, share));
    }

    /** Mark of a latency between two clocks whose possible error is large; empty for others. */
    Optional<FigureMark> clock(Latency latency, LatencyRange value) {
        return OF_TWO_CLOCKS.contains(latency) && clockBoundNs > SHARE * value.lowNs()
                ? Optional.of(new FigureMark(Kind.CLOCK, 1.0 * clockBoundNs / Math.max(1, value.lowNs())))
                : Optional.empty();
    }

    private Optional<FigureMark> repeated(Latency latency, double beyond) {
        return OF_TWO_CLOCKS.contains(latency) && repeated > SHARE * beyond
                ? Optional.of(new FigureMark(Kind.REPEATED, Math.min(1, repeated / beyond)))
                : Optional.empty();
    }

    private static Optional<FigureMark> bound(Percentiles values, LatencyRange value) {
        return value.isExact() ? Optional.empty() : Optional.of(new FigureMark(Kind.BOUND, values.unfinishedShare()));
    }
}
