package dev.dyno.model.result;

/**
 * Life of a broker from one start to its end. A broker that is started again has another life, in another process.
 *
 * @param pid of the process, which may have ended
 * @param startedNs time of the start, on the monotonic clock of this process; the smallest number if unknown
 * @param serves whether it has reported since then that it is ready
 */
public record BrokerLife(long pid, long startedNs, boolean serves) {

    /** Life of a process whose start was not observed. */
    public static BrokerLife of(long pid) {
        return new BrokerLife(pid, Long.MIN_VALUE, true);
    }

    /** A copy for a broker that is ready by now. */
    public BrokerLife serving() {
        return new BrokerLife(pid, startedNs, true);
    }
}
