package dev.dyno.engine.record;

/**
 * Offsets between the clocks of the workers that send and this worker's clock, by producer.
 *
 * <p>Assumptions and guarantees: {@link #set} before the load starts, from any thread; {@link #shiftNs} from any thread. Before
 * {@link #set} all offsets are 0: only probes arrive then, and nothing is timed.
 */
public final class SenderClocks {

    private final int producerIdBase;
    private volatile long[] shifts = new long[0];

    /** @param producerIdBase the number of the first producer */
    public SenderClocks(int producerIdBase) {
        this.producerIdBase = producerIdBase;
    }

    /** @param byProducer ns to add to the times of each producer to convert them to this worker's clock */
    public void set(long[] byProducer) {
        shifts = byProducer.clone();
    }

    /** Correction in ns to add to the times in a message of the producer. */
    public long shiftNs(int producerId) {
        final long[] all = shifts;
        final int number = producerId - producerIdBase;
        return number >= 0 && number < all.length ? all[number] : 0;
    }
}
