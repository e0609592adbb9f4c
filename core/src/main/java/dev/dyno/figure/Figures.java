package dev.dyno.figure;

import dev.dyno.figure.Figure.Better;
import dev.dyno.figure.Figure.Merge;
import dev.dyno.figure.Figure.Scope;
import dev.dyno.figure.Figure.Side;
import dev.dyno.figure.Figure.Value;
import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The catalogue of figures. Everything that shows or judges a run reads it: console, CSV, SQL, history, comparisons and the gate,
 * studies, charts and the page. A figure is declared here, and nowhere else.
 */
public final class Figures {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;

    private static final Map<String, Figure> ALL = new LinkedHashMap<>();

    /** Those that have no latency or side in their names: of the latency that a run is judged by. */
    private static final List<Figure> SHORT = new ArrayList<>();

    /** Messages received a second in the measured phase; acknowledged, where nobody receives. */
    public static final Figure RATE = brief(
                    "rate",
                    "received a second, or acknowledged where nobody receives",
                    Unit.PER_SECOND,
                    perSecond(counts -> counts.received() > 0 ? counts.received() : counts.acknowledged()))
            .better(Better.MORE)
            .compared(0.03);

    /** Messages sent a second in the measured phase; received, where nothing was sent. */
    public static final Figure LOAD_RATE = brief(
                    "rate",
                    "sent a second, or received where nothing was sent",
                    Unit.PER_SECOND,
                    perSecond(counts -> counts.sent() > 0 ? counts.sent() : counts.received()))
            .better(Better.MORE)
            .inHistory();

    public static final Figure P50 = headline("p50").compared(0.05).inHistory();
    public static final Figure P90 = headline("p90");
    public static final Figure P99 = headline("p99").compared(0.10).inHistory();
    public static final Figure P999 = headline("p99.9").compared(0.20);
    public static final Figure P9999 = headline("p99.99");
    public static final Figure MAX = headline("max");

    /** CPU time of the load generator. */
    public static final Figure CLIENT_CPU = cpu("client-cpu", ResourceSample.WORKER);

    /** CPU time of the broker's processes; only where they can be seen. */
    public static final Figure BROKER_CPU = cpu("broker-cpu", ResourceSample.BROKER);

    public static final Figure SENT_RATE =
            rate("sent-rate", "sent a second", Counts::sent).onConsole(Side.PRODUCERS, "handed over/s");
    public static final Figure ACKNOWLEDGED_RATE = rate(
                    "acknowledged-rate", "acknowledged a second", Counts::acknowledged)
            .onConsole(Side.PRODUCERS, "acknowledged/s");
    public static final Figure RECEIVED_RATE =
            rate("received-rate", "received a second", Counts::received).onConsole(Side.CONSUMERS, "received/s");

