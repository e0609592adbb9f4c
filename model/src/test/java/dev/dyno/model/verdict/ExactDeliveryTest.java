package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.LedgerCounts;
import org.junit.jupiter.api.Test;

class ExactDeliveryTest {

    @Test
    void deliveryThatWasExactIsSaid() {
        LedgerCounts exact = new LedgerCounts(10_000, 10_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        LedgerCounts twice = new LedgerCounts(10_000, 10_000, 0, 0, 1, 0, 0, 0, 0, 0, 0, true, true);

        assertThat(new Seconds().ordinary(10).ledger(exact).findings("delivered-exactly-once"))
                .containsExactly("Every message that was sent came exactly once and in order: 10,000 deliveries.");
        assertThat(new Seconds().ordinary(10).ledger(twice).findings("delivered-exactly-once"))
                .isEmpty();
    }
}
