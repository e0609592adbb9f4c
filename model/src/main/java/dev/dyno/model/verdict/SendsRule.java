package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.MISSING;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Checks that the sends succeeded, were on time, were acknowledged by the broker itself, and persisted where that was asked. */
final class SendsRule {

    /** Share from which a part counts as most: of a response time, of the slowest messages, or of Dyno's own delay. */
    private static final double MOSTLY = 0.5;

    /**
     * Half of the 99th percentile of the response time, in ns, below which late sends are not reported: timers of an idle machine
     * are late by tens of µs, which is half of a fast broker's latency.
     */
    static final long MIN_NS = 1_000_000;

    private SendsRule() {}

    static List<Finding> success(RunEvidence evidence) {
        List<Finding> found = new ArrayList<>();
        // A fault explains the sends that failed after it; any other failure means that the load was not as requested.
        long failed = evidence.run().totals().failed()
                - evidence.run().faults().stream()
                        .mapToLong(FaultResult::inDoubt)
                        .sum();
        if (failed > 0) {
            Optional<String> cause = evidence.conditions().sendFailure();
            found.add(Finding.note(
                            "sends-failed",
                            Value.count("failed", failed),
                            Value.count("sends", evidence.run().totals().sent()),
                            Value.text("why", cause.isPresent() ? "sends-failed.cause" : "sends-failed.unknown"))
                    .suspectIf(failed > MISSING * evidence.run().totals().sent())
                    .with(cause.map(words -> Value.text("cause", words)))
                    .with(Optional.of(Value.text("help", "sends-failed.reconnect"))
                            .filter(advice -> !evidence.run().configured().reconnects())));
        }
        if (evidence.conditions().produces() && evidence.run().semantics().isAcknowledgedByClient()) {
            boolean isDelivered =
                    evidence.run().latencies().get(Latency.END_TO_END).isPresent();
            found.add(Finding.note("acknowledged-by-client").suspectIf(!isDelivered));
        }
        if (DriverSemantics.NO_DURABLE_SUBSCRIPTION.equals(
                evidence.run().semantics().facts().get(Semantics.PERSISTENT))) {
            found.add(Finding.note("not-persisted"));
        }
        return found;
    }

    /** Finding about messages that were sent late, and the cause: Dyno's own delay, or a wait for the broker. */
    static List<Finding> delay(RunEvidence evidence) {
        return ownDelay(evidence).or(() -> sentLate(evidence)).stream().toList();
    }

    /**
     * Finding for the lowest percentile of a headline latency that is marked because of Dyno's own delay. The own delay is the
     * part of a message's send delay in which the message waited neither at the limit of messages in flight, nor in the client
     * library, nor for a connection. A message behind one that Dyno sent late counts as waiting for the broker, so the own
     * delay is a lower bound.
     */
    private static Optional<Finding> ownDelay(RunEvidence evidence) {
        Map<String, FigureMark> marks = Marks.of(evidence.run()).byFigure();
        for (Percentile percentile : Percentile.JUDGED) {
            List<Value> shares = new ArrayList<>();
            double ownNs = Math.max(
                    share(evidence, marks, Latency.RESPONSE, "response", percentile, shares),
                    share(evidence, marks, Latency.END_TO_END, "endToEnd", percentile, shares));
            if (!shares.isEmpty()) {
                Value at = Value.text("percentile", percentile.title());
                boolean isUsual = percentile.compareTo(Percentile.P90) <= 0;
                return Optional.of((isUsual ? Finding.suspect("send-delay", at) : Finding.note("send-delay", at))
                        .with(shares)
                        .with(cause(evidence, percentile, ownNs)));
            }
        }
        return Optional.empty();
    }

    /** Values that say whether the machine causes the delay, as it wakes even an idle thread half as late; empty if unknown. */
    private static List<Value> cause(RunEvidence evidence, Percentile percentile, double ownNs) {
        return evidence.conditions()
                .wakeUps()
                .flatMap(measured -> measured.lateNs(percentile))
                .map(lateNs -> List.of(
                        Value.text("cause", lateNs >= MOSTLY * ownNs ? "send-delay.machine" : "send-delay.load"),
                        Value.ns("wakeUp", lateNs)))
                .orElse(List.of());
    }

    /**
     * Adds Dyno's share of a percentile, if that is marked as Dyno's own.
     *
     * @return the share in ns; 0 without such a mark
     */
    private static double share(
            RunEvidence evidence,
            Map<String, FigureMark> marks,
            Latency latency,
            String name,
            Percentile percentile,
            List<Value> shares) {
        FigureMark mark = marks.get(percentile.figure(latency));
        if (mark == null || mark.kind() != FigureMark.Kind.OWN) {
            return 0;
        }
        Value whole = evidence.percentile(name, latency, percentile.percent());
        shares.addAll(List.of(Value.percent(name + "Share", 100 * mark.share()), whole));
        return mark.share() * whole.low();
    }

    /**
     * Finding if most of the slowest messages waited mostly before the send, not for the broker's answer.
     *
     * <p>The rule counts messages: the delay before the send and the time to acknowledge add up to the response time of one
     * message, but their histograms do not show which values belong together. Consider the {@code n} messages whose response
     * time is at least the 99th percentile {@code r}. Those of them that were delayed before the send for less than
     * {@code r / 2} took at least {@code r / 2} to acknowledge. So at least {@code n}, less the number of all messages that
     * took that long to acknowledge, were mostly delayed before the send.
     */
    private static Optional<Finding> sentLate(RunEvidence evidence) {
        Optional<Histogram> response = evidence.latency(Latency.RESPONSE);
        Optional<Histogram> delay = evidence.latency(Latency.SEND_DELAY);
        Optional<Histogram> acknowledge = evidence.latency(Latency.SEND_ACK);
        // A fault explains the messages that were late in its outage, and messages that Dyno left unsent have a
        // finding of their own.
        if (!evidence.conditions().produces()
                || response.isEmpty()
                || delay.isEmpty()
                || acknowledge.isEmpty()
                || !evidence.run().faults().isEmpty()
                || RateRule.isMissedBy(evidence, RateRule.OWN)) {
            return Optional.empty();
        }
        long p99 = response.orElseThrow().getValueAtPercentile(99);
        long half = (long) (MOSTLY * p99);
        long slowest = from(p99, response.orElseThrow());
        long mostlyDelay = slowest - from(half, acknowledge.orElseThrow());
        if (half < MIN_NS || mostlyDelay <= MOSTLY * slowest) {
            return Optional.empty();
        }
        long late = from(half, delay.orElseThrow());
        // A large own delay has its own finding, unless an older version stored the run without own delays.
        boolean isOwnKnown = evidence.run().latencies().get(Latency.OWN_DELAY).isPresent();
        return Optional.of(Finding.note(
                        "sent-late",
                        Value.count("slowest", slowest),
                        Value.ns("response", p99),
                        Value.count("delayed", mostlyDelay),
                        Value.count("late", late),
                        Value.text("why", isOwnKnown ? "sent-late.broker" : "sent-late.unknown"))
                .with(evidence.window(evidence.conditions().intendedPerSecond())));
    }

    /** Number of values of at least the given time, to within a step of the histogram. */
    private static long from(long ns, Histogram histogram) {
        return ns > histogram.getMaxValue() ? 0 : histogram.getCountBetweenValues(ns, histogram.getMaxValue());
    }
}
