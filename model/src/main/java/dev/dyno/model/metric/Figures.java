package dev.dyno.model.metric;

import static dev.dyno.model.metric.Figure.Better.LESS;
import static dev.dyno.model.metric.Figure.Better.MORE;
import static dev.dyno.model.metric.Figure.Better.NEITHER;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.metric.Figure.Better;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The catalogue of figures. Everything that shows or judges a run reads it: console, CSV, SQL, history, comparisons and the gate,
 * studies, charts and the page. A figure is declared only here.
 */
public final class Figures {

    private static final Pattern SHARE = Pattern.compile("([a-z-]+)-share-([0-9.]+[a-z]+)-([0-9.]+[a-z]+)");

    private static final List<Figure> ALL = new ArrayList<>();

    /** Messages received a second in the measured phase, or acknowledged where nobody receives. */
    public static final Figure RATE = figure(
                    "rate",
                    "received a second, or acknowledged where nobody receives",
                    Unit.PER_SECOND,
                    exactly(numbers -> numbers.perSecond(numbers.receives() ? Counts::received : Counts::acknowledged)))
            .better(MORE)
            .compared(0.03)
            .in(Use.STANDARD);

    /** Messages sent a second in the measured phase, or received where nothing was sent. */
    public static final Figure LOAD_RATE = figure(
                    "load-rate",
                    "sent a second, or received where nothing was sent",
                    Unit.PER_SECOND,
                    perSecond(counts -> counts.sent() > 0 ? counts.sent() : counts.received()))
            .better(MORE)
            .in(Use.HISTORY);

    /** Bytes of bodies received a second in the measured phase, or sent where nobody receives. */
    public static final Figure BYTES_RATE = bytesRate(
                    "bytes-rate",
                    "bytes of bodies received a second, or sent where nobody receives",
                    numbers -> numbers.receives() ? Counts::receivedBytes : Counts::sentBytes)
            .compared(0.03);

    /** Percentiles and maximum of the latency that the run is judged by, lowest first. */
    public static final List<Figure> HEADLINE = Statistic.ALL.stream()
            .filter(statistic -> statistic.stored().isPresent() && !statistic.equals(Statistic.MEAN))
            .map(Figures::headline)
            .toList();

    public static final Figure P50 = headline(Percentile.P50).compared(0.05).in(Use.STANDARD, Use.HISTORY);
    public static final Figure P99 = headline(Percentile.P99).compared(0.10).in(Use.STANDARD, Use.HISTORY);
    public static final Figure P999 = headline(Percentile.P999).compared(0.20).in(Use.STANDARD);
    public static final Figure MAX = HEADLINE.get(HEADLINE.size() - 1).compared(0.20);

    /** CPU time of the load generator per message. */
    public static final Figure CLIENT_CPU = new ResourceFigures(ResourceSample.WORKER).cpuPerMessage();

    /** CPU time of the broker's processes per message; only where these can be seen. */
    public static final Figure BROKER_CPU = new ResourceFigures(ResourceSample.BROKER).cpuPerMessage();

    public static final Figure SENT_RATE =
            rate("sent-rate", "sent a second", Counts::sent).in(Use.PRODUCERS).onConsole("sent");
    public static final Figure ACKNOWLEDGED_RATE = rate(
                    "acknowledged-rate", "acknowledged a second", Counts::acknowledged)
            .in(Use.PRODUCERS)
            .onConsole("acknowledged");
    public static final Figure RECEIVED_RATE = rate("received-rate", "received a second", Counts::received)
            .in(Use.CONSUMERS)
            .onConsole("received");
    public static final Figure SENT_BYTES_RATE = bytesRate(
                    "sent-bytes-rate", "bytes of bodies sent a second", numbers -> Counts::sentBytes)
            .in(Use.RESULT, Use.STUDY, Use.INTERVAL, Use.OVER_TIME, Use.PRODUCERS)
            .onConsole("sent");
    public static final Figure RECEIVED_BYTES_RATE = bytesRate(
                    "received-bytes-rate", "bytes of bodies received a second", numbers -> Counts::receivedBytes)
            .in(Use.RESULT, Use.STUDY, Use.INTERVAL, Use.OVER_TIME, Use.CONSUMERS)
            .onConsole("received");

