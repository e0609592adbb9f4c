package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.WakeUps;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdleSleeperTest {

    @Test
    void itEndsOnceAndStaysEnded() {
        try (SystemTime time = new SystemTime();
                Probes probes = Probes.ofThisHost(time)) {
            Optional<WakeUps> first = probes.wakeUps();
            assertThat(first.orElseThrow().waits()).isPositive();
            assertThat(first.get().lateNs()).hasSize(4).isSorted();
            assertThat(probes.wakeUps()).isEqualTo(first);
        }
    }

    @Test
    void whereTheLoadIsNotMadeNothingIsMeasured() {
        try (Probes probes = Probes.none()) {
            assertThat(probes.wakeUps()).isEmpty();
        }
    }
}
