package dev.dyno.cluster;

/**
 * When the drain of a run that lost a worker is over. How much that worker sent and received after its last report is not known, so
 * that something may be on the way though all that is known arrived, or nothing though something is owed: it ends when nothing more
 * arrives, sooner if nothing is owed.
 *
 * <p>Assumptions and guarantees: one thread. All times are in ns of one clock.
 */
final class LostDrain {

    /** Workers report deliveries five times in this time. */
    private static final long SETTLED_NS = 1_000_000_000L;

    /** As in the drain of a run in one process, which asks the broker then. */
    static final long IDLE_NS = 5_000_000_000L;

    private long deliveries = -1;
    private long progressNs;

    /** @param beganNs when it began */
    LostDrain(long beganNs) {
        progressNs = beganNs;
    }

    /**
     * Whether nothing more is to be expected.
     *
     * @param reported deliveries so far
     * @param outstanding deliveries that are owed by all that is known
     */
    boolean isOver(long nowNs, long reported, long outstanding) {
        if (reported != deliveries) {
            deliveries = reported;
            progressNs = nowNs;
        }
        return nowNs >= progressNs + (outstanding <= 0 ? SETTLED_NS : IDLE_NS);
    }
}