    public static final List<Figure> RATES = List.of(RATE, LOAD_RATE, SENT_RATE, ACKNOWLEDGED_RATE, RECEIVED_RATE);

    private static final Figure THROUGHPUT;

    static {
        of("elapsed", "from the first message to the last delivery", Unit.NANOSECONDS, LESS, FigureValues::elapsedNs);
        THROUGHPUT = of(
                "throughput",
                "received a second until the last delivery",
                Unit.PER_SECOND,
                MORE,
                FigureValues::throughput);
        Arrays.stream(Latency.values()).forEach(Figures::latency);
        count("sent", "messages sent", NEITHER, Counts::sent);
        count("blocked", "messages that had to wait", LESS, Counts::blocked);
        count("acknowledged", "messages acknowledged", NEITHER, Counts::acknowledged);
        count("received", "messages received", NEITHER, Counts::received);
        count("failed", "sends that failed", LESS, Counts::failed);
        count("skipped", "slots of the schedule that were left out", LESS, Counts::skipped);
        count("negative", "latencies below zero: two clocks disagree", LESS, Counts::negative);
        count("foreign-clock", "messages with a sender's clock that cannot be compared", LESS, Counts::foreignClock);
        ledger("expected", "deliveries owed", NEITHER, LedgerCounts::expected);
        ledger("delivered", "deliveries that arrived", NEITHER, LedgerCounts::delivered);
        ledger("lost", "lost", LESS, FigureValues::knowsLost, LedgerCounts::lost)
                .in(Use.HISTORY);
        ledger(
                "undelivered",
                "undelivered at the end of the drain",
                LESS,
                FigureValues::isLossKnown,
                LedgerCounts::undelivered);
        ledger(
                "in-broker",
                "undelivered, and still in the broker or the client library",
                LESS,
                FigureValues::isLossKnown,
                LedgerCounts::inBroker);
        ledger("fate-unknown", "undelivered, fate unknown", LESS, FigureValues::isLossKnown, LedgerCounts::fateUnknown);
        ledger("duplicate", "duplicate", LESS, LedgerCounts::duplicate);
        ledger("reordered", "out of order", LESS, LedgerCounts::reordered);
        ledger("corrupt", "damaged", LESS, LedgerCounts::corrupt);
        ledger("stale", "of another run", LESS, LedgerCounts::stale);
        ledger("in-doubt", "in doubt", LESS, LedgerCounts::inDoubt);
        ledger("in-doubt-delivered", "in doubt, and delivered", NEITHER, LedgerCounts::inDoubtDelivered);
        ledger("rejected", "rejected by consumers", NEITHER, LedgerCounts::rejected);
        ledger(
                "expired",
                "undelivered and no longer in the broker, with a time to live or received as a dead letter",
                NEITHER,
                FigureValues::isLossKnown,
                LedgerCounts::expired);
        ledger(
                "dead-lettered",
                "received from queues that they were not sent to",
                NEITHER,
                FigureValues::knowsDeadLetters,
                LedgerCounts::deadLettered);
        ledger("not-owed", "missed by subscriptions that were gone", NEITHER, LedgerCounts::notOwed);
        shown(
                "unanswered",
                "requests of the measured phase without a reply, sent or not",
                Unit.COUNT,
                LESS,
                exactly(numbers -> numbers.percentiles()
                        .apply(Latency.ROUND_TRIP)
                        .map(values -> (double) values.unfinishedCount())));
        shown(
                "connect-rate",
                "clients connected a second",
                Unit.PER_SECOND,
                MORE,
                exactly(numbers -> numbers.percentiles()
                        .apply(Latency.CONNECT)
                        .flatMap(values -> numbers.perSecond(c -> values.count() - values.unfinishedCount()))));
        shown(
                        "reconnect-time",
                        "longest time from a fault until all connections that it broke were restored",
                        Unit.NANOSECONDS,
                        LESS,
                        numbers -> numbers.run().flatMap(FigureValues::reconnectTime))
                .in(Use.WHOLE);
        of("foreign-messages", "of other programs", Unit.COUNT, NEITHER, run -> FigureValues.foreign(run)
                        .map(f -> 1.0 * f.messages()))
                .in(Use.WHOLE, Use.ACCOUNT);
        of("foreign-size", "bytes of a message of other programs", Unit.BYTES, NEITHER, run -> FigureValues.foreign(run)
                .map(ForeignMessages::meanBytes));
        of(
                        "faults",
                        "faults",
                        Unit.COUNT,
                        NEITHER,
                        run -> Optional.of(1.0 * run.faults().size()))
                .in(Use.WHOLE);
        of("broker-deaths", "deaths of the broker", Unit.COUNT, LESS, FigureValues::brokerDeaths)
                .in(Use.WHOLE);
        shown("blocked-share", "sends that had to wait", Unit.PERCENT, LESS, exactly(numbers -> numbers.counts()
                .filter(counts -> counts.sent() > 0)
                .map(counts -> 100.0 * counts.blocked() / (counts.sent() + counts.skipped()))));
        shown(
                "backlog-growth",
                "growth of the messages sent and not received, per second",
                Unit.PER_SECOND,
                LESS,
                exactly(numbers -> numbers.counts()
                        .filter(counts -> counts.sent() > 0 && counts.received() > 0)
                        .flatMap(counts -> FigureValues.deliveriesOfEach(numbers))
                        .flatMap(copies -> numbers.perSecond(c -> copies * c.sent() - c.received()))));
        of("gzip-ratio", "compression ratio of the bodies by gzip", Unit.NUMBER, NEITHER, run -> run.conditions()
                .flatMap(VerdictInputs::gzipRatio));
        of(
                "fairness",
                "Jain's index over equal consumers of a queue or subscription, by their deliveries with repeated ones, the lowest:"
                        + " 1 = as many each",
                Unit.NUMBER,
                MORE,
                run -> run.conditions().flatMap(VerdictInputs::fairness));
        stored("held-min", "messages held by the broker at least", Unit.COUNT);
        stored("held-max", "messages held by the broker at most", Unit.COUNT);
        stored("held-at-heap-live", "messages held at the time of broker-heap-live", Unit.COUNT);
        stored("broker-heap-live", "heap of the broker after a garbage collection, with a large backlog", Unit.BYTES);
        new ResourceFigures(ResourceSample.BROKER).declare();
        new ResourceFigures(ResourceSample.WORKER).declare();
        of("host-busy", "processors of the host that were busy", Unit.PERCENT, NEITHER, run -> run.worker()
                .hostBusy()
                .map(share -> 100 * share));
        Percentile.JUDGED.forEach(percentile -> of(
                "idle-wake-up-" + percentile.title(),
                "lateness of an idle thread before the load, " + percentile.title(),
                Unit.NANOSECONDS,
                LESS,
                run -> run.conditions()
                        .flatMap(VerdictInputs::wakeUps)
                        .flatMap(measured -> measured.lateNs(percentile))
                        .map(Long::doubleValue)));
    }

