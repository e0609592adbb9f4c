package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Verdict.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryRuleTest extends JudgedRun {

    @Test
    void aConsumerAloneDoesNotKnowWhatTheBrokerStillHas() {
        ledger = undelivered(0, 1_990);
        produces = false;
        assertNote(
                "sequence-gaps",
                "10 of 21,000 messages up to the last ones did not arrive: lost, still in the broker, or taken by consumers"
                        + " that are not of this run");
    }

    /** A rejected message is dropped, or comes again from a queue of dead letters. */
    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, false", "0, 1, false"})
    void whatWasRejectedDidNotComeExactlyOnce(long rejected, long deadLettered, boolean isOnce) {
        ledger = new LedgerCounts(21_000, 21_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, rejected, 0, deadLettered, true, true);
        assertThat(verdict().notes().stream().anyMatch(note -> note.code().equals("delivered-exactly-once")))
                .isEqualTo(isOnce);
    }

    /** Its subscription was gone for a time: what it missed then cannot be distinguished from what was lost. */
    @Test
    void aConsumerAloneThatWasGoneSaysWhatItLacks() {
        ledger = new LedgerCounts(21_000, 20_900, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
        produces = false;
        assertNote(
                "sequence-gaps",
                "100 of 21,000 messages up to the last ones did not arrive: lost, missed while a connection was made again, or"
                        + " taken by consumers that are not of this run");
        // It has not asked for all of them.
        config = Map.of("consumers", List.of(Map.of("selector", "colour = 'red'")));
        assertThat(verdict().findings()).extracting(Finding::code).doesNotContain("sequence-gaps");
    }

    /** The library drops what a slow consumer has no room for; only at the other levels of QoS does the broker wait. */
    @ParameterizedTest
    @CsvSource({"1, ''", "0, 'at QoS 0 the client library drops what a slow consumer has no room for, and '"})
    void whatMayHaveDroppedMessagesOfMqttIsNamed(String qos, String library) {
        ledger = undelivered(0, 0);
        card = Map.of("protocol", "MQTT 5", "qos", qos);
        assertSuspect(
                "fate-unknown",
                "2,000 of 21,000 messages did not arrive by the end of the drain, and the broker did not say whether it still has"
                        + " them: they are lost, or a longer --drain receives them; " + library
                        + "a Mosquitto counts those that its full queues drop in $SYS/broker/publish/messages/dropped");
    }

    /** It drops messages in doubt, too, which are not lost. */
    @ParameterizedTest
    @CsvSource({"2, 2", "3, 3", "9, 3"})
    void whatTheClientLibraryOfCoreNatsDroppedIsNamedByNumber(long some, long ofLost) {
        ledger = undelivered(3, 1_997);
        card = Map.of("protocol", "NATS core");
        dropped = some;
        assertLost("; the client library dropped " + ofLost
                + " of them, because they waited for a slow consumer beyond its"
                + " limit (64 MiB or 524,288 messages in core NATS): lower --rate or --think-time, or raise --consumers; core"
                + " NATS stores no message: take --driver jetstream, or see the server's log");
    }

    @Test
    void aClientLibraryThatDroppedNothingIsNoCauseOfALoss() {
        ledger = undelivered(3, 1_997);
        card = Map.of("protocol", "NATS core");
        assertLost("; core NATS stores no message: take --driver jetstream, or see the server's log");
    }

    private void assertLost(String why) {
        assertThat(verdict().reasons())
                .filteredOn(reason -> reason.code().equals("messages-lost"))
                .extracting(FindingText.FLAGS::of)
                .containsExactly(
                        "3 of 21,000 messages did not arrive, and the broker has nothing left for their subscriptions"
                                + why);
    }

    @Test
    void aConsumerAloneNamesWhatItsClientLibraryDropped() {
        ledger = undelivered(0, 1_990);
        produces = false;
        dropped = 4;
        assertNote(
                "sequence-gaps",
                "10 of 21,000 messages up to the last ones did not arrive: lost (4 of them dropped by the client library, whose"
                        + " consumer was slow), still in the broker, or taken by consumers");
    }

    @Test
    void aBrokerThatDropsWhatWasDeliveredTooOftenIsACauseOfALoss() {
        ledger = undelivered(3, 1_997);
        card = Map.of("deliveries at most", "5");
        assertLost(
                "; it drops a message that was delivered 5 times and never acknowledged, also where consumers left before"
                        + " they had worked on it: raise that limit, lower the messages of a poll, or see its log");
    }

    /** Consumers think 500 ms about each of as many messages as they have at a time. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | has no acknowledgement after the ack wait of 1 s, and consumers think 500 ms about each of up to 3 messages that they have at a time; raise the ack wait, or lower that number or --think-time
            2 | is rejected or not acknowledged in time
            """)
    void thinkingThatOutlastsTheWaitForAcknowledgementsIsTheCauseOfDuplicates(String prefetch, String cause) {
        ledger = ledgerOf(0, 7, 0, true);
        card = Map.of("ack wait", "1s", "max ack pending", "1000", "prefetch", prefetch);
        config = Map.of("consumers", List.of(Map.of("thinkTime", "500ms")));
        assertNote(
                "messages-duplicated",
                "7 deliveries were duplicates, and no connection broke before: the broker delivers again what "
                        + cause);
    }

    @Test
    void theFirstFailedSendSaysWhyAndARunThatReconnectsIsNotAdvisedToDoSo() {
        total = new Counts(21_000, 0, 21_000, 21_000, 2, 0, 0, 0, 0, 0);
        sendFailure = Optional.of("the queue is full");
        String failed = "2 of 21,000 sends failed, the first because of: the queue is full; see the broker's log";
        assertNote("sends-failed", failed + ", and --reconnect to continue after a lost connection");
        config = Map.of("reconnectDelay", "1s");
        assertNote("sends-failed", failed);
        assertThat(verdict().notes()).extracting(FindingText.FLAGS::of).contains(failed);
    }

    @Test
    void whatIsOrdinaryIsNoReason() {
        // Reordered, stale, in doubt: told in the ledger.
        ledger = ledgerOf(0, 0, 0, true);
        assertValid();
        outcome = Outcome.INTERRUPTED;
        assertValid();
    }

    /** Rates and latencies are of first deliveries, so that no number is in doubt, even if each message came twice. */
    @Test
    void duplicatesAreNoDoubt() {
        ledger = ledgerOf(0, 21_000, 0, true);
        assertThat(verdict().level()).isEqualTo(Level.VALID);
        assertThat(verdict().notes()).extracting(Finding::code).contains("messages-duplicated");
    }

    /** One in a hundred does not change a rate; more do. */
    @ParameterizedTest
    @CsvSource({"210, false", "211, true"})
    void aHundredthOfTheMessagesIsADoubt(long some, boolean doubted) {
        List<Runnable> wrong = List.of(
                () -> ledger = new LedgerCounts(21_000, 21_000 - some, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true),
                () -> {
                    ledger = LedgerCounts.EMPTY;
                    total = new Counts(21_000, 0, 21_000, 21_000, some, 0, 0, 0, 0, 0);
                });
        for (Runnable one : wrong) {
            one.run();
            assertThat(verdict().level()).isEqualTo(doubted ? Level.SUSPECT : Level.VALID);
        }
    }
}
