package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.LedgerCounts;
import org.junit.jupiter.api.Test;

class UndeliveredRuleTest {

    /** 15,000 messages, of which that many are still in the broker. */
    private static LedgerCounts inBroker(long messages) {
        return new LedgerCounts(15_000, 15_000 - messages, 0, messages, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
    }

    @Test
    void whatASlowConsumerLeftIsSaidWithTheTimeThatItStillTakes() {
        assertThat(new Seconds()
                        .outstandingGrowsBy(500)
                        .ordinary(10)
                        .drain(20, 100)
                        .ledger(inBroker(3_000))
                        .findings("undelivered"))
                .containsExactly(
                        "The consumers took 1,000/s of 1,500/s; 3,000 messages were left in the broker when the drain"
                                + " of 20 s ended. At 100/s they take another 30 s: a longer --drain receives them.");
    }

    @Test
    void whatTheBrokerHoldsBackIsNoMatterOfTheConsumers() {
        assertThat(new Seconds()
                        .ordinary(15)
                        .drain(5, 200)
                        .drain(25, 0)
                        .ledger(inBroker(1))
                        .findings("undelivered"))
                .containsExactly(
                        "1 message was left in the broker when the drain of 30 s ended. None arrived in the last 10 s:"
                                + " the broker holds it, perhaps for a connection that broke and that it has not given up yet.");
    }

    /** Messages that were received and not acknowledged may be among them, too. */
    @Test
    void whatTheClientLibraryAloneHasIsNotInTheBroker() {
        assertThat(new Seconds()
                        .ordinary(15)
                        .drain(5, 200)
                        .drain(25, 0)
                        .ledger(inBroker(3_000))
                        .fetched(3_500)
                        .findings("undelivered"))
                .containsExactly(
                        "3,000 messages were left in the client library when the drain of 30 s ended. In the last 10 s"
                                + " the consumers took none.");
    }

    @Test
    void whatTheClientLibraryHasFetchedIsNamedBesideWhatTheBrokerHas() {
        assertThat(new Seconds()
                        .ordinary(15)
                        .drain(30, 100)
                        .ledger(inBroker(3_000))
                        .fetched(1_000)
                        .findings("undelivered"))
                .containsExactly(
                        "3,000 messages were left in the broker or, 1,000 of them, in the client library when the drain"
                                + " of 30 s ended. At 100/s they take another 30 s: a longer --drain receives them.");
    }
}
