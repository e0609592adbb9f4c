package dev.dyno.engine.selftest;

import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Compares, for one load of a calibration, the numbers on the wire with those of the report. No latency may be below the truth.
 * Send delay, transfer and end-to-end latency may be above it by 1 ms, the time from the proxy to the driver, which is longer
 * after a stall or break, by 1 %, and by as much as this machine was late to wake a thread.
 */
final class CalibrationCheck {

    /**
     * Time in ns between three messages in a row: tolerance for both ends of an outage, and time before a break in which bytes
     * that the proxy has written may be lost.
     */
    private static final long TWO_PERIODS_NS = 2_000_000_000L / CalibrationLoad.PER_SECOND;

    private static final double[] PERCENTILES = {50, 90, 99, 100};
    private static final long MILLI_NS = 1_000_000;

    /** Time in ns from the proxy's write through the system and the client library's threads to the driver. */
    private static final long HANDOVER_NS = MILLI_NS;

    /**
     * Tolerance in ns for each message held up by a stall or break: such messages arrive together, and the client library takes
     * one after the other.
     */
    private static final long EACH_OF_MANY_NS = MILLI_NS / 10;

    /** Relative tolerance: ten steps of a histogram with three digits. */
    private static final double RELATIVE = 0.01;

    /** Codes of sentences that name a stall or a break. */
    private static final Set<String> NAMING = Set.of("outage", "stalls", "fault");

    /** Code of the reason that blames Dyno for a delay. */
    private static final String BLAME = "send-delay";

    private static final List<Latency> WITHOUT_ACKNOWLEDGEMENTS =
            List.of(Latency.SEND_DELAY, Latency.TRANSFER, Latency.END_TO_END);
    private static final List<Latency> ALL =
            List.of(Latency.SEND_DELAY, Latency.SEND_ACK, Latency.RESPONSE, Latency.TRANSFER, Latency.END_TO_END);

    private final CalibrationLoad load;
    private final WireTruth truth;
    private final Calibration.Report report;
    private final Histogram lateness;
    private final List<String> lines = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> late = new ArrayList<>();

    CalibrationCheck(CalibrationLoad load, WireTruth truth, Calibration.Report report, Histogram lateness) {
        this.load = load;
        this.truth = truth;
        this.report = report;
        // A hiccup delays only one wait of the watch, but every message that arrives during it.
        this.lateness = lateness.copyCorrectedForCoordinatedOmission(MILLI_NS);
    }

    /**
     * Result of the comparison.
     *
     * @param lines of the table
     * @param wrong one sentence for each untruth
     * @param late one sentence for each value that is too far above the truth: the machine may have been busy
     */
    record Outcome(List<String> lines, List<String> wrong, List<String> late) {}

    Outcome outcome() {
        RunResult result = report.result();
        result.outcome().cause().ifPresent(cause -> wrong.add(load.name() + ": the run failed: " + cause));
        line("  %-12s %23s %23s %23s %23s", "ms", "p50", "p90", "p99", "max");
        line(
                "  %-12s %11s %11s %11s %11s %11s %11s %11s %11s",
                "", "wire", "report", "wire", "report", "wire", "report", "wire", "report");
        latencies();
        line(
                "  allowed above the wire: %.1f ms + %.0f %% + lateness of this machine, %.3f ms, for the maximum %.3f ms",
                handoverNs() / 1e6, 100 * RELATIVE, lateNs(99) / 1e6, lateNs(100) / 1e6);
        DueMessages due = result.due().orElse(DueMessages.NONE);
        double seconds = result.measuredNs() / 1e9;
        line("  %-42s %11s %11s", "", "wire", "report");
        long inTheLibrary = truth.notOnTheWire - due.unsent();
        rate("sent /s", truth.sentPerSecond(), result.measured().sent() / seconds, inTheLibrary);
        rate("received /s", truth.receivedPerSecond(), result.measured().received() / seconds, 0);
        unsent(due.unsent());
        if (isAcknowledgedByBroker()) {
            unacknowledged(due.unsent() + due.unacknowledged());
        }
        undelivered(due.unsent() + due.undelivered());
        row("intended times off the schedule", truth.offSchedule, 0, truth.offSchedule == 0);
        row("send times before due or after the wire", truth.impossible, 0, truth.impossible == 0);
        load.event().ifPresent(event -> {
            heldUp();
            outages(event);
            named(event);
        });
        return new Outcome(List.copyOf(lines), List.copyOf(wrong), List.copyOf(late));
    }

