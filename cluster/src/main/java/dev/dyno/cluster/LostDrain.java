package dev.dyno.cluster;

/**
 * Decides when the drain of a run with a lost worker is over. The messages which that worker sent and received after its last
 * report are unknown, so deliveries may follow although everything known has arrived, or none although some are owed. The drain
 * ends when nothing more arrives, earlier if nothing is owed.
 *
 * <p>Assumptions and guarantees: one thread. All times are in ns of one clock.
 */
final class LostDrain {

    /** Time in ns without deliveries after which it is over if nothing is owed; workers report deliveries five times in it. */
    private static final long SETTLED_NS = 1_000_000_000L;

    /**
     * Time in ns without deliveries after which it is over otherwise; as in the drain of a run in one process, which then asks
     * the broker.
     */
    static final long IDLE_NS = 5_000_000_000L;

    private long deliveries = -1;
    private long progressNs;

    /** @param beganNs start of the drain */
    LostDrain(long beganNs) {
        progressNs = beganNs;
    }

    /**
     * Whether nothing more is expected.
     *
     * @param reported deliveries so far
     * @param outstanding deliveries owed, as far as is known
     */
    boolean isOver(long nowNs, long reported, long outstanding) {
        if (reported != deliveries) {
            deliveries = reported;
            progressNs = nowNs;
        }
        return nowNs >= progressNs + (outstanding <= 0 ? SETTLED_NS : IDLE_NS);
    }
}
