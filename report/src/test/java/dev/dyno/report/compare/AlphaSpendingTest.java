package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AlphaSpendingTest {

    @Test
    void nothingIsSpentEarlyAndAllOfItInTheEnd() {
        AlphaSpending spending = new AlphaSpending(0.05);

        // 2 - 2 Φ(1.959964 / √t) at t = 0.25, 0.5, 0.75 and 1, less what was spent before.
        assertThat(spending.next(0.25)).isCloseTo(0.0000886, within(5e-8));
        assertThat(spending.next(0.5)).isCloseTo(0.0055746 - 0.0000886, within(5e-7));
        assertThat(spending.next(0.75)).isCloseTo(0.0236250 - 0.0055746, within(5e-6));
        assertThat(spending.next(1)).isCloseTo(0.05 - 0.0236250, within(5e-6));
    }
}