    private void line(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
    }

    private long handoverNs() {
        int atOnce = load.event().isPresent() ? truth.heldUp + load.maxPending() : 0;
        return HANDOVER_NS + atOnce * EACH_OF_MANY_NS;
    }

    private long lateNs(double percentile) {
        return percentile > 99 ? lateness.getMaxValue() : lateness.getValueAtPercentile(99);
    }

    private void latencies() {
        for (Latency latency : isAcknowledgedByBroker() ? ALL : WITHOUT_ACKNOWLEDGEMENTS) {
            Optional<Histogram> reported = report.result().latencies().lowerEnds(latency);
            String name = latency.title();
            if (reported.isEmpty()) {
                wrong.add(load.name() + ": " + name + " is missing in the report.");
                continue;
            }
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "  %-12s", name));
            for (double percentile : PERCENTILES) {
                row.append(cell(latency, name, percentile, reported.get()));
            }
            lines.add(row.toString().stripTrailing());
        }
    }

    /** Whether acknowledgements are the broker's; those of a client library are not on the wire. */
    private boolean isAcknowledgedByBroker() {
        return !report.result().semantics().isAcknowledgedByClient();
    }

    private String cell(Latency latency, String name, double percentile, Histogram reported) {
        Histogram least = truth.least(latency);
        long leastNs = least.lowestEquivalentValue(least.getValueAtPercentile(percentile));
        long mostNs = (long) (truth.most(latency).getValueAtPercentile(percentile) * (1 + RELATIVE))
                + handoverNs()
                + lateNs(percentile);
        BoundedValue claim = BoundedValue.atPercentile(name, percentile, reported, leastNs, mostNs, "");
        // The first bytes that the broker sends back need not be the answer to this message.
        boolean isOnlyLeast = latency == Latency.SEND_ACK || latency == Latency.RESPONSE;
        boolean untrue = claim.isBelow() || (claim.isAbove() && !isOnlyLeast);
        if (untrue) {
            (claim.isBelow() ? wrong : late)
                    .add(String.format(
                            Locale.ROOT,
                            "%s: %s is reported as %s ms; on the wire it was %s ms, and at most %s ms are explained.",
                            load.name(),
                            claim.what(),
                            claim.measuredMillis(),
                            BoundedValue.millis(leastNs),
                            BoundedValue.millis(mostNs)));
        }
        return String.format(
                Locale.ROOT, " %11s %10s%s", BoundedValue.millis(leastNs), claim.measuredMillis(), untrue ? "!" : " ");
    }

    /**
     * Compares rates: they may differ by 1 % and by the messages that are between proxy and driver at a border of the phase.
     *
     * @param unseen messages that did not pass the proxy and that the report may count
     */
    private void rate(String what, double wire, double reported, long unseen) {
        double crossing = 2 + unseen + 2 * CalibrationLoad.PER_SECOND * (HANDOVER_NS + lateNs(100)) / 1e9;
        double within = RELATIVE * wire + crossing / CalibrationLoad.measured().toSeconds();
        row(
                what,
                String.format(Locale.ROOT, "%.1f", wire),
                String.format(Locale.ROOT, "%.1f", reported),
                Math.abs(wire - reported) <= within);
    }

    /** Compares unsent messages: messages handed over may still be in the client library, up to the limit in flight. */
    private void unsent(long reported) {
        long wire = truth.notOnTheWire;
        boolean possible = reported <= wire && reported >= wire - load.maxPending();
        row("not on the wire; unsent", wire, reported, possible);
    }

    /** Compares unacknowledged messages: an answer on the wire may have been for another message in flight. */
    private void unacknowledged(long reported) {
        int wire = truth.notOnTheWire + truth.unanswered;
        boolean possible = reported >= wire && reported <= wire + load.maxPending();
        row("unsent or unacknowledged", wire, reported, possible);
    }

    /**
     * Compares undelivered messages, with those that a subscription missed while it was gone: a broken connection loses bytes that
     * the proxy has written and the client has not read.
     */
    private void undelivered(long reported) {
        int wire = truth.notOnTheWire + truth.undelivered;
        int unread = load.event().filter(CalibrationLoad.Event::isBreak).isEmpty()
                ? 0
                : report.result().faults().stream()
                        .mapToInt(fault -> truth.deliveredBetween(fault.beganNs() - TWO_PERIODS_NS, fault.beganNs()))
                        .sum();
        row(
                "unsent or undelivered",
                unread == 0 ? Integer.toString(wire) : wire + "-" + (wire + unread),
                reported,
                reported >= wire && reported <= wire + unread);
    }

    private void row(String what, Object wire, Object reported, boolean same) {
        row(what, wire, reported, same, wrong);
    }

    private void row(String what, Object wire, Object reported, boolean same, List<String> untruths) {
        line("  %-42s %11s %10s%s", what, wire, reported, same ? "" : "!");
        if (!same) {
            untruths.add(load.name() + ": " + what + ": " + reported + " in the report, and " + wire + " on the wire.");
        }
    }

    /**
     * Checks that messages sent late because of the stall or break are counted as blocked, not as Dyno's own delay. A machine
     * that is busy for that long delays other messages, too.
     */
    private void heldUp() {
        int heldUp = truth.heldUp;
        long blocked = report.result().measured().blocked();
        row("sent over 100 ms late; waited for the broker", heldUp, blocked, blocked >= heldUp, late);
    }

    private void outages(CalibrationLoad.Event event) {
        List<FaultResult> faults = report.result().faults();
        if (isAcknowledgedByBroker()) {
            Stream<Outage> ofFaults = faults.stream().flatMap(fault -> fault.publish().stream());
            outage(
                    "without acknowledgement",
                    truth.longestWithoutAnswer(),
                    longest(Stream.concat(ofFaults, report.outages().stream())));
        }
        if (event.isBreak() && !faults.isEmpty()) {
            outage(
                    "without delivery",
                    truth.longestWithoutDelivery(),
                    longest(faults.stream().flatMap(fault -> fault.consume().stream())));
        }
    }

    private static Optional<Outage> longest(Stream<Outage> outages) {
        return outages.max(Comparator.comparingDouble(Outage::seconds));
    }

    private void outage(String what, Outage silence, Optional<Outage> reported) {
        long within = TWO_PERIODS_NS + 2 * (handoverNs() + lateNs(100)) + (long) (RELATIVE * 1e9 * silence.seconds());
        boolean same = reported.filter(outage -> Math.abs(outage.fromNs() - silence.fromNs()) <= within
                        && Math.abs(outage.toNs() - silence.toNs()) <= within)
                .isPresent();
        row(
                what,
                text(silence.fromNs(), silence.toNs()),
                reported.map(outage -> text(outage.fromNs(), outage.toNs())).orElse("none"),
                same);
    }

    /**
     * Checks that the report names the event and does not blame the load generator for its effect: by a reason about the send
     * delay, with an own delay of at least {@link WireTruth#HELD_UP_NS}. A machine that is busy at the time may cause such an own
     * delay by itself.
     */
    private void named(CalibrationLoad.Event event) {
        List<Finding> naming = report.result().verdict().notes().stream()
                .filter(note -> NAMING.contains(note.code()))
                .toList();
        boolean blames = report.result().verdict().findings().stream()
                        .anyMatch(finding -> finding.code().equals(BLAME))
                && report.result()
                                .latencies()
                                .get(Latency.OWN_DELAY)
                                .map(Histogram::getMaxValue)
                                .orElse(0L)
                        >= WireTruth.HELD_UP_NS;
        long fromNs = event.at().toNanos();
        row(
                "named; sentences that blame the generator",
                text(fromNs, fromNs + event.length().toNanos()),
                naming.size() + "; " + (blames ? "some" : "none"),
                !naming.isEmpty() && !blames,
                naming.isEmpty() ? wrong : late);
        naming.forEach(note -> lines.add("  " + FindingText.FLAGS.line(note)));
    }

    private static String text(long fromNs, long toNs) {
        return String.format(Locale.ROOT, "%.2f–%.2f s", fromNs / 1e9, toNs / 1e9);
    }
}
