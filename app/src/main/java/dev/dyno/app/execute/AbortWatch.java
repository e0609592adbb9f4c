package dev.dyno.app.execute;

import dev.dyno.engine.record.IntervalStream;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.ThresholdAnswer;
import dev.dyno.model.threshold.ThresholdAnswer.Outcome;
import dev.dyno.model.verdict.ThresholdRule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ends a load as soon as one of its conditions surely holds for the last seconds of the measured phase.
 *
 * <p>Assumptions and guarantees: usable from any thread; ends the load at most once.
 */
final class AbortWatch {

    private static final long SECOND_NS = 1_000_000_000;

    private final List<Threshold> wanted;
    private final int deliveriesOfEach;
    private final Deque<Interval> last = new ArrayDeque<>();
    private Runnable end = () -> {};
    /** Names of groups that have received a message, "" if any has: end-to-end latency judges later seconds without one, too. */
    private final Set<String> delivering = new HashSet<>();

    private Optional<ThresholdAnswer> reached = Optional.empty();

    /** @param deliveriesOfEach deliveries owed for each message */
    AbortWatch(List<Threshold> conditions, int deliveriesOfEach) {
        this.deliveriesOfEach = deliveriesOfEach;
        wanted = conditions.stream().map(Threshold::negated).toList();
    }

    /** @param task ends the load in good order */
    synchronized void endBy(Runnable task) {
        end = task;
    }

    synchronized void onInterval(Interval interval) {
        note("", interval);
        interval.groups().forEach(this::note);
        boolean isWhole = interval.endNs() - interval.startNs() == SECOND_NS;
        if (wanted.isEmpty() || reached.isPresent() || !isWhole || interval.phase() != Interval.Phase.MEASURE) {
            return;
        }
        last.add(interval);
        if (last.size() < ConductSettings.ABORT_SECONDS) {
            return;
        }
        Numbers sum = Numbers.of(sum(), deliveriesOfEach);
        Numbers numbers = delivering.isEmpty() ? sum : sum.by(Latency.END_TO_END, delivering::contains);
        reached = wanted.stream()
                .map(one -> ThresholdAnswer.of(one, numbers))
                .filter(answer -> answer.outcome() == Outcome.MISSED)
                .findFirst();
        if (reached.isPresent()) {
            end.run();
        } else {
            last.remove();
        }
    }

    private void note(String group, Interval part) {
        if (part.shown().get(Latency.END_TO_END).isPresent()) {
            delivering.add(group);
        }
    }

    private Interval sum() {
        IntervalStream.Parts sum = new IntervalStream.Parts();
        last.forEach(sum::add);
        Interval first = last.getFirst();
        return sum.interval(
                first.index(), first.phase(), first.startNs(), last.getLast().endNs(), first.startEpochMillis());
    }

    /** The result with a finding about the end, if this watch ended the load. */
    synchronized RunResult judged(RunResult result) {
        return reached.map(answer -> ThresholdRule.aborted(
                        answer,
                        ConductSettings.ABORT_SECONDS * SECOND_NS,
                        last.getLast().endNs()))
                .map(finding -> result.withVerdict(result.verdict().with(finding)))
                .orElse(result);
    }
}
