package dev.dyno.engine.record;

/**
 * By how much the clocks of all workers differ from that of this one, by the producers whose messages bear their times.
 *
 * <p>Assumptions and guarantees: {@link #set} before the load starts, from any thread; {@link #shiftNs} from any thread. Before
 * {@link #set} all clocks are taken for the same: only probes come then, and nothing is timed.
 */
public final class SenderClocks {

    private final int producerIdBase;
    private volatile long[] shifts = new long[0];

    /** @param producerIdBase the number of the first producer */
    public SenderClocks(int producerIdBase) {
        this.producerIdBase = producerIdBase;
    }

    /** @param byProducer ns to be added to the times of each, to have them on this worker's clock */
    public void set(long[] byProducer) {
        shifts = byProducer.clone();
    }

    /** Names the clock of this process: where two are the same, times need no correction. */
    public static String ownName() {
        return HostClock.NAME;
    }

    /** What to add to the times in a message of that producer, in ns. */
    public long shiftNs(int producerId) {
        final long[] all = shifts;
        final int number = producerId - producerIdBase;
        return number >= 0 && number < all.length ? all[number] : 0;
    }
}
