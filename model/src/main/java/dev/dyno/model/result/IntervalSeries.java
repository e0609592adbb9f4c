package dev.dyno.model.result;

import java.util.List;

/**
 * Events of each interval of a run; rates are missing in an interval of less than 0.1 s.
 *
 * @param startS seconds from the start of the load
 * @param endS seconds from the start of the load
 * @param phases in order, without a gap
 * @param failed failed sends
 * @param skipped skipped slots
 * @param outstanding deliveries owed and not received at the end of each interval: messages sent and not failed, once for each
 *     subscription, less those received; at least 0, although messages in doubt could make it negative. Missing in a run
 *     without producers or consumers, or if a subscription missed messages because it did not exist
 */
public record IntervalSeries(
        Column startS,
        Column endS,
        List<PhaseSpan> phases,
        Column sentPerSecond,
        Column acknowledgedPerSecond,
        Column receivedPerSecond,
        Column failed,
        Column skipped,
        Column outstanding) {

    public record PhaseSpan(Interval.Phase phase, double fromS, double toS) {}

    public IntervalSeries {
        phases = List.copyOf(phases);
    }

    public Interval.Phase phaseOf(int index) {
        double middle = (startS.get(index) + endS.get(index)) / 2;
        return phases.stream()
                .filter(span -> middle >= span.fromS() && middle <= span.toS())
                .map(PhaseSpan::phase)
                .findFirst()
                .orElse(Interval.Phase.DRAIN);
    }

    public int size() {
        return startS.size();
    }
}
