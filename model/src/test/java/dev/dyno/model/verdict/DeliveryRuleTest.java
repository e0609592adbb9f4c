package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Verdict.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryRuleTest extends JudgedRun {

    @Test
    void oneLostMessageMakesItInvalid() {
        ledger = ledgerOf(1, 0, 0, true);
        assertReason(
                Level.INVALID,
                "messages-lost",
                "1 of 21,000 messages did not arrive, and the broker has nothing left for their subscriptions");
    }

    @Test
    void aConsumerAloneCannotKnowThatAMessageIsLost() {
        ledger = ledgerOf(1, 0, 0, true);
        produces = false;
        assertNote(
                "sequence-gaps",
                "1 of 21,000 messages up to the last ones did not arrive: lost, or taken by consumers that are not of this"
                        + " run");
    }

    @Test
    void whatIsStillInTheBrokerIsNoReason() {
        ledger = undelivered(0, 2_000);
        assertValid();
        silentNs = Optional.of(4_999_999_999L);
        assertValid();
    }

    @Test
    void consumersThatReceiveNothingMoreOfWhatTheBrokerHasMakeItInvalid() {
        ledger = undelivered(0, 2_000);
        silentNs = Optional.of(12_000_000_000L);
        assertReason(
                Level.INVALID,
                "deliveries-stopped",
                "for the last 12 s nothing arrived, while the broker still had 2,000 messages for consumers that were connected");
    }

    @Test
    void whereTheBrokerDoesNotSayItIsNotInvalid() {
        ledger = undelivered(0, 1_990);
        assertNote(
                "fate-unknown",
                "10 of 21,000 messages did not arrive by the end of the drain, and the broker did not say whether it still has"
                        + " them: they are lost, or a longer --drain receives them");
        brokerAway = true;
        assertNote(
                "broker-away",
                "there was no broker at the end: nobody can say what it still has of the messages that did not arrive");
        brokerAway = false;
        produces = false;
        assertNote(
                "sequence-gaps",
                "10 of 21,000 messages up to the last ones did not arrive: lost, still in the broker, or taken by consumers"
                        + " that are not of this run");
    }

    /** Counts of a run in which 2,000 messages did not arrive. */
    private static LedgerCounts undelivered(long lost, long inBroker) {
        return new LedgerCounts(21_000, 19_000, lost, inBroker, 0, 0, 0, 0, 0, 0, 0, true, true);
    }

    @Test
    void aBrokerForMqttMayCountWhatItsQueuesDrop() {
        ledger = undelivered(0, 0);
        card = Map.of("protocol", "MQTT 5");
        assertSuspect(
                "fate-unknown",
                "2,000 of 21,000 messages did not arrive by the end of the drain, and the broker did not say whether it still has"
                        + " them: they are lost, or a longer --drain receives them; a Mosquitto counts those that its full queues"
                        + " drop in $SYS/broker/publish/messages/dropped");
    }

    @Test
    void corruptMessagesMakeItInvalid() {
        ledger = ledgerOf(0, 0, 1, true);
        assertReason(Level.INVALID, "messages-corrupt", "1 message was not whole");
    }

    @Test
    void duplicatesAreSuspect() {
        ledger = ledgerOf(0, 1, 0, true);
        assertNote("messages-duplicated", "1 delivery was a duplicate, and no connection broke before");
    }

    @Test
    void thinkingThatOutlastsTheWaitForAcknowledgementsIsTheCauseOfDuplicates() {
        ledger = ledgerOf(0, 7, 0, true);
        card = Map.of("ack wait", "1s", "max ack pending", "1000", "prefetch", "3");
        config = Map.of("consumers", List.of(Map.of("thinkTime", "500ms")));
        assertNote(
                "messages-duplicated",
                "7 deliveries were duplicates, and no connection broke before: the broker delivers again what has no"
                        + " acknowledgement after the ack wait of 1 s, and consumers think 500 ms about each of up to 3 messages"
                        + " that they have at a time; raise the ack wait, or lower that number or --think-time");
    }

    @Test
    void thinkingThatEndsInTimeIsNotTheCauseOfDuplicates() {
        ledger = ledgerOf(0, 7, 0, true);
        card = Map.of("ack wait", "1s", "prefetch", "2");
        config = Map.of("consumers", List.of(Map.of("thinkTime", "500ms")));
        assertNote(
                "messages-duplicated",
                "7 deliveries were duplicates, and no connection broke before: the broker delivers again what is rejected or"
                        + " not acknowledged in time");
    }

    @Test
    void theFirstFailedSendSaysWhy() {
        total = new Counts(21_000, 0, 21_000, 21_000, 2, 0, 0, 0, 0, 0);
        sendFailure = Optional.of("the queue is full");
        assertNote(
                "sends-failed",
                "2 of 21,000 sends failed, the first because of: the queue is full; see the broker's log");
    }

    @Test
    void anInexactLedgerIsSuspect() {
        ledger = ledgerOf(0, 0, 0, false);
        assertNote("ledger-overflow", "more gaps than the ledger remembers: its counts are bounds");
    }

    @Test
    void failedSendsAreSuspect() {
        total = new Counts(21_000, 0, 20_999, 20_999, 1, 0, 0, 0, 0, 0);
        assertNote("sends-failed", "1 of 21,000 sends failed");
    }

    /** One in a hundred does not change a rate; more do. */
    @ParameterizedTest
    @CsvSource({"210, false", "211, true"})
    void aHundredthOfTheMessagesIsADoubt(long some, boolean doubted) {
        List<Runnable> wrong = List.of(
                () -> ledger = ledgerOf(0, some, 0, true),
                () -> ledger = new LedgerCounts(21_000, 21_000 - some, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true),
                () -> {
                    ledger = LedgerCounts.EMPTY;
                    total = new Counts(21_000, 0, 21_000, 21_000, some, 0, 0, 0, 0, 0);
                });
        for (Runnable one : wrong) {
            one.run();
            assertThat(verdict().level()).isEqualTo(doubted ? Level.SUSPECT : Level.VALID);
        }
    }

    @Test
    void acknowledgementsOfTheClientAreSuspectWhereThereAreSends() {
        acknowledgedByClient = true;
        assertSuspect(
                "acknowledged-by-client",
                "sends were completed by the client library, not by the broker: send ack and response say nothing about"
                        + " the broker");
        produces = false;
        assertValid();
    }
}
