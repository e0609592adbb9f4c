package dev.dyno.engine.capacity;

import java.util.List;

/**
 * One second of a load, as a search for the capacity sees it.
 *
 * @param startNs from the start of the load
 * @param endNs from the start of the load, exclusive
 * @param perSecond rate that was asked in it, messages a second
 * @param due messages whose intended time was in it
 * @param done messages received in it, or acknowledged where nobody receives
 * @param outstanding messages at its end that were due and are not done, whether sent or not
 * @param failed sends that failed in it, messages lost or corrupt
 * @param tallies for each objective, in the order of the goal
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
     * @param beyond messages beyond the limit, or the sum of what the objective averages; the value itself where nothing is
     *     averaged
     * @param counted messages that were counted, or the weight of the value; 0 if nothing was measured
     * @param farBeyond messages beyond twice the limit; 0 where no messages are counted
     */
    public record Tally(double beyond, double counted, double farBeyond) {

        public Tally(double beyond, double counted) {
            this(beyond, counted, 0);
        }
    }
}
