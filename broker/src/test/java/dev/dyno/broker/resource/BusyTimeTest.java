package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BusyTimeTest {

    private static final long SECOND = 1_000_000_000;
    private static final double EXACT = 1e-9;

    private final BusyTime busy = new BusyTime();

    private double at(long seconds, double... unused) {
        for (int i = 0; i < unused.length; i++) {
            busy.add("cpu" + i, unused[i]);
        }
        return busy.read(1_000 * SECOND + seconds * SECOND);
    }

    @Test
    void whatIsNotRestIsWork() {
        assertThat(at(0, 500, 700)).isZero();
        assertThat(at(1, 500.25, 701)).isEqualTo(0.75, within(EXACT));
        assertThat(at(3, 500.25, 702)).isEqualTo(0.75 + 2 + 1, within(EXACT));
    }

    @Test
    void aTickTooMuchOfRestIsMadeUpForLater() {
        at(0, 0, 0);
        assertThat(at(1, 1.01, 1.01)).isZero();
        assertThat(at(2, 1.51, 1.51)).isEqualTo(0.98, within(EXACT));
    }

    @Test
    void aProcessorThatComesOrGoesDoesNotCountForTheTimeItWasNotThere() {
        at(0, 10);
        assertThat(at(1, 11, 5_000)).isZero();
        assertThat(at(2, 12, 5_000)).isEqualTo(1, within(EXACT));
        assertThat(at(3, 13)).isEqualTo(1, within(EXACT));
        assertThat(at(4, 14, 5_000)).isEqualTo(1, within(EXACT));
    }
}
