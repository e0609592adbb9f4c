package dev.dyno.engine.capacity;

import java.util.List;

/**
 * One second of a load, as input of a search for the capacity.
 *
 * @param startNs from the start of the load
 * @param endNs from the start of the load, exclusive
 * @param perSecond rate that was asked at its beginning, messages a second
 * @param due messages whose intended time was in it
 * @param done messages received in it, or acknowledged where nobody receives
 * @param outstanding messages that were due and were not done at its end, whether sent or not
 * @param failed sends that failed in it
 * @param tallies one for each objective, in the order of the goal
 */
public record CapacitySecond(
        long startNs,
        long endNs,
        double perSecond,
        long due,
        long done,
        long outstanding,
        long failed,
        List<Tally> tallies) {

    public CapacitySecond {
        tallies = List.copyOf(tallies);
    }

    /**
     * Contribution of a second to an objective.
     *
     * @param beyond messages beyond the limit; for a mean, the sum of its values; for a sum or a maximum, the value of this
     *     second
     * @param counted all messages; for a mean, the number of its values or their time in ns; for a sum or a maximum, 1; 0 if
     *     nothing was measured
     * @param farBeyond messages beyond twice the limit; 0 if the objective is not about a share of messages
     */
    public record Tally(double beyond, double counted, double farBeyond) {

        public Tally(double beyond, double counted) {
            this(beyond, counted, 0);
        }
    }
}
