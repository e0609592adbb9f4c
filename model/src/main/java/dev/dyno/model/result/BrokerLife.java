package dev.dyno.model.result;

/**
 * Life of a broker from one start to its end. A broker that is started again has another life, in another process.
 *
 * @param pid of the process, which may have ended
 * @param startedNs time of the start, on the monotonic clock of this process; {@link Long#MIN_VALUE} if unknown
 * @param serves whether the broker has reported since the start that it is ready
 */
public record BrokerLife(long pid, long startedNs, boolean serves) {

    /** Life of a ready broker whose start was not observed. */
    public static BrokerLife of(long pid) {
        return new BrokerLife(pid, Long.MIN_VALUE, true);
    }

    /** A copy for a broker that is ready by now. */
    public BrokerLife serving() {
        return new BrokerLife(pid, startedNs, true);
    }
}
