package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.Timeline;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerTest {

    private static final long RUN = 77;
    private static final Destination QUEUE = Destination.parse("q");
    private static final Destination OTHER = Destination.parse("other");
    private static final Destination TOPIC = Destination.parse("topic://t");

    private final List<Subscription> subscriptions = new ArrayList<>();

    private Subscription subscription(Destination destination) {
        Subscription subscription = new Subscription(destination, "s" + subscriptions.size(), true, recorder());
        subscription.left = Optional.of(MessagesLeft.ofBroker(0));
        subscriptions.add(subscription);
        return subscription;
    }

    /** @param sequences like {@code 0-4,6} */
    private static void receive(Subscription subscription, long run, int producer, String sequences) {
        SequenceTracker tracker = subscription.tracker(subscription.indexOf(run, producer));
        sequences(sequences).forEach(tracker::add);
    }

    private static LongStream sequences(String text) {
        return Stream.of(text.split(",", -1)).flatMapToLong(range -> {
            String[] ends = range.split("-", -1);
            return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
        });
    }

    private static ProducerAccount sent(int producer, Destination destination, long sequences, long... inDoubt) {
        return new ProducerAccount(producer, destination, sequences, inDoubt, SendTimes.NONE);
    }

    private Ledger ledger(ProducerAccount... accounts) {
        return new Ledger(plan(), subscriptions, List.of(accounts));
    }

    private LedgerCounts account(ProducerAccount... accounts) {
        return ledger(accounts).settle(true);
    }

    private String settle(ProducerAccount... accounts) {
        return words(account(accounts));
    }

    /** All counts but zeros, like {@code expected 100, delivered 97, lost 3}, and what an account is not. */
    static String words(LedgerCounts counts) {
        return counts.toString()
                .replaceAll("LedgerCounts\\[|\\w+=(0|true)[,\\]] ?|]", "")
                .replaceAll(", $", "")
                .replace('=', ' ');
    }

    /**
     * Each subscription has its destination, and what it has received from each producer; each producer its destination, the number
     * of its messages, and those in doubt.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            q 0:0-99          | 0 q 100         | expected 100, delivered 100
            # What has not come is lost, the last ones too, and all of a producer that nothing came from.
            q 0:0-4,6-96      | 0 q 100         | expected 100, delivered 96, lost 4
            q                 | 0 q 3; 1 q 4    | expected 7, lost 7
            q 0:0-9 1:0-7,3,3 | 0 q 10; 1 q 10  | expected 20, delivered 18, lost 2, duplicate 2
            # 4, which is in doubt, came; 8 is lost. A duplicate of a message in doubt is a duplicate.
            q 0:0-2,4,6,7     | 0 q 9 4,3,5     | expected 6, delivered 5, lost 1, inDoubt 3, inDoubtDelivered 1
            q 0:0,1,1         | 0 q 2 1         | expected 1, delivered 1, duplicate 1, inDoubt 1, inDoubtDelivered 1
            # Every subscription of a topic is owed every message. 9 is in doubt, and came to two; 0 is lost for one.
            topic://t 0:0-9; topic://t 0:0-8; topic://t 0:1-9 | 0 topic://t 10 9 | expected 27, delivered 26, lost 1, inDoubt 1, inDoubtDelivered 2
            # A subscription is owed nothing of another destination.
            q 0:0-9; other 1:0-19 | 0 q 10; 1 other 20; 2 topic://t 1000 | expected 30, delivered 30
            """)
    void everyMessageIsAccountedFor(String received, String sent, String account) {
        for (String one : received.split("; ", -1)) {
            List<String> words = List.of(one.split(" ", -1));
            Subscription subscription = subscription(Destination.parse(words.get(0)));
            for (String of : words.subList(1, words.size())) {
                String[] parts = of.split(":", -1);
                receive(subscription, RUN, Integer.parseInt(parts[0]), parts[1]);
            }
        }
        assertThat(settle(Stream.of(sent.split("; ", -1))
                        .map(one -> one.split(" ", -1))
                        .map(words -> sent(
                                Integer.parseInt(words[0]),
                                Destination.parse(words[1]),
                                Long.parseLong(words[2]),
                                words.length > 3 ? sequences(words[3]).toArray() : new long[0]))
                        .toArray(ProducerAccount[]::new)))
                .isEqualTo(account);
    }

    /** Three of ten messages are rejected, and two of these arrive at the queue of dead letters, one of them twice. */
    @Test
    void whatArrivesElsewhereIsADeadLetter() {
        Subscription queue = subscription(QUEUE);
        receive(queue, RUN, 0, "0-9");
        queue.rejected = 3;
        Subscription dead = subscription(OTHER);
        receive(dead, RUN, 0, "3,5,5");
        receive(dead, RUN - 1, 0, "7");
        assertThat(settle(sent(0, QUEUE, 10)))
                .isEqualTo("expected 10, delivered 10, duplicate 1, rejected 3, deadLettered 2");
    }

    /**
     * Four of ten messages are missing, of which the broker has moved two without having delivered them, and one after; as much as
     * the limits of its queues allow, or a time to live that only the queue knows.
     */
    @ParameterizedTest
    @CsvSource({"0, 2, 2", "3, 1, 0"})
    void aMissingMessageThatArrivesElsewhereIsNotLost(long left, long expired, long lost) {
        Subscription queue = subscription(QUEUE);
        queue.left = Optional.of(MessagesLeft.ofBroker(left));
        receive(queue, RUN, 0, "0-5");
        Subscription dead = subscription(OTHER);
        dead.left = Optional.of(MessagesLeft.ofBroker(0));
        receive(dead, RUN, 0, "3,7,8");
        assertThat(account(sent(0, QUEUE, 10)))
                .isEqualTo(new LedgerCounts(10, 6, lost, left, 0, 0, 0, 0, 0, 0, 0, 0, expired, 3, true, true));
    }

    /** Four messages of a producer with a time to live are missing, and one of a producer without. */
    @ParameterizedTest
    @CsvSource({"0, 0, 4, 1, 0", "1, 1, 4, 0, 0", "2, 2, 3, 0, 0", "9, 5, 0, 0, 0", "-1, 0, 0, 0, 5"})
    void whatHadATimeToLiveIsExpiredAndNotLost(long left, long inBroker, long expired, long lost, long unknown) {
        Subscription queue = subscription(QUEUE);
        queue.left = left < 0 ? Optional.empty() : Optional.of(MessagesLeft.ofBroker(left));
        receive(queue, RUN, 0, "0-5");
        receive(queue, RUN, 1, "0-8");
        Workload workload = Loads.workload(
                "producers: [{ to: queue://q, rate: 1/s, message: { ttl: 1s } }, { to: queue://q, rate: 1/s }]");
        LedgerCounts counts = new Ledger(
                        Loads.plan(RUN, 0, workload), subscriptions, List.of(sent(0, QUEUE, 10), sent(1, QUEUE, 10)))
                .settle(true);
        assertThat(List.of(counts.inBroker(), counts.expired(), counts.lost(), counts.fateUnknown()))
                .containsExactly(inBroker, expired, lost, unknown);
        assertThat(counts.undelivered()).isEqualTo(5);
    }

    @Test
    void strangersAndReorderingsAreAddedUp() {
        Subscription one = subscription(QUEUE);
        one.corrupt = 1;
        one.stale = 10;
        one.reordered = 100;
        Subscription two = subscription(OTHER);
        two.corrupt = 2;
        two.stale = 20;
        two.reordered = 200;
        assertThat(settle()).isEqualTo("reordered 300, corrupt 3, stale 30");
    }

    @Test
    void strangersAloneAreAddedUpWithoutAnythingOwed() {
        Subscription queue = subscription(QUEUE);
        receive(queue, RUN, 0, "0-9");
        queue.corrupt = 1;
        queue.stale = 10;
        queue.reordered = 100;
        assertThat(words(ledger().settleOwnCounts(true))).isEqualTo("reordered 100, corrupt 1, stale 10");
    }

    @Test
    void messagesSentWhileASubscriptionWasAbsentAreNotOwed() {
        Subscription topic = absentFrom10();
        topic.joined(() -> Map.of(0, 20L));
        // 12 came all the same, 13 is in doubt; 10, 11 and 14 to 19 passed it by. 25 is owed and has not come.
        receive(topic, RUN, 0, "12");
        receive(topic, RUN, 0, "20-24,26-29");
        assertThat(settle(sent(0, TOPIC, 30, 13))).isEqualTo("expected 21, delivered 20, lost 1, inDoubt 1, notOwed 8");
    }

    @Test
    void anAbsenceThatIsNotOverEndsWithTheLastMessageThatWasSent() {
        absentFrom10();
        assertThat(settle(sent(0, TOPIC, 30))).isEqualTo("expected 10, delivered 10, notOwed 20");
    }

    @Test
    void nothingIsLostWhereNobodyListensOrNotAllIsOwed() {
        assertThat(settle(sent(0, QUEUE, 10, 3))).isEqualTo("inDoubt 1, lossKnown false");
        subscription(QUEUE);
        assertThat(words(ledger(sent(0, QUEUE, 10)).settle(false))).isEqualTo("expected 10, lossKnown false");
    }

    @Test
    void consumersAloneMissWhatIsBelowTheLastOfEachProducerAndRun() {
        Subscription queue = subscription(QUEUE);
        receive(queue, RUN, 0, "0,1,5,5");
        receive(queue, RUN, 1, "0-9");
        receive(queue, RUN + 1, 1, "1");
        assertThat(words(ledger().settle(true)))
                // Another consumer of the queue may have got them.
                .isEqualTo("expected 18, delivered 14, duplicate 1");
        assertThat(queue.runs()).isEqualTo(2);
        assertThat(queue.producers()).isEqualTo(3);
    }

    @Test
    void ofASubscriptionThatNobodySharesTheyAreLost() {
        Subscription alone = new Subscription(TOPIC, "alone", false, recorder());
        alone.left = Optional.of(MessagesLeft.ofBroker(1));
        subscriptions.add(alone);
        receive(alone, RUN, 0, "0,1,5");
        assertThat(words(ledger().settle(true))).isEqualTo("expected 6, delivered 3, lost 2, inBroker 1");
    }

    /** The messages still to be delivered may be more than those missing: received ones that were not acknowledged are among them. */
    @Test
    void whatTheBrokerHasForOneSubscriptionExplainsNothingThatAnotherMisses() {
        subscription(TOPIC).left = Optional.of(MessagesLeft.ofBroker(1_000));
        subscription(TOPIC).left = Optional.of(MessagesLeft.ofBroker(4));
        subscription(TOPIC).left = Optional.empty();
        subscriptions.forEach(subscription -> receive(subscription, RUN, 0, "0-89"));
        LedgerCounts counts = account(sent(0, TOPIC, 100));
        assertThat(words(counts)).isEqualTo("expected 300, delivered 270, lost 6, inBroker 14");
        assertThat(counts.fateUnknown()).isEqualTo(10);
        assertThat(counts.knowsLost()).isFalse();
    }

    @Test
    void oneForgottenGapMakesTheWholeAccountInexact() {
        Subscription queue = subscription(QUEUE);
        receive(subscription(OTHER), RUN, 1, "0-9");
        receive(queue, RUN, 0, "0,200000000");
        LongStream.rangeClosed(1, SequenceTracker.MAX_GAPS)
                .forEach(i -> queue.tracker(0).add(2 * i));
        assertThat(account(sent(0, QUEUE, 200_000_001), sent(1, OTHER, 10)).exact())
                .isFalse();
        assertThat(ledger().settle(true).exact()).isFalse();
    }

    @Test
    void aSubscriptionKnowsManyProducersByRunAndNumber() {
        Subscription queue = subscription(QUEUE);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                // Alike in what is hashed: run xor producer.
                assertThat(queue.indexOf(i, i)).isEqualTo(2 * i);
                assertThat(queue.indexOf(-i - 1L, i)).isEqualTo(2 * i + 1);
            }
        }
        assertThat(queue.producers()).isEqualTo(10_000);
        assertThat(queue.tracker(0)).isNotSameAs(queue.tracker(1));
        assertThat(queue.runs()).isEqualTo(10_000);
    }

    static Recorder recorder() {
        Timeline timeline = new Timeline(0, 0);
        return new Recorder(timeline, new FaultLog(timeline, false), Optional.empty());
    }

    @Test
    void aSubscriptionWaitsWhileItIsOwedSomething() {
        Subscription whole = subscription(QUEUE);
        Subscription lacking = subscription(OTHER);
        receive(whole, RUN, 0, "0-9");
        receive(lacking, RUN, 1, "0-8");
        Ledger ledger = ledger(sent(0, QUEUE, 10), sent(1, OTHER, 10));
        assertThat(ledger.waiting()).containsExactly(lacking);
        assertThat(ledger().waiting()).isEmpty();
        receive(whole, RUN, 0, "11");
        assertThat(ledger().waiting()).containsExactly(whole);
    }

    /** Ten messages: 1, 4, 6 and 9 are lost, 6 in doubt; four were sent before the first fault, and seven before the second. */
    @Test
    void theLostAreThoseOfTheFirstFaultAfterThem() {
        receive(subscription(QUEUE), RUN, 0, "0,2,3,5,7,8");
        Ledger ledger = ledger(sent(0, QUEUE, 10, 6), sent(1, OTHER, 5));
        assertThat(ledger.lostBy(List.of(Map.of(0, 4L), Map.of(0, 7L)))).containsExactly(1, 2);
        assertThat(ledger.lostBy(List.of(Map.of(0, 2L), Map.of(0, 2L), Map.of(0, 7L))))
                .containsExactly(1, 0, 2);
        assertThat(ledger.lostBy(List.of())).isEmpty();
        subscriptions.get(0).left = Optional.of(MessagesLeft.ofBroker(1));
        assertThat(ledger.lostBy(List.of(Map.of(0, 4L), Map.of(0, 7L)))).containsExactly(0, 0);
    }

    /** Ten messages, of which 4 is in doubt and has not come, nor have 5 and 8. A fault begins at each border of these. */
    @Test
    void messageInDoubtIsLostByNoFault() {
        receive(subscription(QUEUE), RUN, 0, "0,1,2,3,6,7,9");
        assertThat(lostBy(sent(0, QUEUE, 10, 4), 4, 5, 8, 9)).containsExactly(0, 0, 1, 1);
    }

    /** For each fault, by the number of messages sent before it, the messages lost since. */
    private long[] lostBy(ProducerAccount account, long... sent) {
        List<Map<Integer, Long>> faults =
                LongStream.of(sent).mapToObj(number -> Map.of(0, number)).toList();
        return ledger(account).lostBy(faults);
    }

    private Subscription absentFrom10() {
        Subscription topic = subscription(TOPIC);
        topic.fleeting = true;
        topic.joined(Map::of);
        receive(topic, RUN, 0, "0-9");
        topic.left();
        return topic;
    }

    private void absentFor10To19() {
        Subscription topic = absentFrom10();
        topic.joined(() -> Map.of(0, 20L));
        receive(topic, RUN, 0, "20-24,26-28");
    }

    /** 30 messages: 25 and 29 have not come, and 10 to 19 were not owed. */
    @Test
    void messagesThatWereNotOwedAreLostByNoFault() {
        absentFor10To19();
        assertThat(lostBy(sent(0, TOPIC, 30, 13), 15, 20, 26, 28)).containsExactly(0, 0, 1, 1);
    }

    /**
     * Message i was intended at 10 i and sent 5 later. One subscription missed 10 to 19, and lacks 25 and 29; another one lacks 13,
     * which is in doubt.
     */
    @Test
    void undeliveredIsWhatWasOwedOrInDoubtOrMissed() {
        absentFor10To19();
        receive(subscription(TOPIC), RUN, 0, "0-12,14-29");
        receive(subscription(QUEUE), RUN, 1, "0");
        SendTimes times = new SendTimes(
                LongStream.range(0, 30).toArray(),
                LongStream.range(0, 30).map(i -> 10 * i).toArray(),
                LongStream.range(0, 30).map(i -> 10 * i + 5).toArray());
        LowerBounds unfinished = new LowerBounds(0);
        ProducerAccount account = new ProducerAccount(0, TOPIC, 30, new long[] {13}, times);
        ledger(account).undelivered(false, 2_000, unfinished);
        // Each is a step of 1 ns.
        assertThat(bounds(unfinished, Latency.END_TO_END))
                .containsExactly(
                        1_710L, 1_750L, 1_810L, 1_820L, 1_830L, 1_840L, 1_850L, 1_860L, 1_870L, 1_880L, 1_890L, 1_900L);
        assertThat(bounds(unfinished, Latency.TRANSFER))
                .containsExactly(
                        1_705L, 1_745L, 1_805L, 1_815L, 1_825L, 1_835L, 1_845L, 1_855L, 1_865L, 1_875L, 1_885L, 1_895L);
        assertThat(unfinished.parts().measured.unfinishedCount(Latency.END_TO_END))
                .isEqualTo(13);
    }

    private static RunPlan plan() {
        Workload workload =
                new Workload("w", 1, List.of(), List.of(), new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO));
        return Loads.plan(RUN, 0, workload);
    }

    private static List<Long> bounds(LowerBounds unfinished, Latency latency) {
        List<Long> bounds = new ArrayList<>();
        unfinished
                .parts()
                .measured
                .unfinished(latency)
                .orElseThrow()
                .recordedValues()
                .forEach(value -> bounds.add(value.getValueIteratedTo()));
        return bounds;
    }

    /** 300,000 messages are in doubt and came, as many others are missing, and one of these came elsewhere as a dead letter. */
    @Test
    void manyMissingMessagesBesideManyInDoubtAreAccountedForAtOnce() {
        long half = 300_000;
        Subscription subscription = subscription(QUEUE);
        receive(subscription, RUN, 0, "0-" + (half - 1));
        receive(subscription(OTHER), RUN, 0, "" + half);
        ProducerAccount sent =
                sent(0, QUEUE, 2 * half, LongStream.range(0, half).toArray());
        LedgerCounts counts = assertTimeoutPreemptively(Duration.ofSeconds(8), () -> account(sent));
        assertThat(words(counts))
                .isEqualTo("expected 300000, lost 299999, inDoubt 300000, inDoubtDelivered 300000, expired 1,"
                        + " deadLettered 1");
    }
}