    /** Cost of a million messages, acknowledged or received, whichever are more. */
    public static final Figure COST_PER_MILLION =
            of("cost-per-million", "cost of a million messages", Unit.NUMBER, LESS, FigureValues::costPerMillion);

    /** Rates of messages and of bytes, which are lower where the load generator does not keep up. */
    public static final List<Figure> ALL_RATES = Stream.concat(
                    RATES.stream(), Stream.of(BYTES_RATE, SENT_BYTES_RATE, RECEIVED_BYTES_RATE, THROUGHPUT))
            .toList();

    private Figures() {}

    public static List<Figure> of(Use use) {
        return ALL.stream().filter(figure -> figure.is(use)).toList();
    }

    /** The statistics of a latency that a run is stored with: its mean, percentiles, and its maximum. */
    public static List<Figure> statistics(Latency latency) {
        return of(Use.STATISTIC).stream()
                .filter(figure -> figure.latency().equals(Optional.of(latency)))
                .toList();
    }

    /** Figure of a use by its name, {@code web/response-p99} of a group; studies and comparisons also find {@link #share}. */
    public static Optional<Figure> find(Use use, String name) {
        int slash = name.indexOf(Figure.GROUP_ENDS);
        if (slash > 0) {
            return find(use, name.substring(slash + 1)).map(figure -> figure.ofGroup(name.substring(0, slash)));
        }
        Optional<Figure> share = use == Use.STUDY || use == Use.COMPARED ? share(name) : Optional.empty();
        return share.or(() ->
                of(use).stream().filter(figure -> figure.name().equals(name)).findFirst());
    }

