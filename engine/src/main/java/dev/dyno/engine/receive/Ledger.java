package dev.dyno.engine.receive;

import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Compares acknowledged messages with received ones, and counts them by their outcome. Without accounts of the producers, a
 * message is missing if a later one of its producer has arrived.
 *
 * <p>For a producer that used the sequences 0 to n−1, d of them in doubt, a subscription of its destination is owed n−d messages.
 * Those that have not arrived are undelivered: as many as the broker still has for the subscription are in the broker, the others
 * are lost; if the broker cannot say, their fate is unknown. Messages in doubt may or may not arrive and are counted apart, as
 * are messages that a subscription missed because it did not exist when they were sent. No protocol reports which message has
 * expired: messages neither delivered nor in the broker count as expired, and not as lost, up to the number of undelivered ones
 * that had a time to live. Messages at a subscription whose destination they were not sent to are dead letters; those that their
 * own subscription has not received count as expired, too.
 *
 * <p>It keeps no counts: each method computes them from the subscriptions as they are then. So a ledger is made where it is
 * needed, while messages arrive and afterwards:
 *
 * <pre>{@code
 * Ledger ledger = new Ledger(plan, subscriptions, accounts);
 * ledger.settle(false).outstanding();             // any thread: messages to wait for
 *
 * consumers.queryRemaining(ledger.waiting());     // the thread of the run, when no more arrive
 * ledger.settle(true);                            // lost, expired, and left in the broker
 * }</pre>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Messages may arrive meanwhile, because each method holds the monitor of one {@link Subscription#recorder} at a time. The
 *       counts of one subscription are of one moment, those of different subscriptions may not be.
 *   <li>An acknowledged message that a subscription is owed counts once: as delivered, in the broker, expired or lost. It counts
 *       as none of them if its fate is unknown.
 *   <li>{@link Subscription#left} is read without the monitor: {@link #settle} with known losses, {@link #left}, {@link #lostBy}
 *       and {@link #addRequestsLeft} must not be called while another thread asks the broker.
 *   <li>Accounts that are made while producers send may be older than the arrivals: a message that the account lacks counts as in
 *       doubt and delivered.
 * </ol>
 *
 * @param all subscriptions of the run
 * @param own accounts by workers that pass their arrivals on: rejected, corrupt and stale messages
 * @param group name of the groups that count: deliveries to their consumers, and messages in doubt of their producers; empty =
 *     all groups
 */
public record Ledger(
        RunPlan plan,
        List<Subscription> all,
        List<ProducerAccount> accounts,
        List<LedgerCounts> own,
        Optional<String> group) {

    public Ledger(RunPlan plan, List<Subscription> all, List<ProducerAccount> accounts) {
        this(plan, all, accounts, List.of(), Optional.empty());
    }

    private List<Subscription> subscriptions() {
        return all.stream()
                .filter(subscription -> group.isEmpty() || subscription.recorder.group.equals(group))
                .toList();
    }

    /**
     * Counts of the messages by their outcome.
     *
     * @param lossKnown whether all messages had to reach every subscription
     */
    public LedgerCounts settle(boolean lossKnown) {
        Sum sum = new Sum(own);
        boolean hasDeadLetters = lossKnown && all.stream().anyMatch(other -> accountOf(other).deadLettered > 0);
        for (Subscription subscription : subscriptions()) {
            Sum one = accountOf(subscription);
            one.expirable += hasDeadLetters ? moved(subscription) : 0;
            // Without accounts of producers, consumers of other programs may have received what a shared subscription
            // misses.
            sum.add(one, subscription.left, !accounts.isEmpty() || !subscription.shared);
        }
        for (ProducerAccount account : accounts) {
            boolean isOfGroup =
                    group.isEmpty() || plan.groupOf(account.producerId()).equals(group);
            sum.inDoubt += isOfGroup ? account.inDoubt().length : 0;
        }
        return sum.counts(lossKnown && !subscriptions().isEmpty());
    }

    private Sum accountOf(Subscription subscription) {
        Sum sum = new Sum();
        synchronized (subscription.recorder) {
            sum.addOwnCounts(subscription);
            if (accounts.isEmpty()) {
                subscription.trackers().forEach(sum::addByGaps);
                return sum;
            }
            owed(subscription).forEach(flow -> sum.add(flow, plan.mayExpire(flow.account.producerId())));
            sum.duplicate = subscription.sum(plan.runId(), SequenceTracker::duplicates);
            sum.deadLettered =
                    subscription.sum(plan.runId(), SequenceTracker::distinct) - sum.delivered - sum.inDoubtDelivered;
        }
        return sum;
    }

    /** Number of messages without a time to live that a subscription misses, and that arrived elsewhere as dead letters. */
    private long moved(Subscription subscription) {
        return accounts.stream()
                .filter(account -> subscription.isOwed(account.destination()) && !plan.mayExpire(account.producerId()))
                .mapToLong(account -> missing(subscription, account)
                        .filter(sequence -> all.stream()
                                .anyMatch(other -> !other.isOwed(account.destination())
                                        && other.has(plan.runId(), account.producerId(), sequence)))
                        .count())
                .sum();
    }

    /** Acknowledged messages of a producer that a subscription has not received, whether or not they were owed. */
    private LongStream missing(Subscription subscription, ProducerAccount account) {
        LongStream.Builder missing = LongStream.builder();
        synchronized (subscription.recorder) {
            new Flow(subscription, plan.runId(), account).undelivered(missing::add);
        }
        Set<Long> inDoubt = LongStream.of(account.inDoubt()).boxed().collect(Collectors.toSet());
        return missing.build().filter(sequence -> !inDoubt.contains(sequence));
    }

    /** Flows of messages that a subscription is owed, one for each producer; called with the monitor of its recorder held. */
    private Stream<Flow> owed(Subscription subscription) {
        return accounts.stream()
                .filter(account -> subscription.isOwed(account.destination()))
                .map(account -> new Flow(subscription, plan.runId(), account));
    }

    /** Subscriptions that have not received everything they are owed. */
    public List<Subscription> waiting() {
        return all.stream()
                .filter(subscription -> accountOf(subscription).undelivered() > 0)
                .toList();
    }

    /** Sum of the broker's last answers about the subscriptions that have not received everything they are owed. */
    public MessagesLeft left() {
        return waiting().stream()
                .flatMap(subscription -> subscription.left.stream())
                .reduce(MessagesLeft.ofBroker(0), MessagesLeft::plus);
    }

    /** Account of the rejected, reordered, corrupt and stale messages alone: with several workers, their coordinator keeps the rest. */
    public LedgerCounts settleOwnCounts(boolean lossKnown) {
        Sum sum = new Sum();
        for (Subscription subscription : subscriptions()) {
            synchronized (subscription.recorder) {
                sum.addOwnCounts(subscription);
            }
        }
        return sum.counts(lossKnown);
    }

    /**
     * Lost messages by fault: each counts for the first fault that began after it had been sent, because it was at the broker
     * then, or else for the last fault. None is counted for a subscription unless the broker has said that it has nothing left
     * for it: else it is unknown which are lost.
     *
     * @param marks for each fault, the number of sequences that each producer had used when it began
     */
    public long[] lostBy(List<Map<Integer, Long>> marks) {
        long[] lost = new long[marks.size()];
        for (Subscription subscription : all) {
            synchronized (subscription.recorder) {
                if (subscription.hasNothingLeft()) {
                    owed(subscription).forEach(flow -> addLost(lost, marks, flow));
                }
            }
        }
        return lost;
    }

    private static void addLost(long[] lost, List<Map<Integer, Long>> marks, Flow flow) {
        long first = 0;
        for (int i = 0; i < lost.length; i++) {
            boolean last = i == lost.length - 1;
            long end = last ? flow.account.sequences() : marks.get(i).getOrDefault(flow.account.producerId(), 0L);
            if (end > first) {
                lost[i] += flow.lost(first, end);
                first = end;
            }
        }
    }

    /**
     * Reports the messages of this run that were handed over and have not reached a subscription of their destination: also those
     * in doubt, and those that a subscription missed while it was gone, because their receivers did not get them.
     *
     * @param changed whether the rate was changed during the load
     * @param untilNs end of the drain, from the start of the load
     */
    public void undelivered(boolean changed, long untilNs, LowerBounds sink) {
        for (Subscription subscription : all) {
            LowerBounds ofGroup = sink.forGroup(subscription.recorder.group);
            synchronized (subscription.recorder) {
                owed(subscription).forEach(flow -> {
                    IntendedTimes intended = new IntendedTimes(plan, flow.account, changed, untilNs);
                    flow.undelivered(sequence -> {
                        long dueNs = intended.ns(sequence);
                        if (subscription.latency() == Latency.ROUND_TRIP) {
                            ofGroup.unanswered(dueNs, untilNs);
                        } else {
                            ofGroup.undelivered(
                                    dueNs, flow.account.sendTimes().latestSentNs(sequence, untilNs), untilNs);
                        }
                    });
                });
            }
        }
    }

    /**
     * Adds the requests that the broker has left to what it has left for the subscriptions of their replies: a reply is not lost
     * if its request is still there. To be called once after each answer of the broker.
     */
    static void addRequestsLeft(Collection<Subscription> answered, List<Subscription> all) {
        for (Subscription replies : answered) {
            if (replies.requests.isEmpty()) {
                continue;
            }
            List<Subscription> requests = all.stream()
                    .filter(other -> replies.requests.contains(other.destination))
                    .toList();
            boolean known = replies.left.isPresent()
                    && requests.stream().allMatch(one -> one.left.isPresent() || !answered.contains(one));
            replies.left = known
                    ? Stream.concat(Stream.of(replies), requests.stream().filter(answered::contains))
                            .flatMap(one -> one.left.stream())
                            .reduce(MessagesLeft::plus)
                    : Optional.empty();
        }
    }

    /** Messages of one producer to one subscription. */
    private static final class Flow {

        final SequenceTracker tracker;
        private final ProducerAccount account;
        private final long[] notOwed;

        Flow(Subscription subscription, long runId, ProducerAccount account) {
            int index = subscription.indexOf(runId, account.producerId());
            tracker = subscription.tracker(index);
            this.account = account;
            notOwed = subscription.notOwed(index, account.producerId());
        }

        /** Number of acknowledged messages that have not arrived and were not owed. */
        long missed() {
            long missed = 0;
            for (int i = 0; i < notOwed.length; i += 2) {
                missed += acknowledgedAndMissing(notOwed[i], Math.min(notOwed[i + 1], account.sequences()));
            }
            return missed;
        }

        /** Number of messages in a range that were owed and have not arrived. */
        long lost(long first, long end) {
            long lost = acknowledgedAndMissing(first, end);
            for (int i = 0; i < notOwed.length; i += 2) {
                lost -= acknowledgedAndMissing(Math.max(first, notOwed[i]), Math.min(end, notOwed[i + 1]));
            }
            return lost;
        }

        /** Passes on, ascending, the sequences that have not arrived, whether or not they were owed. */
        void undelivered(LongConsumer sequences) {
            long missing = tracker.nextMissing(0);
            while (missing < account.sequences()) {
                sequences.accept(missing);
                missing = tracker.nextMissing(missing + 1);
            }
        }

        private long acknowledgedAndMissing(long first, long end) {
            if (first >= end) {
                return 0;
            }
            long missing = tracker.missing(first, end);
            for (long sequence : account.inDoubt()) {
                if (sequence >= first && sequence < end && !tracker.contains(sequence)) {
                    missing--;
                }
            }
            return missing;
        }
    }

    private static final class Sum {
        long expected;
        long delivered;
        long lost;
        long inBroker;
        long duplicate;
        long reordered;
        long corrupt;
        long stale;
        long inDoubt;
        long inDoubtDelivered;
        long notOwed;
        long rejected;
        long expired;
        long deadLettered;
        /** Undelivered messages with a time to live, and those that arrived elsewhere as dead letters. */
        long expirable;

        boolean exact = true;

        Sum() {}

        Sum(List<LedgerCounts> own) {
            for (LedgerCounts counts : own) {
                corrupt += counts.corrupt();
                stale += counts.stale();
                rejected += counts.rejected();
            }
        }

        void addOwnCounts(Subscription subscription) {
            rejected += subscription.rejected;
            reordered += subscription.reordered;
            corrupt += subscription.corrupt;
            stale += subscription.stale;
        }

        void addByGaps(SequenceTracker tracker) {
            expected += tracker.highest() + 1;
            delivered += tracker.distinct();
            duplicate += tracker.duplicates();
            exact &= tracker.isExact();
        }

        void add(Flow flow, boolean expires) {
            ProducerAccount account = flow.account;
            SequenceTracker tracker = flow.tracker;
            // A message missing in the account was handed over after the account was made: nobody waited for its
            // answer.
            long doubtfulArrivals = tracker.arrivedFrom(account.sequences());
            for (long sequence : account.inDoubt()) {
                if (tracker.contains(sequence)) {
                    doubtfulArrivals++;
                }
            }
            long missed = flow.missed();
            notOwed += missed;
            long owed = account.sequences() - account.inDoubt().length - missed;
            long arrived = tracker.distinct() - doubtfulArrivals;
            expected += owed;
            delivered += arrived;
            expirable += expires ? owed - arrived : 0;
            inDoubtDelivered += doubtfulArrivals;
            exact &= tracker.isExact();
        }

        long undelivered() {
            return expected - delivered;
        }

        /**
         * Adds one subscription's account, and divides its missing messages into those in the broker, expired and lost ones.
         *
         * @param alone whether no other program can have received them
         */
        void add(Sum one, Optional<MessagesLeft> left, boolean alone) {
            expected += one.expected;
            delivered += one.delivered;
            duplicate += one.duplicate;
            reordered += one.reordered;
            corrupt += one.corrupt;
            stale += one.stale;
            inDoubtDelivered += one.inDoubtDelivered;
            notOwed += one.notOwed;
            rejected += one.rejected;
            deadLettered += one.deadLettered;
            exact &= one.exact;
            if (left.isPresent()) {
                long there = Math.min(left.get().total(), one.undelivered());
                long gone = one.undelivered() - there;
                long over = Math.min(gone, one.expirable);
                inBroker += there;
                expired += over;
                lost += alone ? gone - over : 0;
            }
        }

        LedgerCounts counts(boolean lossKnown) {
            return new LedgerCounts(
                    expected,
                    delivered,
                    lossKnown ? lost : 0,
                    lossKnown ? inBroker : 0,
                    duplicate,
                    reordered,
                    corrupt,
                    stale,
                    inDoubt,
                    inDoubtDelivered,
                    notOwed,
                    rejected,
                    lossKnown ? expired : 0,
                    deadLettered,
                    lossKnown,
                    exact);
        }
    }
}
