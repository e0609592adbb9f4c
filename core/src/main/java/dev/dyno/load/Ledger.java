package dev.dyno.load;

import dev.dyno.result.LedgerCounts;
import java.util.List;

/**
 * Settles what was acknowledged against what was received.
 *
 * <p>For a producer that used the sequences 0 to n−1, d of them in doubt, a subscription of its destination is owed n−d
 * messages. It is lost what of these has not come. Messages in doubt may come or not; they are counted apart.
 */
final class Ledger {

    private final List<Subscription> subscriptions;

    Ledger(List<Subscription> subscriptions) {
        this.subscriptions = subscriptions;
    }

    /**
     * The account with producers of this run.
     *
     * @param lossKnown whether all messages had to reach every subscription
     */
    LedgerCounts settle(long runId, List<ProducerAccount> accounts, boolean lossKnown) {
        Sum sum = new Sum();
        for (Subscription subscription : subscriptions) {
            synchronized (subscription.recorder) {
                sum.strangersOf(subscription);
                for (ProducerAccount account : accounts) {
                    if (account.destination().equals(subscription.destination)) {
                        sum.add(account, subscription.tracker(subscription.indexOf(runId, account.producerId())));
                    }
                }
            }
        }
        for (ProducerAccount account : accounts) {
            sum.inDoubt += account.inDoubt().length;
        }
        return sum.counts(lossKnown && !subscriptions.isEmpty());
    }

    /** The account of consumers alone: what is missing below the highest sequence seen of each producer. */
    LedgerCounts settleWithoutProducers(boolean lossKnown) {
        Sum sum = new Sum();
        for (Subscription subscription : subscriptions) {
            synchronized (subscription.recorder) {
                sum.strangersOf(subscription);
                for (int i = 0; i < subscription.producers(); i++) {
                    SequenceTracker tracker = subscription.tracker(i);
                    sum.expected += tracker.highest() + 1;
                    sum.delivered += tracker.distinct();
                    sum.duplicate += tracker.duplicates();
                    sum.exact &= tracker.isExact();
                }
            }
        }
        return sum.counts(lossKnown);
    }

    private static final class Sum {
        long expected;
        long delivered;
        long duplicate;
        long reordered;
        long corrupt;
        long stale;
        long inDoubt;
        long inDoubtDelivered;
        boolean exact = true;

        void strangersOf(Subscription subscription) {
            reordered += subscription.reordered;
            corrupt += subscription.corrupt;
            stale += subscription.stale;
        }

        void add(ProducerAccount account, SequenceTracker tracker) {
            long doubtfulArrivals = 0;
            for (long sequence : account.inDoubt()) {
                if (tracker.contains(sequence)) {
                    doubtfulArrivals++;
                }
            }
            expected += account.sequences() - account.inDoubt().length;
            delivered += tracker.distinct() - doubtfulArrivals;
            inDoubtDelivered += doubtfulArrivals;
            duplicate += tracker.duplicates();
            exact &= tracker.isExact();
        }

        LedgerCounts counts(boolean lossKnown) {
            return new LedgerCounts(
                    expected,
                    delivered,
                    lossKnown ? expected - delivered : 0,
                    duplicate,
                    reordered,
                    corrupt,
                    stale,
                    inDoubt,
                    inDoubtDelivered,
                    lossKnown,
                    exact);
        }
    }
}
