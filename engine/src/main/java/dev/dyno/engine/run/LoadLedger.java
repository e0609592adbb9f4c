package dev.dyno.engine.run;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.receive.ConsumerSide;
import dev.dyno.engine.receive.Ledger;
import dev.dyno.engine.receive.Subscription;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.send.ProducerSide;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.LedgerCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Account of a load's messages: those owed, lost, and of unknown fate.
 *
 * <p>Assumptions and guarantees: on the thread of the run, except {@link #whileSending} and {@link #soFar}, which any thread may call.
 */
final class LoadLedger {

    private static final long RECOUNT_NS = 1_000_000_000;
    private static final long RECOUNT_STEP_NS = 100_000_000;

    private final RunContext run;
    private final RunPlan plan;
    private final ConsumerSide consumers;
    private final ProducerSide producers;
    private final boolean isAlone;
    /** Accounts of the producers, once their loops have ended. */
    private List<ProducerAccount> accounts = List.of();

    LoadLedger(RunContext run, ConsumerSide consumers, ProducerSide producers) {
        this.run = run;
        this.consumers = consumers;
        this.producers = producers;
        plan = run.plan();
        isAlone = run.peers().isAlone();
    }

    /** Takes the final accounts of the producers, whose loops have ended. */
    List<ProducerAccount> sendingEnded() {
        accounts = producers.tasks.stream()
                .flatMap(task -> task.accountsAtEnd().stream())
                .toList();
        return accounts;
    }

    /**
     * Adds the messages that were not delivered by a time to the lower bounds. Only if losses are known, and in a run in one
     * process: with several workers, none of them knows the deliveries of the others.
     *
     * @param untilNs from the start of the load
     */
    void undelivered(long untilNs, LowerBounds unfinished) {
        if (isAlone && consumers.isLossKnown()) {
            boolean changed = !run.rate().changes().isEmpty();
            ledger(accounts).undelivered(changed, untilNs, unfinished);
        }
    }

    /**
     * Longest time, until now, for which a subscription that is owed a delivery has received none; empty if no subscription is
     * owed one, or if that is unknown.
     */
    Optional<Long> longestSilenceNs(long nowNs) {
        Optional<Long> longest = Optional.empty();
        for (Subscription subscription : isAlone ? owed() : List.<Subscription>of()) {
            synchronized (subscription.recorder) {
                long silentNs = nowNs - Math.max(subscription.lastNs, run.timeline().startNs);
                longest = Optional.of(Math.max(silentNs, longest.orElse(0L)));
            }
        }
        return longest;
    }

    /**
     * Asks the broker what it still has for the subscriptions in doubt. While it has fewer messages than are missing, it is asked
     * again for at most a second: Artemis, for one, counts in tasks that may run after its answer to the client (ARTEMIS-1256).
     */
    void queryRemaining() {
        long untilNs = run.time().nanoTime() + RECOUNT_NS;
        try {
            consumers.queryRemaining(subscriptionsInDoubt());
            while (counts(Optional.empty()).lost() > 0 && run.time().nanoTime() < untilNs) {
                run.control().await(run.time().nanoTime() + RECOUNT_STEP_NS, () -> run.failure()
                        .happened());
                consumers.queryRemaining(subscriptionsInDoubt());
            }
        } catch (DriverException e) {
            run.listener().onNote("the broker did not say what it still has: " + e.getMessage());
        }
    }

    /** Messages left for the subscriptions that miss some, by the last answers of the broker and the client library. */
    MessagesLeft left() {
        return ledger(accounts).left();
    }

    /** Subscriptions that miss messages; with other workers all, because no worker knows what the others received. */
    private List<Subscription> subscriptionsInDoubt() {
        if (!isAlone) {
            return consumers.subscriptions.all;
        }
        return ledger(accounts).waiting();
    }

    /** Subscriptions that are owed a delivery; empty if that is unknown. */
    List<Subscription> owed() {
        return isLossKnown() && !plan.mayExpire() ? subscriptionsInDoubt() : List.of();
    }

    /**
     * Number of deliveries to wait for: those owed and, if dead letters are received, those of rejected messages. 0 in a run on
     * several workers, whose coordinator knows the number.
     */
    long outstanding() {
        // Losses are not counted: to tell them from dead letters, each missing message would have to be looked up.
        LedgerCounts counts = isAlone ? ledger(accounts).settle(false) : LedgerCounts.EMPTY;
        return counts.outstanding()
                + (counts.deadLettered() > 0 ? Math.max(0, counts.rejected() - counts.deadLettered()) : 0);
    }

    /** Account while the producers send. */
    LedgerCounts whileSending() {
        return ledger(producers.accounts().toList()).settle(false);
    }

    /** Account of the deliveries so far, on any thread. */
    LedgerCounts soFar() {
        return ledger(List.of()).settle(false);
    }

    private Ledger ledger(List<ProducerAccount> of) {
        return new Ledger(plan, consumers.subscriptions.all, of);
    }

    /** Counts of the messages by their outcome: of all, or of the groups of a name. */
    LedgerCounts counts(Optional<String> group) {
        Ledger ledger = new Ledger(plan, consumers.subscriptions.all, accounts, List.of(), group);
        boolean areGapsLosses = !consumers.subscriptions.anyWasAbsent() && !consumers.hasOnlyForeign();
        boolean lossKnown = isLossKnown() && (plan.workload().produces() || areGapsLosses);
        return isAlone ? ledger.settle(lossKnown) : ledger.settleOwnCounts(lossKnown);
    }

    private boolean isLossKnown() {
        // After a failure, messages in flight were not waited for.
        return consumers.isLossKnown() && !run.failure().happened();
    }

    /**
     * Faults with their cost in time and messages.
     *
     * @param lossKnown whether losses can be counted; they are counted only if no message has a time to live
     */
    List<FaultResult> faults(boolean lossKnown) {
        List<Map<Integer, Long>> marks = run.faultLog().marks();
        long[] lost = lossKnown && !plan.mayExpire() ? ledger(accounts).lostBy(marks) : new long[marks.size()];
        return run.faultLog()
                .results(
                        producers.recorders.stream().flatMap(Recorder::gaps).toList(),
                        producers.gaps(),
                        consumers.subscriptions.recorders().stream()
                                .flatMap(Recorder::gaps)
                                .toList(),
                        consumers.subscriptions.all.stream()
                                .flatMap(subscription -> Stream.ofNullable(subscription.gap))
                                .toList(),
                        lost);
    }
}
