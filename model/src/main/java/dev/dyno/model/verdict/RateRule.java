package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.MISSING;
import static dev.dyno.model.verdict.RunEvidence.NOT_ITS_OWN;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Checks that the load was as requested: everything due was sent, and acknowledged in time. */
final class RateRule {

    /**
     * Factor for the number of messages in flight that Little's law gives for the median response time. If more are left at the
     * end, a queue grows, which leaves twice that number.
     */
    static final double UNDER_WAY = 1.5;

    /** Standard deviations by which random arrivals may exceed the mean in flight; chance exceeds it in a few of 1,000 runs. */
    private static final double CHANCE = 3;

    /** Share of the schedule that may be unsent at its end; if more is, the high percentiles are only lower bounds. */
    static final double UNSENT_SHARE = 0.001;

    /** Share from which a part counts as most: of late messages, of skipped slots, or of a delay. */
    private static final double MOSTLY = 0.5;

    /** Text of a reason: Dyno's senders fell behind without waiting for the broker. */
    static final String OWN = "relief.generator";

    /** Text of a reason: sends waited for the broker. */
    static final String WAITED = "relief.waited";

    private static final long SECOND_NS = 1_000_000_000;

    private RateRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        if (!evidence.conditions().produces()) {
            return received(evidence).stream().toList();
        }
        List<Finding> reasons = reasons(evidence);
        return reasons.isEmpty()
                        && evidence.isScheduled()
                        && !evidence.hasLostWorker()
                        && evidence.outages().isEmpty()
                        && evidence.run().measured().sent() > 0
                        && evidence.run().worker().seconds() > 0
                ? List.of(held(evidence))
                : reasons;
    }

    /** Whether too few of the messages due were acknowledged in time, or the load took longer than its schedule. */
    static boolean isMissed(RunEvidence evidence) {
        return reasons(evidence).stream().anyMatch(finding -> finding.code().equals("rate-missed"));
    }

    /** Whether a schedule was not kept for the given reason, {@link #OWN} or {@link #WAITED}. */
    static boolean isMissedBy(RunEvidence evidence, String relief) {
        return reasons(evidence).stream()
                .flatMap(finding -> finding.values().stream())
                .anyMatch(value -> value.text().equals(relief));
    }

    /** Whether there was a schedule and it was kept. */
    static boolean isHeld(RunEvidence evidence) {
        return evidence.isScheduled()
                && !evidence.hasLostWorker()
                && reasons(evidence).isEmpty();
    }

    /** Finding if consumers without producers in the run, each group with a rate, received less than these rates together. */
    private static Optional<Finding> received(RunEvidence evidence) {
        List<Double> rates = evidence.run().configured().consumers().stream()
                .flatMap(group -> group.text("rate").stream())
                .map(rate -> Rate.parse(rate).perSecond())
                .toList();
        double asked = rates.stream().mapToDouble(rate -> rate).sum();
        double received = evidence.perSecond(evidence.run().measured().received());
        return rates.size() < evidence.run().configured().consumers().size() || received >= (1 - MISSING) * asked
                ? Optional.empty()
                : Optional.of(Finding.note(
                                "consumer-rate-missed",
                                Value.number("received", received),
                                Value.number("asked", asked))
                        .with(evidence.wasAnyFull()
                                .map(full -> full ? "consumer-rate-missed.full" : "consumer-rate-missed.broker")
                                .map(cause -> Value.text("cause", cause))));
    }

    private static List<Finding> reasons(RunEvidence evidence) {
        VerdictInputs conditions = evidence.conditions();
        if (!conditions.produces()) {
            return List.of();
        }
        RunResult run = evidence.run();
        DueMessages due = run.due().orElse(DueMessages.NONE);
        List<Finding> found = new ArrayList<>();
        boolean isStretched = isStretched(evidence, due);
        if (conditions.intendedPerSecond() > 0 && (isStretched || !isServedInTime(evidence, due))) {
            double seconds = Math.max(1e-9, conditions.sendingNs() / 1e9);
            found.add(Finding.suspect(
                            "rate-missed",
                            Value.count("inTime", due.inTime()),
                            Value.count("due", due(evidence, due)),
                            Value.number("sent", run.measured().sent() / seconds),
                            Value.number(
                                    "duePerSecond",
                                    isStretched ? conditions.intendedPerSecond() : due(evidence, due) / seconds))
                    .with(Optional.of(run.measured().skipped())
                            .filter(skipped -> skipped > 0)
                            .map(skipped -> Value.count("skipped", skipped)))
                    .with(relief(evidence, due)));
        }
        if (conditions.slotsUnsent() > UNSENT_SHARE * conditions.slotsDue()) {
            found.add(Finding.note(
                            "unsent-at-end",
                            Value.count("unsent", conditions.slotsUnsent()),
                            Value.count("due", conditions.slotsDue()))
                    .with(
                            found.isEmpty() || isOfAFault(evidence, due)
                                    ? relief(evidence, due)
                                    : List.of(Value.text("relief", "relief.same"))));
        }
        return found;
    }

    /**
     * Whether a load with a fixed number of messages took longer than its schedule, because its last messages were sent late.
     * Its phase lasts until all are sent, so each message was served in the phase.
     */
    private static boolean isStretched(RunEvidence evidence, DueMessages due) {
        double intended = evidence.conditions().intendedPerSecond();
        boolean isCounted =
                evidence.run().configured().producers().stream().anyMatch(group -> group.number("messageCount", 0) > 0);
        double seconds = evidence.run().measuredNs() / 1e9 - outageSeconds(evidence.run(), any -> true);
        return isCounted
                && evidence.run().measured().acknowledged() < (1 - NOT_ITS_OWN) * intended * seconds
                && evidence.run()
                        .latencies()
                        .percentile(Latency.SEND_DELAY, Percentile.P99.percent())
                        .filter(delay -> delay.lowNs() > NOT_ITS_OWN * due.messages() / intended * 1e9)
                        .isPresent();
    }

    /** Number of messages due in the measured phase, including those that were skipped because their time was missed. */
    private static long due(RunEvidence evidence, DueMessages due) {
        return due.messages() + evidence.run().measured().skipped();
    }

    /** Mark of all rates if Dyno's senders sent less than the schedule although nothing kept them waiting; empty otherwise. */
    static Optional<FigureMark> behind(RunEvidence evidence) {
        if (!isMissedBy(evidence, OWN)) {
            return Optional.empty();
        }
        DueMessages due = evidence.run().due().orElse(DueMessages.NONE);
        long asked = Math.round(
                evidence.conditions().intendedPerSecond() * evidence.run().measuredNs() / 1e9);
        return isStretched(evidence, due)
                ? behind(asked - due.messages(), asked)
                : behind(due.unsent() + evidence.run().measured().skipped(), due(evidence, due));
    }

    /**
     * Mark of the rates of a second in which Dyno, and not the broker, was the main cause that slots were skipped, or that all
     * messages were sent late by more than a tenth of the second.
     */
    static Optional<FigureMark> behind(Interval second) {
        Counts counts = second.counts();
        long ownNs = shortestNs(second, Latency.OWN_DELAY);
        boolean isLeftOut = counts.blocked() < MOSTLY * counts.skipped();
        boolean isLate = ownNs > NOT_ITS_OWN * SECOND_NS && ownNs >= MOSTLY * shortestNs(second, Latency.SEND_DELAY);
        return behind(isLeftOut ? counts.skipped() : 0, counts.sent() + counts.skipped())
                .or(() -> behind(isLate ? ownNs : 0, SECOND_NS));
    }

    private static long shortestNs(Interval second, Latency latency) {
        return second.shown().get(latency).map(Histogram::getMinValue).orElse(0L);
    }

    static Optional<FigureMark> behind(long unsent, long due) {
        double share = 1.0 * unsent / Math.max(1, due);
        return share > MISSING
                ? Optional.of(new FigureMark(FigureMark.Kind.BEHIND, Math.min(share, 0.999)))
                : Optional.empty();
    }

    /**
     * Values of a finding that name why messages were late, with advice: a fault, sends that waited for the broker, Dyno
     * itself, or late answers. If any message waited for the broker, unsent messages count as waiting for it, too: they were
     * queued behind that one.
     */
    private static List<Value> relief(RunEvidence evidence, DueMessages due) {
        if (isOfAFault(evidence, due)) {
            return List.of(Value.text("relief", "relief.fault"));
        }
        long blocked = evidence.run().measured().blocked();
        long skipped = evidence.run().measured().skipped();
        long late = due(evidence, due) - due.inTime();
        long held = blocked == 0 ? 0 : blocked + due.unsent();
        if (held > 0 && held >= MOSTLY * late) {
            List<Value> values = new ArrayList<>();
            values.add(Value.text("relief", WAITED));
            values.add(Value.count("blocked", blocked));
            // A message that still waited at the end of the load counts as blocked and was never sent, so there may be
            // more blocked messages than sends.
            values.add(Value.count(
                    "sends", Math.max(blocked, evidence.run().measured().sent() + skipped)));
            // No message of the measured phase was answered if the load was still working off the warm-up.
            evidence.run()
                    .latencies()
                    .get(Latency.SEND_ACK)
                    .ifPresent(service -> values.add(Value.ns("ack", service.getMean())));
            values.addAll(evidence.window(evidence.conditions().intendedPerSecond()));
            return values;
        }
        boolean isOwn = isStretched(evidence, due) || evidence.conditions().slotsUnsent() + skipped > MOSTLY * late;
        List<Value> values = new ArrayList<>(List.of(Value.text("relief", isOwn ? OWN : "relief.late")));
        evidence.stood().filter(advice -> !isOwn).ifPresent(values::add);
        return values;
    }

    /** Whether most of the late messages were due in outages of faults that lasted to the end of the load. */
    private static boolean isOfAFault(RunEvidence evidence, DueMessages due) {
        double inOutages =
                outageSeconds(evidence.run(), outage -> !outage.over()) * evidence.perSecond(due(evidence, due));
        return inOutages > 0 && inOutages >= MOSTLY * (due(evidence, due) - due.inTime());
    }

    /**
     * Whether the messages due in the measured phase were acknowledged in it, apart from those always in flight: by Little's
     * law, rate times response time. A queue that grows all the time leaves twice as many as the median suggests.
     */
    private static boolean isServedInTime(RunEvidence evidence, DueMessages due) {
        double perSecond = evidence.perSecond(due(evidence, due));
        double medianSeconds = evidence.run()
                .latencies()
                .percentiles(Latency.RESPONSE)
                .map(values -> values.of(Percentile.P50))
                // If half of the messages were not answered, the median is not a time in flight.
                .filter(median -> !median.isOpen())
                .map(median -> median.lowNs() / 1e9)
                .orElse(0.0);
        double mean = medianSeconds * perSecond;
        boolean isRandom = evidence.run().configured().producers().stream()
                .anyMatch(group -> group.text("load").orElse("").endsWith("poisson"));
        double underWay = Math.max(UNDER_WAY * mean, isRandom ? mean + CHANCE * Math.sqrt(mean) + 1 : 0);
        // Without a broker nothing could be acknowledged.
        double inOutages = outageSeconds(evidence.run(), any -> true) * perSecond;
        double late = due(evidence, due) - due.inTime() - inOutages;
        return late <= Math.max(MISSING * due(evidence, due), underWay) && !isGrowing(evidence, due(evidence, due));
    }

    /**
     * Whether fewer messages were acknowledged than were due, and response times rose. A queue that already grew in the warm-up
     * raises the median, so that by Little's law the whole queue would count as in flight.
     */
    private static boolean isGrowing(RunEvidence evidence, long due) {
        return evidence.run().faults().isEmpty()
                && due - evidence.run().measured().acknowledged() > MISSING * due
                && Optional.ofNullable(evidence.overTime().latencies().get(Latency.RESPONSE.tag()))
                        .flatMap(series -> Drift.of(
                                evidence.overTime().intervals(),
                                series.of(Percentile.P50),
                                evidence.stalls().stalled()))
                        .filter(drift ->
                                drift.isMoreThan(NOT_ITS_OWN) && drift.second().equals(drift.high()))
                        .isPresent();
    }

    /** Total length, in s, of the chosen outages within the measured phase; an outage shared by two faults counts once. */
    private static double outageSeconds(RunResult run, Predicate<Outage> chosen) {
        return run.faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .distinct()
                        .filter(chosen)
                        .mapToLong(outage -> measuredNs(run, outage))
                        .sum()
                / 1e9;
    }

    private static long measuredNs(RunResult run, Outage outage) {
        long toNs = Math.min(run.warmupNs() + run.measuredNs(), outage.toNs());
        return Math.max(0, toNs - Math.max(run.warmupNs(), outage.fromNs()));
    }

    private static Finding held(RunEvidence evidence) {
        // Not the messages sent: some of those sent in the phase were left over from the warm-up.
        long due = evidence.run()
                .due()
                .map(DueMessages::messages)
                .orElse(evidence.run().measured().sent());
        List<Value> values = new ArrayList<>();
        // With a fixed number of messages the phase lasts until all are answered: the messages due, divided by its
        // length, give too low a rate.
        values.add(Value.number(
                "rate", Math.max(evidence.perSecond(due), evidence.conditions().intendedPerSecond())));
        evidence.wasAnyFull()
                .filter(full -> !full)
                .ifPresent(free -> values.add(Value.text("full", "rate-held.nothing-full")));
        values.add(Value.number("generator", evidence.workerCores()));
        evidence.brokerCores().ifPresent(cores -> values.add(Value.number("broker", cores)));
        values.addAll(RunEvidence.count(evidence.processors()));
        return Finding.note("rate-held").with(values);
    }
}
