package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InFlightLimitTest {

    @ParameterizedTest
    @CsvSource({
        "SYNC, 'raise --producers: each has one send (--sync) at a time'",
        "TRANSACTED, 'raise --producers: each has one transaction (--tx) at a time'",
        "ASYNC, raise --max-pending (7)"
    })
    void adviceNamesTheModeThatIsUsedAndNoOther(String mode, String advice) {
        InFlightLimit window = InFlightLimit.of(
                new RunConfig(Map.of("producers", List.of(Map.of("mode", mode, "maxPending", 7)))),
                new DriverSemantics(Map.of()));

        assertThat(window.advice(0)).isEqualTo(advice);
    }
}
