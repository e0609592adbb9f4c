package dev.dyno.engine.record;

import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * The other workers of a run, as seen by the run of one of them. The workers reach each {@link Stage} together: a run reports
 * that it has reached one, and waits until all have. The defaults stand for a run without other workers.
 *
 * <p>Assumptions and guarantees: called from the thread of the run; no method blocks. Implementations wake that thread by {@link
 * RunControl#wake} when an answer has changed; the run also checks every few milliseconds.
 */
public interface PeerWorkers {

    /** Stages of a run, in order. */
    enum Stage {
        /** The consumers are connected. */
        CONSUMERS,
        /** The producers are connected, and consumers receive deliveries. */
        PRODUCERS,
        /** Each subscription has received a probe, at any worker. */
        PROBES,
        /** The destinations are empty, and the load can start. */
        START,
        /** The producers have sent everything. */
        SENT,
        /** No message is waited for any longer. */
        DRAINED,
        /** The consumers have stopped, so that none of them sends another reply. */
        STOPPED
    }

    /** Peers of a run without other workers: the run never waits. */
    PeerWorkers ALONE = new PeerWorkers() {};

    /** Whether this worker has all producers and all consumers. */
    default boolean isAlone() {
        return true;
    }

    /** Reports that this run has reached a stage; repeating it does nothing. */
    default void reached(Stage stage) {}

    /** Whether all workers have reached a stage, so that the run continues. */
    default boolean haveAllReached(Stage stage) {
        return true;
    }

    /**
     * Reports that the consumers are connected.
     *
     * @param subscriptions all of the workload, also those without a consumer here; other methods identify them by their index in
     *     this list
     * @param arrivals returns the arrivals since its last call; from one thread at a time
     */
    default void consuming(List<SubscriptionName> subscriptions, Supplier<List<DeliveryReport>> arrivals) {}

    /** Reports that the producers are connected as well, with the numbers of clients of this run. */
    default void connected(int producers, int consumers) {}

    /**
     * Reports the subscriptions, by index, that have no probe here; called in place of {@link #reached} for {@link Stage#PROBES}.
     */
    default void unprobed(BitSet subscriptions) {}

    /**
     * Start of the load, on the clock of this run; available after {@link Stage#START}.
     *
     * @param nowNs present time on the same clock
     */
    default long startNs(long nowNs) {
        return nowNs;
    }

    /**
     * Offsets of the clocks of the workers that send, by which the times in messages are corrected; known once all workers have
     * reached {@link Stage#START}.
     */
    default SenderClocks clocks() {
        throw new IllegalStateException("there are no others");
    }

    /** Reports the accounts of the producers, after their last send. */
    default void sent(List<ProducerAccount> accounts) {}

    /** Reports the result of this run, ended well or not, after all its intervals have been passed on. */
    default void ended(WorkerReport report) {}
}
