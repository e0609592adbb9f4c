package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Facts of a run that stand nowhere else in its result; its verdict rests on most of them.
 *
 * @param produces whether it had producers
 * @param consumes whether it had consumers
 * @param intendedPerSecond messages by the schedules; 0 if there are none
 * @param sendingNs part of the measured phase in which producers were to send
 * @param slotsDue slots of the schedules before the end of the load, warmup included
 * @param slotsUnsent of those, neither sent nor skipped
 * @param runsSeen runs with messages on one subscription, at the most
 * @param unsteady the last seconds of a warmup that was to last until the load was steady, and was too short for that
 * @param rates of the two halves of the measured phase, if it had four whole seconds or more
 * @param faultsLeft planned faults that the load was over before
 * @param brokerAway there was no broker at the end, so that nobody can say what it still has
 * @param reconnectFailure the last failure of an attempt to reconnect
 * @param sendFailure why the first send failed, of those that are counted and do not end the run
 * @param gzipRatio bytes of message bodies for each one that gzip makes of them, 16 KiB at a time; empty in a run without
 *     producers
 * @param foreign messages of other programs, if consumers without producers received some
 * @param silentNs the longest time up to the end of the drain in which a subscription, still owed messages and with all consumers
 *     connected, received none; empty if none was owed any
 */
public record Conditions(
        boolean produces,
        boolean consumes,
        double intendedPerSecond,
        long sendingNs,
        long slotsDue,
        long slotsUnsent,
        int runsSeen,
        Optional<String> unsteady,
        Optional<Halves> rates,
        List<FaultLeft> faultsLeft,
        boolean brokerAway,
        Optional<String> reconnectFailure,
        Optional<String> sendFailure,
        Optional<Double> gzipRatio,
        Optional<ForeignMessages> foreign,
        Optional<Long> silentNs) {

    /** Of a run without an end. */
    public static final Conditions UNKNOWN = ofNoLoad(true, true, List.of(), Optional.empty());

    /** Those of a run that has not come to its load. */
    public static Conditions ofNoLoad(
            boolean produces, boolean consumes, List<FaultLeft> faultsLeft, Optional<String> reconnectFailure) {
        return new Conditions(
                produces,
                consumes,
                0,
                0,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                faultsLeft,
                false,
                reconnectFailure,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A planned fault that was not done. */
    public record FaultLeft(String action, long atNs) {}

    /** Mean rates, in messages a second. */
    public record Halves(double firstPerSecond, double secondPerSecond) {

        private static final int MIN_SECONDS = 4;

        /** @param ratePerSecond of the whole seconds of the measured phase */
        public static Optional<Halves> of(List<Double> ratePerSecond) {
            int size = ratePerSecond.size();
            return size < MIN_SECONDS
                    ? Optional.empty()
                    : Optional.of(new Halves(
                            mean(ratePerSecond.subList(0, size / 2)), mean(ratePerSecond.subList(size / 2, size))));
        }

        private static double mean(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        }
    }

    public Conditions {
        faultsLeft = List.copyOf(faultsLeft);
    }
}
