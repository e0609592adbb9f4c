package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    @Test
    void outagesAreExpectedWithAFaultOrWhereConnectionsAreReplaced() {
        List<Fault> kill = List.of(new Fault(Duration.ofSeconds(1), Fault.OnBroker.KILL));
        Optional<Duration> delay = Optional.of(Duration.ofMillis(10));
        assertThat(FaultPlan.NONE.isDisturbed()).isFalse();
        assertThat(new FaultPlan(kill, Optional.empty()).isDisturbed()).isTrue();
        assertThat(new FaultPlan(List.of(), delay).isDisturbed()).isTrue();
        assertThat(new FaultPlan(kill, delay).isDisturbed()).isTrue();
    }

    @Test
    void actionsAreTypedInLowerCase() {
        assertThat(Arrays.stream(Fault.OnBroker.values()).map(Fault.OnBroker::word))
                .containsExactly("kill", "stop", "restart", "pause", "resume");
    }
}
