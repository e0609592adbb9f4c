package dev.dyno.model.metric;

import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Values of figures of a run that take more than a line of {@link Figures}. */
final class FigureValues {

    private static final double NS_PER_HOUR = 3.6e12;

    private FigureValues() {}

    /**
     * Whether the number of lost messages is known. Consumers alone cannot tell lost messages from late ones, unless a later
     * message proves the loss.
     */
    static boolean knowsLost(RunResult run) {
        return run.ledger().knowsLost() && (isSent(run) || run.ledger().lost() > 0);
    }

    static boolean isLossKnown(RunResult run) {
        return run.ledger().lossKnown() && isSent(run);
    }

    /** Whether the number of dead letters is known: consumers alone do not know to which queue a message was sent. */
    static boolean knowsDeadLetters(RunResult run) {
        return isSent(run) || run.ledger().deadLettered() > 0;
    }

    /** Whether messages of the run were sent; if a group has only consumers, other groups may have sent what it received. */
    private static boolean isSent(RunResult run) {
        return run.totals().sent() > 0
                || (run.ledger().expected() > 0
                        && run.conditions().filter(VerdictInputs::produces).isPresent());
    }

    /** Number of times that the broker died; empty if Dyno did not watch the broker. */
    static Optional<Double> brokerDeaths(RunResult run) {
        return run.brokerDeath().map(death -> 1.0).or(() -> run.resources(ResourceSample.BROKER)
                .map(summary -> 0.0));
    }

    /** Longest time in ns from a fault until its connections were back; has no upper end if some were not back at the end. */
    static Optional<Value> reconnectTime(RunResult run) {
        long endNs = run.warmupNs() + run.measuredNs() + run.drainNs();
        long away = run.faults().stream()
                .mapToLong(fault ->
                        fault.reconnects().broken() - fault.reconnects().restored())
                .sum();
        return Stream.concat(
                        run.faults().stream().flatMap(fault -> fault.allBackNs().stream()),
                        run.faults().stream()
                                .filter(fault -> away > 0 && fault.reconnects().broken() > 0)
                                .reduce((first, last) -> last)
                                .map(fault -> Math.max(0, endNs - fault.beganNs()))
                                .stream())
                .max(Comparator.naturalOrder())
                .map(ns -> new Value(ns, away > 0 ? Double.POSITIVE_INFINITY : ns));
    }

    /** Deliveries owed for each message: of a run, if that is one number for all messages; of a second, by the plan. */
    static Optional<Long> deliveriesOfEach(Numbers numbers) {
        OptionalLong each =
                numbers.run().map(RunResult::deliveriesOfEach).orElse(OptionalLong.of(numbers.deliveriesOfEach()));
        return each.isPresent() ? Optional.of(each.getAsLong()) : Optional.empty();
    }

    static Optional<ForeignMessages> foreign(RunResult run) {
        return run.conditions().flatMap(VerdictInputs::foreign);
    }

    static Optional<Double> costPerMillion(RunResult run) {
        long messages = Math.max(run.measured().acknowledged(), run.measured().received());
        return run.configured()
                .pricePerHour()
                .filter(price -> messages > 0)
                .map(price -> price * (run.measuredNs() / NS_PER_HOUR) / messages * 1e6);
    }

    static Optional<Double> elapsedNs(RunResult run) {
        return Optional.of(run.warmupNs() + run.measuredNs() + (double) run.lateDeliveriesNs())
                .filter(ns -> run.measuredNs() + run.drainNs() > 0);
    }

    static Optional<Double> throughput(RunResult run) {
        return elapsedNs(run)
                .filter(ns -> run.totals().received() > 0)
                .map(ns -> run.totals().received() / ns * 1e9);
    }
}