    static {
        of("elapsed", "from the first message to the last delivery", Unit.NANOSECONDS, Figures::elapsedNs)
                .better(Better.LESS)
                .merge(Merge.LONGEST);
        of("throughput", "received a second until the last delivery", Unit.PER_SECOND, Figures::throughput)
                .better(Better.MORE);
        Stream.of(Latency.values()).forEach(Figures::latency);
        count("sent", "messages sent", Counts::sent);
        count("blocked", "messages sent that had to wait", Counts::blocked).better(Better.LESS);
        count("acknowledged", "messages acknowledged", Counts::acknowledged);
        count("received", "messages received", Counts::received);
        count("failed", "sends that failed", Counts::failed).better(Better.LESS);
        count("skipped", "slots of the schedule that were left out", Counts::skipped)
                .better(Better.LESS);
        count("negative", "latencies below zero: two clocks disagree", Counts::negative)
                .better(Better.LESS);
        count("foreign-clock", "messages received of a clock that cannot be compared", Counts::foreignClock)
                .better(Better.LESS);
        ledger("expected", "deliveries owed", LedgerCounts::expected);
        ledger("delivered", "deliveries that arrived", LedgerCounts::delivered);
        // Consumers alone cannot say what is lost and what is still to arrive, unless a later message proves it.
        ledger(
                        "lost",
                        "lost",
                        LedgerCounts::lost,
                        run -> run.ledger().knowsLost()
                                && (run.totals().sent() > 0 || run.ledger().lost() > 0))
                .inHistory();
        ledger(
                "undelivered",
                "undelivered at the end of the drain",
                LedgerCounts::undelivered,
                run -> run.ledger().lossKnown() && run.totals().sent() > 0);
        ledger(
                "in-broker",
                "undelivered, and still in the broker by its own word",
                LedgerCounts::inBroker,
                run -> run.ledger().lossKnown());
        ledger(
                "fate-unknown",
                "undelivered, and the broker said nothing of them",
                LedgerCounts::fateUnknown,
                run -> run.ledger().lossKnown());
        ledger("duplicate", "duplicate", LedgerCounts::duplicate);
        ledger("reordered", "out of order", LedgerCounts::reordered);
        ledger("corrupt", "damaged", LedgerCounts::corrupt);
        ledger("stale", "of another run", LedgerCounts::stale);
        ledger("in-doubt", "in doubt", LedgerCounts::inDoubt);
        ledger("in-doubt-delivered", "in doubt, and delivered", LedgerCounts::inDoubtDelivered);
        ledger("not-owed", "missed by subscriptions that did not exist then", LedgerCounts::notOwed);
        of(
                        "faults",
                        "what was done to the broker, how often",
                        Unit.COUNT,
                        run -> Optional.of((double) run.faults().size()))
                .whole()
                .merge(Merge.ONCE);
        add("blocked-share", "sends that had to wait", Unit.PERCENT, exactly(numbers -> numbers.counts()
                        .filter(counts -> counts.sent() > 0)
                        .map(counts -> 100.0 * counts.blocked() / counts.sent())))
                .better(Better.LESS);
        add(
                        "backlog-growth",
                        "sent and not received, more a second",
                        Unit.PER_SECOND,
                        exactly(numbers -> numbers.counts()
                                .filter(counts -> counts.sent() > 0 && counts.received() > 0)
                                .flatMap(counts -> numbers.perSecond(c -> c.sent() - c.received()))))
                .better(Better.LESS);
        stored("held-min", "messages held by the broker at least", Unit.COUNT);
        stored("held-max", "messages held by the broker at most", Unit.COUNT);
        stored("held-at-heap-live", "messages held when that heap was seen", Unit.COUNT);
        stored("broker-heap-live", "broker, heap after a collection while much was held", Unit.BYTES);
        resources(ResourceSample.BROKER, Merge.ONCE);
        resources(ResourceSample.WORKER, Merge.EACH);
        of("host-busy", "processors of the host that were busy", Unit.PERCENT, run -> run.worker()
                        .hostBusy()
                        .map(share -> 100 * share))
                .merge(Merge.EACH);
    }

    private Figures() {}

    /** Of the result of a run, or stored beside it. */
    public static List<Figure> ofRuns() {
        return ALL.values().stream().filter(Figure::isOfRuns).toList();
    }

    /** Of the result of a run. */
    public static List<Figure> ofResults() {
        return ALL.values().stream().filter(Figure::isOfResults).toList();
    }

    /** Of each second of a run: of an interval, or of a sample of resources. */
    public static List<Figure> ofSeconds() {
        return ALL.values().stream().filter(Figure::isOfSeconds).toList();
    }

    /** Of each interval of a run. */
    public static List<Figure> ofIntervals() {
        return ALL.values().stream().filter(Figure::isOfIntervals).toList();
    }

    /** Those of no latency. */
    public static List<Figure> withoutLatencies(List<Figure> figures) {
        return figures.stream().filter(figure -> figure.latency().isEmpty()).toList();
    }

    /** What a result has of those of no latency, by name. */
    public static Map<String, Double> valuesOf(RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>();
        Numbers numbers = Numbers.of(result);
        withoutLatencies(ofResults())
                .forEach(figure -> figure.of(numbers).ifPresent(value -> values.put(figure.name(), value.low())));
        return values;
    }

    /** The statistics of a latency that a run is stored with: its mean, percentiles, and its maximum. */
    public static List<Figure> statistics(Latency latency) {
        return ALL.values().stream()
                .filter(figure -> figure.latency().equals(Optional.of(latency)) && figure.isStored())
                .toList();
    }

    /** Those that are compared and gated. */
    public static List<Figure> compared() {
        return declared().filter(figure -> figure.margin().isPresent()).toList();
    }

    private static Stream<Figure> declared() {
        return Stream.concat(SHORT.stream(), ALL.values().stream());
    }

    /** The account of all messages of a run. */
    public static List<Figure> ofLedger() {
        return ALL.values().stream().filter(Figure::isOfLedger).toList();
    }

