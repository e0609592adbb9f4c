package dev.dyno.model.result;

import java.util.Optional;

/**
 * One fault and what it has done. What follows a fault is counted with it until the next fault begins.
 *
 * <p>An outage is the longest time without any event that contains the beginning of the fault, or lies after it and begins
 * before the next one. So a kill and the restart that ends it show one and the same outage. None is shorter than a millisecond.
 *
 * @param action as it was asked for: kill, stop, restart, pause, resume; or {@link #BREAK}
 * @param intendedNs when it was to begin, from the start of the load
 * @param beganNs when it began
 * @param tookNs how long the action itself took, until the broker was stopped, ready again, and so on
 * @param publish no acknowledgement to any producer
 * @param worstProducer no acknowledgement to the producer for which that lasted longest
 * @param consume no delivery to any consumer
 * @param worstSubscription no delivery to the subscription for which that lasted longest
 * @param inDoubt messages whose send failed meanwhile
 * @param lost lost messages for which this was the first fault after they were sent; with the last fault, also those sent
 *     after it
 * @param duplicate duplicates that came meanwhile
 * @param reconnects of the connections that broke meanwhile
 */
public record FaultResult(
        String action,
        long intendedNs,
        long beganNs,
        long tookNs,
        Optional<Outage> publish,
        Optional<Outage> worstProducer,
        Optional<Outage> consume,
        Optional<Outage> worstSubscription,
        long inDoubt,
        long lost,
        long duplicate,
        Reconnects reconnects) {

    /** The action of what nobody asked for: connections broke, in a run without faults of its own. */
    public static final String BREAK = "break";
}
