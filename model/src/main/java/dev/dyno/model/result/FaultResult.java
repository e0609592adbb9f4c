package dev.dyno.model.result;

import java.util.Optional;

/**
 * A fault and its consequences. Events after a fault are counted with it until the next fault begins.
 *
 * <p>An outage of a fault is the longest time without any event that contains the beginning of the fault, or that lies after it
 * and ends before the next fault begins. One that lasts beyond that counts, too, if by then it was more than twice as long as any
 * other. So a kill and the restart that ends its outage have one outage in common. No outage is shorter than a millisecond.
 *
 * @param action as requested: kill, stop, restart, pause, resume, exec, delay=50ms, …; or {@link #BREAK}
 * @param intendedNs planned start, from the start of the load
 * @param beganNs actual start
 * @param tookNs duration of the action itself, for example until the broker was stopped or ready again
 * @param publish outage without an acknowledgement to any producer
 * @param worstProducer longest outage of a single producer
 * @param consume outage without a delivery to any consumer
 * @param worstSubscription longest outage of a single subscription
 * @param inDoubt messages whose send failed in this time
 * @param lost lost messages for which this was the first fault after they were sent; with the last fault, also those sent after
 *     it
 * @param duplicate duplicates received in this time
 * @param reconnects of the connections that broke in this time
 * @param command end of the command, for an exec
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
        Reconnects reconnects,
        Optional<CommandResult> command) {

    /**
     * Broken connections and their replacement.
     *
     * @param broken number of connections that broke
     * @param attempts attempts to replace them
     * @param restored successful attempts
     * @param firstNs time of the first success, from the start of the load
     * @param lastNs time of the last success, from the start of the load
     * @param cause of the last break, or of the last attempt that failed after it, in one line; empty without any, and in a run stored
     *     by an older version
     */
    public record Reconnects(
            long broken,
            long attempts,
            long restored,
            Optional<Long> firstNs,
            Optional<Long> lastNs,
            Optional<String> cause) {

        public static final Reconnects NONE =
                new Reconnects(0, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Action of an unplanned fault: connections broke, in a run without planned faults. */
    public static final String BREAK = "break";

    /** Action for all replacements of consumers ({@code --rotate}) together, from the first one on. */
    public static final String ROTATE = "rotate";

    /** A change of the rate, or a fault, of which no more is known than the outage. */
    public static FaultResult of(String action, long beganNs, Optional<Outage> publish) {
        return new FaultResult(
                action,
                beganNs,
                beganNs,
                0,
                publish,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                0,
                Reconnects.NONE,
                Optional.empty());
    }

    /** Time in ns from the beginning of the fault to the last reconnection; empty if none broke or one was not restored. */
    public Optional<Long> allBackNs() {
        return reconnects
                .lastNs()
                .filter(ns -> reconnects.restored() >= reconnects.broken())
                .map(ns -> ns - beganNs);
    }
}
