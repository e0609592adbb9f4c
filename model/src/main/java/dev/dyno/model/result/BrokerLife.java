package dev.dyno.model.result;

/**
 * A broker from one start to its end. A broker that is started again has another life, in another process.
 *
 * @param pid of the process, which may have ended
 * @param startedNs when it was started, on the monotonic clock of this process; the smallest number if nobody knows
 * @param serves whether it has said since then that it serves
 */
public record BrokerLife(long pid, long startedNs, boolean serves) {

    /** Of a process that was there before anybody looked. */
    public static BrokerLife of(long pid) {
        return new BrokerLife(pid, Long.MIN_VALUE, true);
    }

    /** The same, now that it serves. */
    public BrokerLife serving() {
        return new BrokerLife(pid, startedNs, true);
    }
}
