package dev.dyno.history;

import dev.dyno.report.RunMark;
import dev.dyno.report.RunSummary;
import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import dev.dyno.result.Percentiles;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is told of a stored run in one line: broker and driver by name, the rate, the headline latency. */
public final class RunFacts {

    private static final int ID_LENGTH = 8;

    private final RunSummary run;

    private RunFacts(RunSummary run) {
        this.run = run;
    }

    public static RunFacts of(RunSummary run) {
        return new RunFacts(run);
    }

    /** The beginning of its id, which is enough to name it. */
    public String shortId() {
        String id = run.result().runId();
        return id.substring(0, Math.min(ID_LENGTH, id.length()));
    }

    /** Of a broker that Dyno started, its name; of another, what its driver says of it. Empty = nobody knows. */
    public Optional<String> broker() {
        return fact("broker broker").or(() -> fact("broker"));
    }

    /** Of a broker that Dyno started. */
    public Optional<String> brokerVersion() {
        return fact("broker version");
    }

    private Optional<String> fact(String name) {
        return Optional.ofNullable(run.result().semantics().facts().get(name));
    }

    /** That of the producers; where consumers have another one, {@code producers/consumers}. */
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

    /** Messages a second in the measured phase: sent, or received where nothing was sent. */
    public Optional<Double> ratePerSecond() {
        Counts measured = run.result().measured();
        return perSecond(measured.sent() > 0 ? measured.sent() : measured.received());
    }

    /** Events a second in the measured phase, if there was one. */
    public Optional<Double> perSecond(long events) {
        RunResult result = run.result();
        return result.measuredNs() > 0 ? Optional.of(events * 1e9 / result.measuredNs()) : Optional.empty();
    }

    /** The latency that says most: of delivery, else of publishing. */
    public Optional<Latency> headline() {
        return Stream.of(Latency.END_TO_END, Latency.RESPONSE, Latency.TRANSFER, Latency.SERVICE)
                .filter(latency -> run.latencies().containsKey(latency.tag()))
                .findFirst();
    }

    /** The percentiles of the headline latency. */
    public Optional<Percentiles> headlineValues() {
        return headline().map(latency -> run.latencies().get(latency.tag()));
    }

    /** The run's own, unless a mark says that the run is not to be used, which outweighs what was measured. */
    public Verdict.Level verdict() {
        return run.mark().filter(mark -> mark.kind() == RunMark.Kind.INVALID).isPresent()
                ? Verdict.Level.INVALID
                : run.result().verdict().level();
    }

    /** If it could be judged. */
    public Optional<Long> lost() {
        return run.result().ledger().knowsLost()
                ? Optional.of(run.result().ledger().lost())
                : Optional.empty();
    }
}
