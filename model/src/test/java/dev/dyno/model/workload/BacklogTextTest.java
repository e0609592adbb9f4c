package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The text of a backlog, which goes into the stored run. */
class BacklogTextTest {

    private static final Duration DEADLINE = Duration.ofMinutes(5);

    @Test
    void aSizeIsGivenInItsOwnUnit() {
        assertThat(new Backlog.Size(Backlog.Measure.MESSAGES, 1_000_000)).hasToString("1,000,000 messages");
        assertThat(new Backlog.Size(Backlog.Measure.BYTES, 1 << 30)).hasToString("1GiB");
        assertThat(new Backlog.Size(Backlog.Measure.NS, Duration.ofSeconds(90).toNanos()))
                .hasToString("90s");
    }

    @Test
    void theTextSaysWhetherProducersContinueWhileItIsDrained() {
        assertThat(new Backlog(
                        new Backlog.Size(Backlog.Measure.MESSAGES, 10), DEADLINE, false, Optional.empty(), false))
                .hasToString("10 messages, drained within 5m");
        assertThat(new Backlog(new Backlog.Size(Backlog.Measure.MESSAGES, 10), DEADLINE, true, Optional.empty(), false))
                .hasToString("10 messages, drained within 5m while producers send");
    }
}
