package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0", "0.8321083186717767, 0.832108", "-0.8321083186717767, -0.832108",
        "9268232192, 9268230000", "123456.4, 123456", "0.00000123456789, 0.00000123457",
        "1e300, 1e300"
    })
    void sixDigitsAreKept(double value, double kept) {
        assertThat(Column.significant(value, 6)).isEqualTo(kept);
    }

    @Test
    void whatIsMissingIsSeen() {
        Column.Builder builder = new Column.Builder();
        builder.add(2, 7);
        Column column = builder.build(4);

        assertThat(column.size()).isEqualTo(4);
        assertThat(column.has(1)).isFalse();
        assertThat(column.has(2)).isTrue();
        assertThat(column)
                .isEqualTo(Column.of(Double.NaN, Double.NaN, 7, Double.NaN))
                .isNotEqualTo(Column.of(0, 0, 7));
    }
}
