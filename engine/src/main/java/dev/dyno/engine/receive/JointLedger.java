package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.result.LedgerCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ledger of a run on several workers, each of which gets only part of a queue's messages. It receives the arrivals of all
 * workers, message by message, so losses and duplicates are as exact as with one worker.
 *
 * <p>The order between two workers is not known: a message counts as reordered if its consumer had already received a later one
 * of its producer, unless it is a duplicate. If a message arrives twice within a fraction of a second, once in order at one
 * worker and once late at another, the delivery that is entered first counts as the earlier one.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class JointLedger {

    /**
     * Maximum window of a tracker, in sequences. Workers report one after the other, each the arrivals of a fraction of a second,
     * so at high rates messages seem to overtake each other by far; a smaller window would have to remember many gaps.
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
     * Sets the subscriptions that a worker reports; all workers must report the same.
     *
     * @return false if they differ from those of an earlier worker
     */
    public boolean subscribe(List<SubscriptionName> reported) {
        if (names.isEmpty()) {
            Timeline none = new Timeline(0, 0);
            names.addAll(reported);
            for (SubscriptionName name : reported) {
                Recorder recorder = new Recorder(none, new FaultLog(none, false), name.group());
                Subscription subscription = new Subscription(name.destination(), name.name(), name.shared(), recorder);
                subscription.maxWindow = MAX_WINDOW;
                subscription.requests = plan.workload().requestsOf(name.destination());
                subscriptions.add(subscription);
            }
        }
        return names.equals(reported);
    }

    /** Adds the arrivals of one worker, which it has just reported. */
    public void add(List<DeliveryReport> arrived, long nowNs) {
        for (DeliveryReport report : arrived) {
            SequenceTracker tracker = tracker(report);
            if (report.inOrder().length + report.late().length > 0) {
                subscriptions.get(report.subscription()).lastNs = nowNs;
            }
            for (long sequence : report.inOrder()) {
                tracker.add(sequence);
            }
        }
        for (DeliveryReport report : arrived) {
            SequenceTracker tracker = tracker(report);
            for (long sequence : report.late()) {
                if (tracker.add(sequence)) {
                    subscriptions.get(report.subscription()).reordered++;
                }
            }
        }
    }

    private SequenceTracker tracker(DeliveryReport report) {
        Subscription subscription = subscriptions.get(report.subscription());
        return subscription.tracker(subscription.indexOf(report.runId(), report.producerId()));
    }

    public void add(ProducerAccount account) {
        accounts.add(account);
    }

    /** Adds an account of each producer whose worker was lost before it sent one, made from the messages that arrived. */
    public void addLost() {
        Set<Integer> known = accounts.stream().map(ProducerAccount::producerId).collect(Collectors.toSet());
        IntStream.range(0, plan.workload().producerCount())
                .map(number -> plan.producerIdBase() + number)
                .filter(id -> !known.contains(id))
                .forEach(id -> addLost(id, plan.producer(id).orElseThrow().destination()));
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
     * Sets the messages still to be delivered, as reported by the workers with consumers: unknown for a subscription if one of
     * them does not know.
     */
    public void left(List<Map<Integer, Optional<MessagesLeft>>> answers) {
        for (int i = 0; i < subscriptions.size(); i++) {
            int place = i;
            List<Optional<MessagesLeft>> ofOne = answers.stream()
                    .filter(answer -> answer.containsKey(place))
                    .map(answer -> answer.get(place))
                    .toList();
            subscriptions.get(i).left = ofOne.stream().allMatch(Optional::isPresent)
                    ? ofOne.stream().flatMap(Optional::stream).reduce(MessagesLeft::join)
                    : Optional.empty();
        }
        Ledger.addRequestsLeft(subscriptions, subscriptions);
    }

    /**
     * Account at the present time.
     *
     * @param group name of the groups that count; empty = all groups
     * @param lossKnown whether all workers have ended well and all messages had to reach every subscription
     * @param own the workers' own accounts: rejected, corrupt and stale messages
     */
    public LedgerCounts settle(Optional<String> group, boolean lossKnown, List<LedgerCounts> own) {
        return new Ledger(plan, subscriptions, accounts, own, group).settle(lossKnown);
    }

    /** Account of the deliveries so far: at all subscriptions, or at those of the groups of a name. */
    public LedgerCounts soFar(Optional<String> group) {
        return new Ledger(plan, subscriptions, List.of(), List.of(), group).settle(false);
    }

    /**
     * Reports the messages that were handed over and have not arrived; none if a consumer group has a selector.
     *
     * @param changed whether the rate was changed during the load
     * @param untilNs end of the drain, from the start of the load
     */
    public void undelivered(boolean changed, long untilNs, LowerBounds sink) {
        if (!selects()) {
            ledger().undelivered(changed, untilNs, sink);
        }
    }

    /** Sum of the last {@link #left(List)} over the subscriptions that have not received everything they are owed. */
    public MessagesLeft left() {
        return ledger().left();
    }

    private boolean selects() {
        return plan.workload().consumers().stream()
                .anyMatch(group -> group.selector().isPresent());
    }

    /**
     * Longest time without a delivery, up to now, at a subscription that still misses messages. Empty if none does, or if that is
     * not known here: in a load without producers, or with selectors, messages that may expire, or consumers that take time for
     * messages.
     */
    public Optional<Long> longestSilenceNs(long startNs, long nowNs) {
        boolean isKnown = plan.workload().produces()
                && !selects()
                && !plan.mayExpire()
                && plan.workload().consumers().stream()
                        .allMatch(group ->
                                group.thinkTime().isZero() && group.rate().isEmpty());
        return (isKnown ? ledger().waiting() : List.<Subscription>of())
                .stream()
                        .map(subscription -> nowNs - Math.max(subscription.lastNs, startNs))
                        .max(Long::compare);
    }

    /** Number of messages that are owed and have not arrived; 0 before the first account of a producer. */
    public long outstanding() {
        return accounts.isEmpty() ? 0 : ledger().settle(false).outstanding();
    }

    private Ledger ledger() {
        return new Ledger(plan, subscriptions, accounts);
    }

    /** Whether the run has any subscription. */
    public boolean consumes() {
        return !subscriptions.isEmpty();
    }
}