    /**
     * The share of a latency's values between two limits, {@code end-to-end-share-6ms-14ms}, computed from histograms. A
     * message with only a lower bound may have any value above it.
     */
    public static Optional<Figure> share(String name) {
        Matcher parts = SHARE.matcher(name);
        Optional<Latency> latency = parts.matches() ? Latency.find(Units.group(parts, 1)) : Optional.empty();
        try {
            return latency.map(whose -> share(
                    name,
                    whose,
                    Units.parseDurationNs(Units.group(parts, 2)),
                    Units.parseDurationNs(Units.group(parts, 3))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Figure share(String name, Latency latency, long fromNs, long toNs) {
        String title = latency.title() + ", share between " + Unit.NANOSECONDS.text((double) fromNs) + " and "
                + Unit.NANOSECONDS.text((double) toNs);
        return new Figure(ALL.size(), name, title, Unit.PERCENT, numbers -> numbers.histograms()
                        .flatMap(all ->
                                all.shareBetween(latency, fromNs, toNs).map(ends -> new Value(ends[0], ends[1]))))
                .of(latency)
                .in(Use.STUDY)
                .better(MORE)
                .compared(0.05);
    }

    /** All figures that a run can have a value of. */
    public static List<Figure> ofRuns() {
        return ALL.stream().filter(figure -> !figure.is(Use.NOT_OF_RUN)).toList();
    }

    /**
     * Figure of a percentile that is not in the catalogue, computed from histograms.
     *
     * @param percent between 0 and 100
     * @param latency empty = the one that the run is judged by
     */
    public static Figure percentile(String title, double percent, Optional<Latency> latency) {
        Statistic statistic = new Statistic(title, Optional.empty(), percent);
        Figure figure = new Figure(
                ALL.size(),
                latency.map(one -> one.tag() + '-').orElse("") + title,
                latency.map(one -> one.title() + ", ").orElse("") + title,
                Unit.NANOSECONDS,
                numbers -> latency.or(numbers::headline).flatMap(one -> statistic.of(one, numbers)));
        latency.ifPresent(figure::of);
        return figure.at(statistic).better(LESS);
    }

    public static String names(Use use) {
        return of(use).stream().map(Figure::name).collect(Collectors.joining(", "));
    }

    /** Values, by name, of all figures of a result that belong to no latency. */
    public static Map<String, Double> valuesOf(RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>();
        Numbers numbers = Numbers.of(result);
        of(Use.RESULT).forEach(figure -> figure.of(numbers).ifPresent(v -> values.put(figure.name(), v.low())));
        return values;
    }

    static Figure figure(String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        Figure figure = new Figure(ALL.size(), name, title, unit, value);
        ALL.add(figure);
        return figure;
    }

    private static Figure of(
            String name, String title, Unit unit, Better better, Function<RunResult, Optional<Double>> value) {
        return shown(name, title, unit, better, ofRun(value));
    }

    private static Figure shown(
            String name, String title, Unit unit, Better better, Function<Numbers, Optional<Value>> value) {
        return figure(name, title, unit, value).in(Use.RESULT, Use.STUDY).better(better);
    }

    static Function<Numbers, Optional<Value>> exactly(Function<Numbers, Optional<Double>> value) {
        return numbers -> value.apply(numbers).map(Value::exactly);
    }

    private static Function<Numbers, Optional<Value>> ofRun(Function<RunResult, Optional<Double>> value) {
        return exactly(numbers -> numbers.run().flatMap(value));
    }

    private static Function<Numbers, Optional<Value>> perSecond(Function<Counts, Long> events) {
        return exactly(numbers -> numbers.perSecond(events));
    }

    private static Figure rate(String name, String title, Function<Counts, Long> events) {
        return figure(name, title, Unit.PER_SECOND, perSecond(events))
                .in(Use.RESULT, Use.STUDY, Use.INTERVAL, Use.OVER_TIME)
                .better(MORE);
    }

    /** Figure of a rate of bytes; it has no value if bytes were not counted. */
    private static Figure bytesRate(String name, String title, Function<Numbers, Function<Counts, Long>> bytes) {
        return figure(name, title, Unit.BYTES_PER_SECOND, exactly(numbers -> numbers.counts()
                        .filter(counts -> counts.sentBytes() + counts.receivedBytes() > 0)
                        .flatMap(counts -> numbers.perSecond(bytes.apply(numbers)))))
                .better(MORE);
    }

    /** Declares the figure of a number of events: in the whole run, warm-up and drain included, or in an interval. */
    private static void count(String name, String title, Better better, Function<Counts, Long> events) {
        figure(name, title, Unit.COUNT, exactly(numbers -> numbers.run()
                        .map(RunResult::totals)
                        .or(numbers::counts)
                        .map(counts -> (double) events.apply(counts))))
                .in(Use.RESULT, Use.STUDY, Use.INTERVAL, Use.OVER_TIME, Use.WHOLE, Use.ACCOUNT)
                .better(better);
    }

    private static void ledger(String name, String title, Better better, Function<LedgerCounts, Long> count) {
        ledger(name, title, better, run -> true, count);
    }

    private static Figure ledger(
            String name, String title, Better better, Predicate<RunResult> known, Function<LedgerCounts, Long> count) {
        return of(name, title, Unit.COUNT, better, run -> Optional.of(run)
                        .filter(known)
                        .map(r -> (double) count.apply(r.ledger())))
                .in(Use.LEDGER, Use.WHOLE, Use.ACCOUNT);
    }

    private static void latency(Latency latency) {
        for (Statistic statistic : Statistic.ALL) {
            figure(
                            latency.tag() + "-" + statistic.name(),
                            latency.title() + ", " + statistic.name(),
                            Unit.NANOSECONDS,
                            numbers -> statistic.of(latency, numbers))
                    .in(Use.STUDY, Use.OVER_TIME)
                    .in(statistic.uses())
                    .of(latency)
                    .at(statistic)
                    .better(LESS);
        }
        figure(
                        latency.tag() + "-unfinished",
                        latency.title() + ", share of which only a lower bound is known",
                        Unit.PERCENT,
                        exactly(numbers -> numbers.percentiles().apply(latency).map(p -> 100 * p.unfinishedShare())))
                .in(Use.STUDY)
                .better(LESS);
    }

    private static Figure headline(Percentile percentile) {
        return HEADLINE.stream()
                .filter(figure -> figure.name().equals(percentile.title()))
                .findFirst()
                .orElseThrow();
    }

    /** Figure of the latency that the run is judged by. */
    private static Figure headline(Statistic statistic) {
        return figure(
                        statistic.name(),
                        statistic.name() + " of the latency that the run is judged by",
                        Unit.NANOSECONDS,
                        numbers -> numbers.headline().flatMap(latency -> statistic.of(latency, numbers)))
                .in(Use.WHOLE)
                .at(statistic)
                .better(LESS);
    }

    /** Figure that studies compute from data stored beside the result. */
    private static void stored(String name, String title, Unit unit) {
        figure(name, title, unit, numbers -> Optional.empty()).in(Use.STUDY, Use.NOT_OF_RUN);
    }
}
