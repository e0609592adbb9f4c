package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.model.workload.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrokerPauseTest {

    private final List<String> seen = new ArrayList<>();
    private final BrokerPause pause =
            new BrokerPause(note -> seen.add("note: " + note), cause -> seen.add("failed: " + cause));

    @Test
    void aBrokerStillPausedAtTheEndIsResumedOnce() {
        pause.of(action -> {
            seen.add(action.word());
            return Optional.empty();
        });
        pause.act(Fault.OnBroker.PAUSE);
        pause.end();
        pause.end();
        pause.act(Fault.OnBroker.PAUSE);
        assertThat(seen)
                .containsExactly(
                        "pause", "resume", "note: the broker was still paused at the end of the load, and was resumed");
    }

    @Test
    void aBrokerThatCannotBeResumedIsNotReportedAsResumed() {
        pause.of(action -> {
            if (action == Fault.OnBroker.RESUME) {
                throw new DriverException("no such process");
            }
            return Optional.empty();
        });
        pause.act(Fault.OnBroker.PAUSE);
        pause.end();
        assertThat(seen).containsExactly("failed: resume: no such process");
    }
}
