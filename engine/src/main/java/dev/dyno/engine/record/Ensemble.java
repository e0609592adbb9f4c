package dev.dyno.engine.record;

import dev.dyno.engine.run.LocalRunner;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * The workers that make a load together, as the run of one of them sees them. What has to be done by all before it goes on is a
 * {@link Stage}: a run says that it has reached one, and waits until all have.
 *
 * <p>Assumptions and guarantees: called from the thread of the run; nothing here blocks. Who implements it wakes that thread by
 * {@link LocalRunner#wake} when an answer has changed; the run looks every few milliseconds anyway.
 */
public interface Ensemble {

    /** In this order. */
    enum Stage {
        /** The consumers are connected. */
        CONSUMERS,
        /** The producers are connected, and the consumers take deliveries. */
        PRODUCERS,
        /** Each subscription has got a probe, at one worker or another. */
        PROBES,
        /** Nothing is left in the destinations, and all is ready for the load. */
        START,
        /** The producers have sent all that they were to. */
        SENT,
        /** Nothing more is to be waited for. */
        DRAINED
    }

    /** A run that is the only one: it waits for nobody. */
    Ensemble ALONE = new Ensemble() {
        @Override
        public boolean isAlone() {
            return true;
        }

        @Override
        public void reached(Stage stage) {}

        @Override
        public boolean haveAllReached(Stage stage) {
            return true;
        }

        @Override
        public void consuming(List<SubscriptionName> subscriptions, Supplier<List<Arrivals>> arrivals) {}

        @Override
        public void connected(int producers, int consumers) {}

        @Override
        public void probes(BitSet awaited, BitSet arrived) {}

        @Override
        public long startNs(long nowNs) {
            return nowNs;
        }

        @Override
        public SenderClocks clocks() {
            throw new IllegalStateException("there are no others");
        }

        @Override
        public void sent(List<ProducerAccount> accounts) {}

        @Override
        public void ended(Contribution contribution) {}
    };

    /** Whether the run has all producers and all consumers. */
    boolean isAlone();

    /** This run has come so far; telling it again does nothing. */
    void reached(Stage stage);

    /** Whether all have come so far, and it goes on. */
    boolean haveAllReached(Stage stage);

    /**
     * The consumers are connected.
     *
     * @param subscriptions all of the workload, also those that this run has no consumer of: by their place here they are named
     *     elsewhere
     * @param arrivals takes what has come since it was asked last; from any one thread at a time
     */
    void consuming(List<SubscriptionName> subscriptions, Supplier<List<Arrivals>> arrivals);

    /** The producers are connected as well, and so many of both are this run's. */
    void connected(int producers, int consumers);

    /**
     * Which subscriptions are to get a probe, and which have got theirs here, by their places; told when it has changed. That all of
     * them have is the stage {@link Stage#PROBES}, which a run does not tell.
     */
    void probes(BitSet awaited, BitSet arrived);

    /**
     * When the load starts, on the clock of this run; to be asked after {@link Stage#START}.
     *
     * @param nowNs the same clock now
     */
    long startNs(long nowNs);

    /** The clocks that the times in the messages are of; complete with {@link Stage#START}. */
    SenderClocks clocks();

    /** The producers have ended, and this is what they have sent. */
    void sent(List<ProducerAccount> accounts);

    /** The run is over, well or not, and all its intervals have been handed on. */
    void ended(Contribution contribution);
}
