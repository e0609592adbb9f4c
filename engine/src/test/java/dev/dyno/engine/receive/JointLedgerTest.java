package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JointLedgerTest {

    private static final long RUN = 42;
    private static final long SECOND = 1_000_000_000;
    private static final Destination QUEUE = Destination.parse("queue://Q");
    private static final long[] NONE = {};

    private final JointLedger ledger = new JointLedger(plan(""));

    JointLedgerTest() {
        ledger.subscribe(List.of(new SubscriptionName(QUEUE, "Q0", true, Optional.empty())));
    }

    /** @param consumers more settings of theirs */
    private static RunPlan plan(String consumers) {
        return Loads.plan(
                RUN,
                0,
                Loads.workload("{ producers: { to: queue://Q }, consumers: { from: queue://Q" + consumers + " } }"));
    }

    private static DeliveryReport from(int producer, long[] inOrder, long[] late) {
        return new DeliveryReport(0, RUN, producer, inOrder, late);
    }

    private static long[] every(int step, int first, int end) {
        return LongStream.iterate(first, i -> i < end, i -> i + step).toArray();
    }

    private void sent(int producer, long sequences, long... inDoubt) {
        ledger.add(new ProducerAccount(producer, QUEUE, sequences, inDoubt, SendTimes.NONE));
    }

    private String settled() {
        return LedgerTest.words(ledger.settle(Optional.empty(), true, List.of()));
    }

    @Tag("slow")
    @Test
    void whatThreeWorkersGotInTurnsIsComplete() {
        sent(7, 3_000_000);
        for (int second = 0; second < 3; second++) {
            int from = second * 1_000_000;
            for (int worker = 0; worker < 3; worker++) {
                int first = from + Math.floorMod(worker - from, 3);
                ledger.add(List.of(from(7, every(3, first, from + 1_000_000), NONE)), 0);
            }
        }
        assertThat(settled()).isEqualTo("expected 3000000, delivered 3000000");
        assertThat(ledger.outstanding()).isZero();
    }

    @Test
    void aMessageThatComesToTwoWorkersIsADuplicate() {
        sent(1, 4);
        ledger.add(List.of(from(1, new long[] {0, 2}, NONE)), 0);
        ledger.add(List.of(from(1, new long[] {1, 2, 3}, NONE)), 0);
        assertThat(settled()).isEqualTo("expected 4, delivered 4, duplicate 1");
    }

    @Test
    void whatIsLateAndNoDuplicateIsReordered() {
        sent(1, 6);
        ledger.add(List.of(from(1, new long[] {0, 3, 5}, new long[] {1, 3})), 0);
        assertThat(settled()).isEqualTo("expected 6, delivered 4, duplicate 1, reordered 1");
        assertThat(ledger.outstanding()).isEqualTo(2);
    }

    @Test
    void whatIsInDoubtIsNotOwed() {
        sent(1, 5, 3, 4);
        ledger.add(List.of(from(1, new long[] {0, 1, 2, 4}, NONE)), 0);
        LedgerCounts own = new LedgerCounts(0, 0, 0, 0, 0, 0, 4, 3, 0, 0, 0, 5, 0, 0, true, true);
        assertThat(LedgerTest.words(ledger.settle(Optional.empty(), true, List.of(own, own))))
                .isEqualTo("expected 3, delivered 3, corrupt 8, stale 6, inDoubt 2, inDoubtDelivered 1, rejected 10");
    }

    /** The account was taken while the call with message 3 was held; 2 is missing. */
    @Test
    void whatArrivesBeyondTheAccountOfItsProducerIsInDoubt() {
        sent(1, 3);
        ledger.add(List.of(from(1, new long[] {0, 1, 3}, NONE)), 0);
        assertThat(settled()).isEqualTo("expected 3, delivered 2, inDoubtDelivered 1");
        assertThat(ledger.outstanding()).isEqualTo(1);
    }

    @Test
    void producersHaveAccountsOfTheirOwn() {
        sent(1, 2);
        sent(2, 2);
        ledger.add(List.of(from(1, new long[] {0, 1}, NONE), from(2, new long[] {1}, NONE)), 0);
        ledger.left(List.of(Map.of(0, ofBroker(0))));
        assertThat(settled()).isEqualTo("expected 4, delivered 3, lost 1");
    }

    /** Ten messages are missing; the third worker has no consumer of the queue. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0, 10, 0", "2, 3, 5, 5, 0", "30, 0, 10, 0, 0", "0, -1, 0, 0, 10"})
    void whatTheLibraryOfEachWorkerHasFetchedIsAddedUp(
            long first, long second, long inBroker, long lost, long unknown) {
        assertLeft(fetched(first), fetched(second), inBroker, lost, unknown);
    }

    /** One of two may have been asked later. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0, 10, 0", "5, 5, 5, 5, 0", "5, 4, 5, 5, 0", "30, 0, 10, 0, 0", "7, -1, 0, 0, 10"})
    void whatTheBrokerHasForAllWorkersCountsOnce(long first, long second, long inBroker, long lost, long unknown) {
        assertLeft(ofBroker(first), ofBroker(second), inBroker, lost, unknown);
    }

    /** The broker has 2 for both. */
    @Test
    void whatTheBrokerHasAndWhatWasFetchedFromItAreApart() {
        assertLeft(Optional.of(new MessagesLeft(2, 3, 1)), Optional.of(new MessagesLeft(2, 1, 2)), 6, 4, 0);
        assertThat(ledger.left()).isEqualTo(new MessagesLeft(2, 4, 3));
    }

    private void assertLeft(
            Optional<MessagesLeft> first, Optional<MessagesLeft> second, long inBroker, long lost, long unknown) {
        sent(1, 10);
        ledger.left(List.of(Map.of(0, first), Map.of(0, second), Map.of()));
        LedgerCounts counts = ledger.settle(Optional.empty(), true, List.of());
        assertThat(List.of(counts.inBroker(), counts.lost(), counts.fateUnknown()))
                .containsExactly(inBroker, lost, unknown);
    }

    private static Optional<MessagesLeft> ofBroker(long left) {
        return left < 0 ? Optional.empty() : Optional.of(MessagesLeft.ofBroker(left));
    }

    private static Optional<MessagesLeft> fetched(long left) {
        return left < 0 ? Optional.empty() : Optional.of(new MessagesLeft(0, left, 0));
    }

    @Test
    void workersThatSeeOtherSubscriptionsAreFound() {
        assertThat(ledger.subscribe(List.of(new SubscriptionName(QUEUE, "Q0", true, Optional.empty()))))
                .isTrue();
        assertThat(ledger.subscribe(List.of(new SubscriptionName(QUEUE, "Q1", true, Optional.empty()))))
                .isFalse();
    }

    @Test
    void aLostWorkersProducerOwesWhatArrived() {
        assertThat(ledger.consumes()).isTrue();
        assertThat(new JointLedger(plan("")).consumes()).isFalse();
        ledger.add(List.of(from(0, new long[] {0, 1, 4}, NONE)), 0);
        ledger.addLost();
        assertThat(ledger.outstanding()).isEqualTo(5 - 3);
        // The account that there is stays.
        ledger.add(List.of(from(0, new long[] {7}, NONE)), 0);
        ledger.addLost();
        assertThat(ledger.outstanding()).isEqualTo(5 - 3);
    }

    /** Three messages: arrivals are reported at 3 s and 5 s, and the drain ends at 10 s. */
    @Test
    void silenceCountsFromTheLastArrivalWhereMessagesAreOwed() {
        sent(1, 3);
        assertThat(ledger.longestSilenceNs(SECOND, 10 * SECOND)).contains(9 * SECOND);
        ledger.add(List.of(from(1, new long[] {0, 1}, NONE)), 3 * SECOND);
        ledger.add(List.of(from(1, NONE, NONE)), 4 * SECOND);
        assertThat(ledger.longestSilenceNs(SECOND, 10 * SECOND)).contains(7 * SECOND);
        ledger.add(List.of(from(1, NONE, new long[] {2})), 5 * SECOND);
        assertThat(ledger.longestSilenceNs(SECOND, 10 * SECOND)).isEmpty();
    }

    /** The ledger does not know the time that consumers spend on a message, nor the messages that a selector chooses. */
    @Test
    void silenceOfConsumersThatTakeTheirTimeOrChooseProvesNothing() {
        for (String settings : List.of(", think-time: 8s", ", rate: 1/s", ", selector: \"colour = 'red'\"")) {
            JointLedger other = new JointLedger(plan(settings));
            other.subscribe(List.of(new SubscriptionName(QUEUE, "Q0", true, Optional.empty())));
            other.add(new ProducerAccount(1, QUEUE, 3, NONE, SendTimes.NONE));
            assertThat(other.longestSilenceNs(SECOND, 10 * SECOND)).isEmpty();
        }
    }

    @Test
    void withASelectorNobodyKnowsWhatIsOwed() {
        JointLedger selecting = new JointLedger(plan(", selector: \"colour = 'red'\""));
        for (JointLedger each : List.of(ledger, selecting)) {
            each.subscribe(List.of(new SubscriptionName(QUEUE, "Q0", true, Optional.empty())));
            each.add(new ProducerAccount(1, QUEUE, 3, NONE, SendTimes.NONE));
            each.add(List.of(from(1, new long[] {0}, NONE)), 0);
        }
        LowerBounds unfinished = new LowerBounds(0);
        selecting.undelivered(false, 1_000, unfinished);
        assertThat(unfinished.parts().measured.unfinished(Latency.END_TO_END)).isEmpty();
        ledger.undelivered(false, 1_000, unfinished);
        assertThat(unfinished.parts().measured.unfinishedCount(Latency.END_TO_END))
                .isEqualTo(2);
    }
}
