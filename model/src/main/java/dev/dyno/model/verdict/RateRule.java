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

/** Whether the load was as requested: everything due was sent, and acknowledged in time. */
final class RateRule {

    /**
     * Factor for the messages in flight by the median response time: more at the end mean a queue that grows, which leaves twice
     * as many.
     */
    static final double UNDER_WAY = 1.5;

    /** Standard deviations by which more may be under way where arrivals are random: more are so in a few of 1,000 runs. */
    private static final double CHANCE = 3;

    /** Share of the schedule that may be missing at its end; beyond it the high percentiles are only bounds. */
    static final double UNSENT_SHARE = 0.001;

    /** Share of the messages that were not acknowledged in time that counts as most of them. */
    private static final double MOSTLY = 0.5;

    /** Part of a reason: Dyno's senders did not wait for the broker. */
    static final String OWN = "relief.generator";

    /** Part of a reason: sends waited for the broker. */
    static final String WAITED = "relief.waited";

    private static final long SECOND_NS = 1_000_000_000;

    private RateRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        if (!seen.conditions().produces()) {
            return received(seen).stream().toList();
        }
        List<Finding> reasons = reasons(seen);
        return reasons.isEmpty()
                        && seen.isScheduled()
                        && !seen.hasLostWorker()
                        && seen.outages().isEmpty()
                        && seen.run().measured().sent() > 0
                        && seen.run().worker().seconds() > 0
                ? List.of(held(seen))
                : reasons;
    }

    /** Whether less was served in time than was due. */
    static boolean isMissed(RunEvidence seen) {
        return reasons(seen).stream().anyMatch(finding -> finding.code().equals("rate-missed"));
    }

    /** Whether a schedule was not kept, for the reason that a part of the finding names. */
    static boolean isMissedBy(RunEvidence seen, String relief) {
        return reasons(seen).stream()
                .flatMap(finding -> finding.values().stream())
                .anyMatch(value -> value.text().equals(relief));
    }

    /** Whether there was a schedule and it was kept. */
    static boolean isHeld(RunEvidence seen) {
        return seen.isScheduled() && !seen.hasLostWorker() && reasons(seen).isEmpty();
    }

    /** Whether consumers alone received less than they were to take, each group with a rate. */
    private static Optional<Finding> received(RunEvidence seen) {
        List<Double> rates = seen.run().configured().consumers().stream()
                .flatMap(group -> group.text("rate").stream())
                .map(rate -> Rate.parse(rate).perSecond())
                .toList();
        double asked = rates.stream().mapToDouble(rate -> rate).sum();
        double received = seen.perSecond(seen.run().measured().received());
        return rates.size() < seen.run().configured().consumers().size() || received >= (1 - MISSING) * asked
                ? Optional.empty()
                : Optional.of(Finding.note(
                                "consumer-rate-missed",
                                Value.number("received", received),
                                Value.number("asked", asked))
                        .with(seen.wasAnyFull()
                                .map(full -> full ? "consumer-rate-missed.full" : "consumer-rate-missed.broker")
                                .map(cause -> Value.text("cause", cause))));
    }

    private static List<Finding> reasons(RunEvidence seen) {
        VerdictInputs conditions = seen.conditions();
        if (!conditions.produces()) {
            return List.of();
        }
        RunResult run = seen.run();
        DueMessages due = run.due().orElse(DueMessages.NONE);
        List<Finding> found = new ArrayList<>();
        boolean isStretched = isStretched(seen, due);
        if (conditions.intendedPerSecond() > 0 && (isStretched || !isServedInTime(seen, due))) {
            double seconds = Math.max(1e-9, conditions.sendingNs() / 1e9);
            found.add(Finding.suspect(
                            "rate-missed",
                            Value.count("inTime", due.inTime()),
                            Value.count("due", due(seen, due)),
                            Value.number("sent", run.measured().sent() / seconds),
                            Value.number(
                                    "duePerSecond",
                                    isStretched ? conditions.intendedPerSecond() : due(seen, due) / seconds))
                    .with(Optional.of(run.measured().skipped())
                            .filter(skipped -> skipped > 0)
                            .map(skipped -> Value.count("skipped", skipped)))
                    .with(relief(seen, due)));
        }
        if (conditions.slotsUnsent() > UNSENT_SHARE * conditions.slotsDue()) {
            found.add(Finding.note(
                            "unsent-at-end",
                            Value.count("unsent", conditions.slotsUnsent()),
                            Value.count("due", conditions.slotsDue()))
                    .with(
                            found.isEmpty() || isOfAFault(seen, due)
                                    ? relief(seen, due)
                                    : List.of(Value.text("relief", "relief.same"))));
        }
        return found;
    }

    /**
     * Whether a number of messages took longer than its schedule, because the last ones were sent late: the phase lasts until all
     * are sent, so each was served in it.
     */
    private static boolean isStretched(RunEvidence seen, DueMessages due) {
        double intended = seen.conditions().intendedPerSecond();
        boolean isCounted =
                seen.run().configured().producers().stream().anyMatch(group -> group.number("messageCount", 0) > 0);
        double seconds = seen.run().measuredNs() / 1e9 - outageSeconds(seen.run(), any -> true);
        return isCounted
                && seen.run().measured().acknowledged() < (1 - NOT_ITS_OWN) * intended * seconds
                && seen.run()
                        .latencies()
                        .percentile(Latency.SEND_DELAY, Percentile.P99.percent())
                        .filter(delay -> delay.lowNs() > NOT_ITS_OWN * due.messages() / intended * 1e9)
                        .isPresent();
    }

    /** Messages due in the measured phase, with those that were left out because their time was missed. */
    private static long due(RunEvidence seen, DueMessages due) {
        return due.messages() + seen.run().measured().skipped();
    }

    /** Mark of the rates of a load that Dyno's senders did not keep to, although nothing kept them waiting. */
    static Optional<FigureMark> behind(RunEvidence seen) {
        if (!isMissedBy(seen, OWN)) {
            return Optional.empty();
        }
        DueMessages due = seen.run().due().orElse(DueMessages.NONE);
        long asked =
                Math.round(seen.conditions().intendedPerSecond() * seen.run().measuredNs() / 1e9);
        return isStretched(seen, due)
                ? behind(asked - due.messages(), asked)
                : behind(due.unsent() + seen.run().measured().skipped(), due(seen, due));
    }

    /**
     * Mark of the rates of a second in which Dyno, and not the broker, was the main cause that slots were left out, or that all
     * messages were sent later than a tenth of the second.
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
     * Advice for sending more and receiving answers in time, by the causes of the waits. Messages behind one that waits for the
     * broker, and unsent with it, wait for the broker, too.
     */
    private static List<Value> relief(RunEvidence seen, DueMessages due) {
        if (isOfAFault(seen, due)) {
            return List.of(Value.text("relief", "relief.fault"));
        }
        long blocked = seen.run().measured().blocked();
        long skipped = seen.run().measured().skipped();
        long late = due(seen, due) - due.inTime();
        long held = blocked == 0 ? 0 : blocked + due.unsent();
        if (held > 0 && held >= MOSTLY * late) {
            List<Value> values = new ArrayList<>();
            values.add(Value.text("relief", WAITED));
            values.add(Value.count("blocked", blocked));
            // A wait that the end of the load ended has no send.
            values.add(
                    Value.count("sends", Math.max(blocked, seen.run().measured().sent() + skipped)));
            // While the load still works off the warm-up, no message of the measured phase has been answered.
            seen.run()
                    .latencies()
                    .get(Latency.SEND_ACK)
                    .ifPresent(service -> values.add(Value.ns("ack", service.getMean())));
            values.addAll(seen.window(seen.conditions().intendedPerSecond()));
            return values;
        }
        boolean isOwn = isStretched(seen, due) || seen.conditions().slotsUnsent() + skipped > MOSTLY * late;
        List<Value> values = new ArrayList<>(List.of(Value.text("relief", isOwn ? OWN : "relief.late")));
        seen.stood().filter(advice -> !isOwn).ifPresent(values::add);
        return values;
    }

    /** Whether most of what was late was due in outages of faults that lasted to the end of the load. */
    private static boolean isOfAFault(RunEvidence seen, DueMessages due) {
        double inOutages = outageSeconds(seen.run(), outage -> !outage.over()) * seen.perSecond(due(seen, due));
        return inOutages > 0 && inOutages >= MOSTLY * (due(seen, due) - due.inTime());
    }

    /**
     * Whether the messages due in the measured phase were acknowledged in it, apart from those always in flight: by Little's law,
     * rate times response time. If a queue grows all the time, twice as many are left as the median suggests.
     */
    private static boolean isServedInTime(RunEvidence seen, DueMessages due) {
        double perSecond = seen.perSecond(due(seen, due));
        double medianSeconds = seen.run()
                .latencies()
                .percentiles(Latency.RESPONSE)
                .map(values -> values.of(Percentile.P50))
                // If half of the messages were not answered, the median is not a time in flight.
                .filter(median -> !median.isOpen())
                .map(median -> median.lowNs() / 1e9)
                .orElse(0.0);
        double mean = medianSeconds * perSecond;
        boolean isRandom = seen.run().configured().producers().stream()
                .anyMatch(group -> group.text("load").orElse("").endsWith("poisson"));
        double underWay = Math.max(UNDER_WAY * mean, isRandom ? mean + CHANCE * Math.sqrt(mean) + 1 : 0);
        // Without a broker nothing could be acknowledged.
        double inOutages = outageSeconds(seen.run(), any -> true) * perSecond;
        double late = due(seen, due) - due.inTime() - inOutages;
        return late <= Math.max(MISSING * due(seen, due), underWay) && !isGrowing(seen, due(seen, due));
    }

    /**
     * Whether fewer messages were acknowledged than were due, and they waited longer and longer: a queue that grew in the warm-up,
     * too, raises the median, so that all of it seems to be under way.
     */
    private static boolean isGrowing(RunEvidence seen, long due) {
        return seen.run().faults().isEmpty()
                && due - seen.run().measured().acknowledged() > MISSING * due
                && Optional.ofNullable(seen.overTime().latencies().get(Latency.RESPONSE.tag()))
                        .flatMap(series -> Drift.of(
                                seen.overTime().intervals(),
                                series.of(Percentile.P50),
                                seen.stalls().stalled()))
                        .filter(drift ->
                                drift.isMoreThan(NOT_ITS_OWN) && drift.second().equals(drift.high()))
                        .isPresent();
    }

    /** Part of the measured phase without acknowledgements; an outage shared by two faults counts once. */
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

    private static Finding held(RunEvidence seen) {
        // Can exceed {@code due}: messages left over from the warm-up are sent here.
        long due = seen.run()
                .due()
                .map(DueMessages::messages)
                .orElse(seen.run().measured().sent());
        List<Value> values = new ArrayList<>();
        // A number of messages is due before the end of the phase, which lasts until all are answered.
        values.add(Value.number(
                "rate", Math.max(seen.perSecond(due), seen.conditions().intendedPerSecond())));
        seen.wasAnyFull()
                .filter(full -> !full)
                .ifPresent(free -> values.add(Value.text("full", "rate-held.nothing-full")));
        values.add(Value.number("generator", seen.workerCores()));
        seen.brokerCores().ifPresent(cores -> values.add(Value.number("broker", cores)));
        values.addAll(RunEvidence.count(seen.processors()));
        return Finding.note("rate-held").with(values);
    }
}
