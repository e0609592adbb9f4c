package dev.dyno.model.result;

import dev.dyno.model.parts.Components;
import java.util.List;
import java.util.Optional;

/**
 * Facts that the verdict on a run needs and that are nowhere else in its result.
 *
 * @param produces whether the run had producers
 * @param consumes whether the run had consumers
 * @param intendedPerSecond messages a second by the schedules; 0 without a schedule
 * @param sendingNs part of the measured phase, in ns, in which producers were to send
 * @param slotsDue slots of the schedules before the end of the load, warm-up included
 * @param slotsUnsent of those slots, the ones neither sent nor skipped
 * @param runsSeen highest number of runs whose messages one subscription received
 * @param unsteady figures of the last seconds of an automatic warm-up that reached its limit before the load was steady
 * @param faultsLeft planned faults before which the load ended
 * @param brokerAway whether the broker was gone at the end, so that its remaining messages are unknown
 * @param reconnectFailure last failure of an attempt to reconnect
 * @param sendFailure cause of the first failed send, if failures are counted and do not end the run
 * @param gzipRatio size of message bodies divided by their size after gzip, 16 KiB at a time; empty in a run without producers,
 *     and in one stored by an older version
 * @param foreign messages of other programs that consumers without producers received
 * @param silentNs longest time up to the end of the drain in which a subscription, still owed messages and with all consumers
 *     connected, received none; empty if no subscription was owed any, and in a run stored by an older version
 * @param wakeUps lateness of a thread that only slept in the last second before the load; empty if it was not measured, in a
 *     run of several workers, and in one stored by an older version
 * @param fairness Jain's index of the deliveries to the equal consumers of a queue or subscription, repeated deliveries
 *     included, from the start of the measured phase; the lowest of all queues and subscriptions. 1 = all received as many, 1/n
 *     = one of n received all. Empty if none has several equal consumers, in a run of several workers, and in one stored by an
 *     older version
 * @param fetched of the messages left at the end of the drain, those that a client library had fetched and not delivered; 0 also in
 *     a run stored by an older version
 * @param dropped messages that a client library received and dropped, as far as it counts them; 0 also in a run stored by an older
 *     version
 */
public record VerdictInputs(
        boolean produces,
        boolean consumes,
        double intendedPerSecond,
        long sendingNs,
        long slotsDue,
        long slotsUnsent,
        int runsSeen,
        Optional<String> unsteady,
        List<FaultLeft> faultsLeft,
        boolean brokerAway,
        Optional<String> reconnectFailure,
        Optional<String> sendFailure,
        Optional<Double> gzipRatio,
        Optional<ForeignMessages> foreign,
        Optional<Long> silentNs,
        Optional<WakeUps> wakeUps,
        Optional<Double> fairness,
        long fetched,
        long dropped) {

    /** Inputs of a run that was stored by a version without them. */
    public static final VerdictInputs UNKNOWN = new Parts(true, true).conditions();

    /** A planned fault that was not executed. */
    public record FaultLeft(String action, long atNs) {}

    public VerdictInputs {
        faultsLeft = List.copyOf(faultsLeft);
    }

    /** Parts of the inputs, to be filled in by one thread; at first no more is known than the two arguments. */
    public static final class Parts {
        public final boolean produces;
        public final boolean consumes;
        public double intendedPerSecond;
        public long sendingNs;
        public long slotsDue;
        public long slotsUnsent;
        public int runsSeen;
        public Optional<String> unsteady = Optional.empty();
        public List<FaultLeft> faultsLeft = List.of();
        public boolean brokerAway;
        public Optional<String> reconnectFailure = Optional.empty();
        public Optional<String> sendFailure = Optional.empty();
        public Optional<Double> gzipRatio = Optional.empty();
        public Optional<ForeignMessages> foreign = Optional.empty();
        public Optional<Long> silentNs = Optional.empty();
        public Optional<WakeUps> wakeUps = Optional.empty();
        public Optional<Double> fairness = Optional.empty();
        public long fetched;
        public long dropped;

        public Parts(boolean produces, boolean consumes) {
            this.produces = produces;
            this.consumes = consumes;
        }

        public VerdictInputs conditions() {
            return Components.record(VerdictInputs.class, this);
        }
    }
}
