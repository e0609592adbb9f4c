package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.record.Unfinished;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.workload.ProducerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ledger of a run on several workers, each of which gets only a part of a queue's messages: it is told what came where, message
 * by message, and keeps the account of all. Losses and duplicates are as exact as those of one worker.
 *
 * <p>The order between two workers is not known: a message counts as reordered if its consumer had a later one of the same producer,
 * unless it is a duplicate. Of a message that comes twice within a fraction of a second, once in order at one worker and once late at
 * another, the first is taken for the earlier one.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class JointLedger {

    /**
     * What came in the same fraction of a second is told by one worker after the other, so at high rates messages overtake each
     * other by far; of a queue with several workers they would all leave gaps.
     */
    private static final long MAX_WINDOW = 1 << 24;

    private final RunPlan plan;
    private final List<SubscriptionName> names = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final List<ProducerAccount> accounts = new ArrayList<>();

    public JointLedger(RunPlan plan) {
        this.plan = plan;
    }

    /**
     * What a worker says there is; all say the same.
     *
     * @return false if it is not what another one said
     */
    public boolean subscribe(List<SubscriptionName> told) {
        if (names.isEmpty()) {
            Timeline none = new Timeline(0, 0);
            Recorder recorder = new Recorder(none, new FaultLog(none, false));
            names.addAll(told);
            for (SubscriptionName name : told) {
                Subscription subscription = new Subscription(name.destination(), name.name(), true, recorder);
                subscription.maxWindow = MAX_WINDOW;
                subscriptions.add(subscription);
            }
        }
        return names.equals(told);
    }

    /** Enters what has come to one worker. */
    public void add(List<Arrivals> arrived) {
        for (Arrivals some : arrived) {
            SequenceTracker tracker = tracker(some);
            for (long sequence : some.inOrder()) {
                tracker.add(sequence);
            }
        }
        for (Arrivals some : arrived) {
            SequenceTracker tracker = tracker(some);
            for (long sequence : some.late()) {
                if (tracker.add(sequence)) {
                    subscriptions.get(some.subscription()).reordered++;
                }
            }
        }
    }

    private SequenceTracker tracker(Arrivals some) {
        Subscription subscription = subscriptions.get(some.subscription());
        return subscription.tracker(subscription.indexOf(some.runId(), some.producerId()));
    }

    /** What the producers of one worker have sent in all. */
    public void add(ProducerAccount account) {
        accounts.add(account);
    }

    /** Adds an account of each producer whose worker was lost before it sent one: by its messages that arrived. */
    public void addLost() {
        Set<Integer> known = accounts.stream().map(ProducerAccount::producerId).collect(Collectors.toSet());
        int number = plan.producerIdBase();
        for (ProducerGroup group : plan.workload().producers()) {
            for (int i = 0; i < group.size(); i++, number++) {
                if (!known.contains(number)) {
                    addLost(number, group.destinations().get(i / group.perDestination()));
                }
            }
        }
    }

    private void addLost(int producerId, Destination destination) {
        long sequences = 0;
        for (Subscription subscription : subscriptions) {
            if (subscription.destination.equals(destination)) {
                int index = subscription.indexOf(plan.runId(), producerId);
                sequences = Math.max(sequences, subscription.tracker(index).highest() + 1);
            }
        }
        accounts.add(new ProducerAccount(producerId, destination, sequences, new long[0], SendTimes.NONE));
    }

    /**
     * Messages still to be delivered, as the workers say that have consumers. A broker that counts what it holds for all of them is
     * counted for each, so that nothing is taken for lost that one of them may still get.
     */
    public void left(List<Map<Integer, OptionalLong>> answers) {
        for (int i = 0; i < subscriptions.size(); i++) {
            int place = i;
            List<OptionalLong> ofOne = answers.stream()
                    .filter(answer -> answer.containsKey(place))
                    .map(answer -> answer.get(place))
                    .toList();
            boolean known = !ofOne.isEmpty() && ofOne.stream().allMatch(OptionalLong::isPresent);
            subscriptions.get(i).left = known
                    ? OptionalLong.of(
                            ofOne.stream().mapToLong(OptionalLong::getAsLong).sum())
                    : OptionalLong.empty();
        }
    }

    /**
     * The account of now.
     *
     * @param lossKnown whether all has come that would
     * @param corrupt from the workers' own accounts
     * @param stale as well
     */
    public LedgerCounts settle(boolean lossKnown, long corrupt, long stale) {
        Ledger ledger = new Ledger(subscriptions);
        LedgerCounts counts = plan.workload().producers().isEmpty()
                ? ledger.settleWithoutProducers(lossKnown)
                : ledger.settle(plan.runId(), accounts, lossKnown);
        return new LedgerCounts(
                counts.expected(),
                counts.delivered(),
                counts.lost(),
                counts.inBroker(),
                counts.duplicate(),
                counts.reordered(),
                corrupt,
                stale,
                counts.inDoubt(),
                counts.inDoubtDelivered(),
                counts.notOwed(),
                counts.lossKnown(),
                counts.exact());
    }

    /**
     * The messages that were handed over and have not come.
     *
     * @param untilNs when the drain ended, from the start of the load
     */
    public void undelivered(long untilNs, Unfinished sink) {
        boolean selects = plan.workload().consumers().stream()
                .anyMatch(group -> group.selector().isPresent());
        if (!selects) {
            new Ledger(subscriptions).undelivered(plan, accounts, untilNs, sink);
        }
    }

    /** What is owed and has not come. */
    public long outstanding() {
        LedgerCounts counts = settle(false, 0, 0);
        return counts.expected() - counts.delivered();
    }

    /** Whether there is anything that messages come to. */
    public boolean consumes() {
        return !subscriptions.isEmpty();
    }
}
