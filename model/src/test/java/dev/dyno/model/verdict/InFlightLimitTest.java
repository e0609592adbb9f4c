package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InFlightLimitTest extends JudgedRun {

    @ParameterizedTest
    @CsvSource({
        "SYNC, 'raise --producers: each has one send (--sync) at a time'",
        "TRANSACTED, 'raise --producers: each has one transaction (--commit-interval) at a time'",
        "ASYNC, raise --max-pending (7)"
    })
    void adviceNamesTheModeThatIsUsedAndNoOther(String mode, String advice) {
        config = Map.of("producers", List.of(Map.of("mode", mode, "maxPending", 7)));
        card = Map.of("linger", "");

        assertThat(FindingText.FLAGS.of(Finding.note("relief.waited").with(new RunEvidence(result()).window(0))))
                .endsWith(": " + advice);
    }
}
