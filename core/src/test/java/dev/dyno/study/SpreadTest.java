package dev.dyno.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.figure.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void aMedianOfBoundsIsShownAsOne() {
        List<Double> values = List.of(2e9, 3e9, 1e9);
        assertThat(Spread.of(values, false).text(Unit.NANOSECONDS)).isEqualTo(Unit.NANOSECONDS.text(2e9));
        assertThat(Spread.of(values, true).text(Unit.NANOSECONDS)).isEqualTo("≥ " + Unit.NANOSECONDS.text(2e9));
    }
}