    /** Those in the closing lines of the console. */
    public static List<Figure> onConsole() {
        return ALL.values().stream().filter(Figure::isOnConsole).toList();
    }

    /** Those that the list of stored runs has, and can be sorted by. */
    public static List<Figure> inHistory() {
        return declared().filter(Figure::isInHistory).toList();
    }

    /** The one of that name among some; old names of latencies are understood. */
    public static Optional<Figure> find(List<Figure> some, String name) {
        String today = Latency.today(name);
        return some.stream().filter(figure -> figure.name().equals(today)).findFirst();
    }

    /** The names of some, for people. */
    public static String names(List<Figure> some) {
        return some.stream().map(Figure::name).collect(Collectors.joining(", "));
    }

    private static Figure add(String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        Figure figure = new Figure(ALL.size() + SHORT.size(), name, title, unit, value);
        ALL.put(name, figure);
        return figure;
    }

    private static Figure brief(String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        Figure figure = new Figure(ALL.size() + SHORT.size(), name, title, unit, value);
        SHORT.add(figure);
        return figure;
    }

    private static Figure of(String name, String title, Unit unit, Function<RunResult, Optional<Double>> value) {
        return add(name, title, unit, ofRun(value));
    }

    private static Function<Numbers, Optional<Value>> exactly(Function<Numbers, Optional<Double>> value) {
        return numbers -> value.apply(numbers).map(Value::exactly);
    }

    private static Function<Numbers, Optional<Value>> ofRun(Function<RunResult, Optional<Double>> value) {
        return exactly(numbers -> numbers.run().flatMap(value));
    }

    private static Function<Numbers, Optional<Value>> perSecond(Function<Counts, Long> events) {
        return exactly(numbers -> numbers.perSecond(events));
    }

    private static Figure rate(String name, String title, Function<Counts, Long> events) {
        return add(name, title, Unit.PER_SECOND, perSecond(events))
                .of(Scope.RUN_AND_INTERVAL)
                .better(Better.MORE)
                .merge(Merge.SUM);
    }

    /** Of a run with warmup and drain. */
    private static Figure count(String name, String title, Function<Counts, Long> events) {
        return add(name, title, Unit.COUNT, exactly(numbers -> numbers.run()
                        .map(RunResult::totals)
                        .or(numbers::counts)
                        .map(counts -> (double) events.apply(counts))))
                .of(Scope.RUN_AND_INTERVAL)
                .whole()
                .merge(Merge.SUM);
    }

    private static void ledger(String name, String title, Function<LedgerCounts, Long> messages) {
        ledger(name, title, messages, run -> true);
    }

    private static Figure ledger(
            String name, String title, Function<LedgerCounts, Long> messages, Predicate<RunResult> known) {
        return of(name, title, Unit.COUNT, run -> Optional.of(run).filter(known).map(r ->
                        (double) messages.apply(r.ledger())))
                .ofLedger()
                .better(name.equals("expected") || name.equals("delivered") ? Better.NEITHER : Better.LESS)
                .merge(Merge.SUM);
    }

    private static Optional<Double> elapsedNs(RunResult run) {
        return Optional.of(run.measuredNs() + (double) run.drainNs()).filter(ns -> ns > 0);
    }

    private static Optional<Double> throughput(RunResult run) {
        return elapsedNs(run)
                .filter(ns -> run.totals().received() > 0)
                .map(ns -> run.totals().received() / ns * NS_PER_S);
    }

    private static void latency(Latency latency) {
        for (Statistic statistic : Statistic.ALL) {
            add(
                            latency.tag() + "-" + statistic.name(),
                            latency.title() + ", " + statistic.name(),
                            Unit.NANOSECONDS,
                            numbers -> statistic.of(latency, numbers))
                    .of(Scope.RUN_AND_INTERVAL)
                    .of(statistic, latency);
        }
        add(
                        latency.tag() + "-unfinished",
                        latency.title() + ", share of which only a lower bound is known",
                        Unit.PERCENT,
                        exactly(numbers ->
                                numbers.percentiles().apply(latency).map(values -> 100 * values.unfinishedShare())))
                .of(latency)
                .better(Better.LESS);
    }

    /** Of the latency that the run is judged by. */
    private static Figure headline(String name) {
        Statistic statistic = Statistic.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return brief(
                        name,
                        name + " of the latency that the run is judged by",
                        Unit.NANOSECONDS,
                        numbers -> numbers.headline().flatMap(latency -> statistic.of(latency, numbers)))
                .better(Better.LESS)
                .merge(Merge.HISTOGRAMS);
    }

