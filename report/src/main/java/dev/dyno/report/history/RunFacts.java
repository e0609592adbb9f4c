package dev.dyno.report.history;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.RunSummary;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Facts of a stored run for one line: broker and driver by name, rate, headline latency. */
public final class RunFacts {

    private final RunSummary run;

    private RunFacts(RunSummary run) {
        this.run = run;
    }

    public static RunFacts of(RunSummary run) {
        return new RunFacts(run);
    }

    /** Beginning of its id, long enough to identify it. */
    public String shortId() {
        return run.result().shortId();
    }

    /** Name of a broker that Dyno started; otherwise the broker as its driver describes it; empty = unknown. */
    public Optional<String> broker() {
        return fact("broker broker").or(() -> fact("broker"));
    }

    /** Version of a broker that Dyno started. */
    public Optional<String> brokerVersion() {
        return fact("broker version");
    }

    private Optional<String> fact(String name) {
        return Optional.ofNullable(run.result().semantics().facts().get(name));
    }

    /** Driver of the producers, or {@code producers/consumers} if the consumers have another one. */
    public Optional<String> driver() {
        List<String> drivers = Stream.of("producerTarget", "consumerTarget")
                .map(target -> run.result().config().get(target))
                .filter(Map.class::isInstance)
                .map(target -> ((Map<?, ?>) target).get("driver"))
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .distinct()
                .toList();
        return drivers.isEmpty() ? Optional.empty() : Optional.of(String.join("/", drivers));
    }

    /**
     * Requested destinations and load: {@code TEST_QUEUE, 1000/s}. With several destinations the first one and the number of
     * others; with several groups the first that has any.
     */
    public Optional<String> load() {
        return Stream.of("producers", "consumers")
                .flatMap(side -> run.result().config().get(side) instanceof Collection<?> groups
                        ? groups.stream()
                        : Stream.empty())
                .flatMap(group -> group instanceof Map<?, ?> settings ? load(settings).stream() : Stream.empty())
                .findFirst();
    }

    private static Optional<String> load(Map<?, ?> group) {
        if (!(group.get("destinations") instanceof Collection<?> names) || names.isEmpty()) {
            return Optional.empty();
        }
        String first = String.valueOf(names.iterator().next()).replaceFirst("^queue://", "");
        return Optional.of(first
                + (names.size() > 1 ? " +" + (names.size() - 1) : "")
                + Optional.ofNullable(group.get("load"))
                        .map(load -> ", " + load.toString().replaceFirst("^constant ", ""))
                        .orElse(""));
    }

    /** Argument of the functions of figures. */
    public Numbers numbers() {
        return Numbers.of(run.result(), run.latencies());
    }

    /** The most informative latency: of delivery, or else of publishing. */
    public Optional<Latency> headline() {
        return numbers().headline();
    }

    /** A figure in its own unit; the low end if it is known as an interval only; empty if it was not measured. */
    public Optional<Double> value(Figure figure) {
        return figure.of(numbers()).map(Figure.Value::low);
    }

    /** Verdict of the run, unless it is marked as invalid, which outweighs the measurement. */
    public Verdict.Level verdict() {
        return run.verdict().level();
    }
}
