package dev.dyno.app.execute;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RecordedCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.report.console.CapacityLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Account of an objective of the ledger by the steps of a search: a message that did not arrive counts where it was sent, a
 * duplicate where it came again.
 *
 * <p>If the time of a message fits two steps, the message counts for the one with the higher rate: the cost of an overload often
 * shows only after it.
 */
record StepLedger(Threshold slo, List<Messages> messages) {

    /** Number of parts of a load: a lost message is known to be sent in one of them, as a producer keeps only some send times. */
    private static final long PARTS = 200;

    /** Number of messages in a part of the load. */
    record Messages(long fromNs, long toNs, long count) {}

    /**
     * Finds the times of the messages that an objective counts; empty if the time of any of them is unknown.
     *
     * @param repeated duplicate messages
     */
    static Optional<StepLedger> of(Threshold slo, RunResult run, List<Messages> repeated) {
        List<Messages> found =
                switch (slo.figure().name()) {
                    case "duplicate" -> repeated;
                    case "lost", "undelivered" -> undelivered(run);
                    default -> List.of();
                };
        double sum = found.stream().mapToLong(Messages::count).sum();
        return slo.figure()
                .of(Numbers.of(run))
                .filter(total -> total.isExact() && total.low() == sum)
                .map(total -> new StepLedger(slo, found));
    }

    private static List<Messages> undelivered(RunResult run) {
        long endNs = run.warmupNs() + run.measuredNs() + run.drainNs();
        List<Messages> all = new ArrayList<>();
        run.latencies().unfinished(Latency.TRANSFER).map(RecordedCounts::of).ifPresent(waits -> {
            for (int i = 0; i < waits.size(); i++) {
                long sentNs = endNs - waits.highestNs(i);
                all.add(new Messages(sentNs - endNs / PARTS, sentNs, waits.count(i)));
            }
        });
        return all;
    }

    /** The answer, in which the steps that miss the objective are marked, and the capacity is below them. */
    Capacity judged(Capacity answer) {
        List<CapacityStep> steps = new ArrayList<>(answer.steps());
        long[] counts = new long[steps.size()];
        long sum = 0;
        for (Messages some : messages) {
            int at = -1;
            for (int i = 0; i < counts.length; i++) {
                CapacityStep step = steps.get(i);
                boolean isThen = step.fromNs() < some.toNs && step.toNs() > some.fromNs;
                at = isThen && (at < 0 || step.perSecond() > steps.get(at).perSecond()) ? i : at;
            }
            if (at >= 0) {
                counts[at] += some.count;
            }
            sum += some.count;
        }
        double missed = Double.POSITIVE_INFINITY;
        long held = 0;
        for (int i = 0; i < counts.length; i++) {
            CapacityStep step = steps.get(i);
            if (step.isHeld()) {
                held += counts[i];
                if (!slo.comparison().holds((double) counts[i], slo.limit())) {
                    missed = Math.min(missed, step.perSecond());
                    steps.set(i, step.with(Decision.MISSED, slo + ": " + counts[i]));
                }
            }
        }
        String sentence = String.format(
                Locale.ROOT,
                "%s %s: %s was %,d in the whole load, and %,d of these while a rate was held.",
                slo,
                missed == Double.POSITIVE_INFINITY
                        ? "holds at the rates that were held"
                        : "is missed from " + CapacityLines.rate(missed) + "/s on",
                slo.name(),
                sum,
                held);
        return bounded(answer, steps, missed).with(List.of(new Capacity.Note(Capacity.Kind.DAMAGED, sentence)));
    }

    private Capacity bounded(Capacity answer, List<CapacityStep> steps, double missed) {
        double low = answer.low().orElse(0);
        OptionalDouble met = missed > low
                ? answer.low()
                : steps.stream()
                        .filter(step -> step.isHeld() && step.decision() == Decision.MET && step.perSecond() < missed)
                        .mapToDouble(step -> Math.min(low, step.perSecond()))
                        .max();
        double high = Math.min(missed, answer.high().orElse(Double.POSITIVE_INFINITY));
        return new Capacity(
                Stream.concat(answer.objectives().stream(), Stream.of(slo.toString()))
                        .distinct()
                        .toList(),
                met,
                high < Double.POSITIVE_INFINITY ? OptionalDouble.of(high) : OptionalDouble.empty(),
                answer.estimate().orElse(missed) < missed ? answer.estimate() : OptionalDouble.empty(),
                answer.confidence(),
                answer.askedPrecision(),
                steps,
                answer.notes());
    }
}