    private static Figure cpu(String name, String subject) {
        return brief(
                        name,
                        subject + ", CPU a message",
                        Unit.NANOSECONDS_PER_MESSAGE,
                        perMessage(subject, ResourceSummary.CPU_US, NS_PER_US))
                .better(Better.LESS)
                .compared(0.05);
    }

    /** Computed by readers of what is stored beside the result. */
    private static void stored(String name, String title, Unit unit) {
        add(name, title, unit, numbers -> Optional.empty()).of(Scope.STORED).merge(Merge.ONCE);
    }

    private static void resources(String subject, Merge merge) {
        most(subject, "rss", "resident memory", Unit.BYTES, ResourceMetric.RSS).merge(merge);
        most(subject, "vss", "address space", Unit.BYTES, ResourceMetric.VSS).merge(merge);
        most(subject, "heap", "heap", Unit.BYTES, ResourceMetric.HEAP_USED).merge(merge);
        most(subject, "threads", "threads", Unit.COUNT, ResourceMetric.THREADS).merge(merge);
        mean(subject, "cpu", "processors busy", Unit.NUMBER, ResourceMetric.CPU).merge(merge);
        mean(subject, "write", "written a second", Unit.BYTES_PER_SECOND, ResourceMetric.WRITE)
                .merge(merge);
        mean(subject, "gc-throughput", "time without garbage collections", Unit.PERCENT, ResourceMetric.GC_THROUGHPUT)
                .better(Better.MORE)
                .merge(merge);
        total(subject, "gc-count", "garbage collections", Unit.COUNT, ResourceMetric.GC_COUNT, 1)
                .merge(merge);
        total(subject, "gc-time", "time in garbage collections", Unit.NANOSECONDS, ResourceMetric.GC_TIME, NS_PER_S)
                .merge(merge);
        used(
                        subject,
                        "cpu-per-message",
                        "CPU a message",
                        Unit.NANOSECONDS_PER_MESSAGE,
                        perMessage(subject, ResourceSummary.CPU_US, NS_PER_US))
                .merge(merge);
        used(
                        subject,
                        "write-per-message",
                        "written a message",
                        Unit.BYTES,
                        perMessage(subject, ResourceSummary.WRITE_BYTES, 1))
                .merge(merge);
    }

    private static Figure used(
            String subject, String name, String title, Unit unit, Function<Numbers, Optional<Value>> value) {
        return add(subject + "-" + name, subject + ", " + title, unit, value).better(Better.LESS);
    }

    /** Of a run, and how it stands in each second. */
    private static Figure most(String subject, String name, String title, Unit unit, ResourceMetric metric) {
        used(subject, name, title, unit, exactly(numbers -> sampled(numbers, subject, metric)))
                .of(Scope.SAMPLE);
        return used(subject, name + "-max", title + " at most", unit, ofRun(run -> used(run, subject, metric)
                .map(ResourceSummary.Values::max)));
    }

    /** Of a run, and the mean of each second. */
    private static Figure mean(String subject, String name, String title, Unit unit, ResourceMetric metric) {
        return used(
                        subject,
                        name,
                        title,
                        unit,
                        exactly(numbers -> numbers.run().isPresent()
                                ? used(numbers.run().get(), subject, metric).map(ResourceSummary.Values::mean)
                                : sampled(numbers, subject, metric)))
                .of(Scope.RUN_AND_SAMPLE);
    }

    private static Figure total(
            String subject, String name, String title, Unit unit, ResourceMetric metric, double factor) {
        return used(subject, name, title, unit, ofRun(run -> used(run, subject, metric)
                .flatMap(ResourceSummary.Values::total)
                .map(value -> value * factor)));
    }

    private static Function<Numbers, Optional<Value>> perMessage(String subject, String cost, double factor) {
        return ofRun(run -> run.resources(subject)
                .flatMap(summary -> Optional.ofNullable(summary.perMessage().get(cost)))
                .map(value -> value * factor));
    }

    private static Optional<ResourceSummary.Values> used(RunResult run, String subject, ResourceMetric metric) {
        return run.resources(subject).flatMap(summary -> summary.get(metric));
    }

    private static Optional<Double> sampled(Numbers numbers, String subject, ResourceMetric metric) {
        return numbers.sample()
                .filter(sample -> sample.subject().equals(subject))
                .flatMap(sample -> sample.get(metric));
    }
}
