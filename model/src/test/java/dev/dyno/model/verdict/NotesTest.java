package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.LedgerCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotesTest {

    /** A thread that is full, a stall, a fault, a backlog, a broker that collects garbage, and nothing lost. */
    @Test
    void findingsOfAllRulesComeInTheOrderOfTheRules() {
        LedgerCounts exact = new LedgerCounts(16_500, 16_500, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        Seconds seconds = new Seconds()
                .outstandingGrowsBy(500)
                .ordinary(10)
                .stalled(100)
                .worker(3.7, 0.9)
                .worker("cpu-busiest-thread-percent", 97)
                .faults(Seconds.fault("pause", 9_000, Seconds.outage(9_010, 9_110), 0))
                .broker("gc-seconds", 0.5, 5)
                .ledger(exact);

        assertThat(seconds.notes())
                .extracting(Finding::code)
                .containsExactly(
                        "delivered-exactly-once", "limited-by-generator", "stalls", "fault", "backlog", "broker-gc");
    }

    /** 1,010 deliveries are outstanding after ten seconds, or 1,010 messages were not chosen. */
    @Test
    void whatASelectorLeavesOutIsNoBacklog() {
        Seconds seconds = new Seconds().outstandingGrowsBy(101).ordinary(10);
        assertThat(seconds.findings("backlog")).hasSize(1);
        assertThat(seconds.selecting().findings("backlog")).isEmpty();
    }

    /** 1,010 deliveries are outstanding after five seconds, and none five seconds later. */
    @Test
    void whatWaitedForTheEndOfAFaultIsNoBacklog() {
        Seconds drained = new Seconds().outstandingGrowsBy(202).ordinary(5);
        drained.outstandingGrowsBy(-202).ordinary(5);
        assertThat(drained.findings("backlog")).hasSize(1);
        drained.faults(Seconds.fault("cut", 2_000, Seconds.outage(2_000, 5_000), 0));
        assertThat(drained.findings("backlog")).isEmpty();
    }

    /** The broker has lost or dropped 1,000 of 2,000 outstanding deliveries, which no further consumer would receive. */
    @ParameterizedTest
    @CsvSource({"1000, 0", "0, 1000", "400, 600"})
    void whatTheBrokerLostOrLetExpireIsNoBacklog(long lost, long expired) {
        LedgerCounts gone =
                new LedgerCounts(12_000, 10_000, lost, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, expired, 0, true, true);
        Seconds seconds = new Seconds().outstandingGrowsBy(200).ordinary(10);
        assertThat(seconds.findings("backlog")).hasSize(1);
        assertThat(seconds.ledger(gone).findings("backlog")).isEmpty();
    }

    @Test
    void runThatHasMeasuredNothingHasNoFindings() {
        assertThat(new Seconds().notes()).isEmpty();
    }
}
