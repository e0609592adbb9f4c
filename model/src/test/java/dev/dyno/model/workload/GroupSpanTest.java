package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupSpanTest {

    private static final Span MIDDLE = new Span(Duration.ofNanos(100), Optional.of(Duration.ofNanos(200)));

    @ParameterizedTest
    @CsvSource({"0, 100", "99, 100", "100, 100", "101, 101", "199, 199", "200, 200", "201, 200"})
    void aTimeOutsideOfASpanIsMovedToItsNearerEnd(long ns, long clamped) {
        assertThat(MIDDLE.clampNs(ns)).isEqualTo(clamped);
    }

    @ParameterizedTest
    @CsvSource({"99, 100", "100, 100", "9223372036854775807, 9223372036854775807"})
    void aSpanWithoutAnEndHasOnlyABeginning(long ns, long clamped) {
        assertThat(new Span(Duration.ofNanos(100), Optional.empty()).clampNs(ns))
                .isEqualTo(clamped);
    }
}
