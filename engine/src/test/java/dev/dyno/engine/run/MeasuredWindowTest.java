package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who listens is told exactly when the measured phase begins and ends. */
class MeasuredWindowTest {

    private final Simulation simulation = new Simulation();

    @Test
    void itBeginsAfterTheWarmupAndEndsWithTheLoadBeforeTheDrain() {
        simulation.load = Schedule.constant(Rate.perSecond(100));
        simulation.warmup = Duration.ofSeconds(2);
        simulation.duration = Duration.ofSeconds(5);
        simulation.script("delivery", "1s");
        simulation.run();
        assertThat(simulation.begins).hasSize(1);
        assertThat(simulation.ends).hasSize(1);
        assertThat(simulation.ends.get(0) - simulation.begins.get(0)).isEqualTo(3_000_000_000L);
        assertThat(simulation.time.nanoTime()).isGreaterThanOrEqualTo(simulation.ends.get(0) + 900_000_000L);
    }

    @Test
    void aLoadThatEndsInItsWarmupHasNone() {
        simulation.load = Schedule.constant(Rate.perSecond(100));
        simulation.warmup = Duration.ofSeconds(2);
        simulation.duration = Duration.ofSeconds(5);
        simulation.messageCount = 100;
        simulation.run();
        assertThat(simulation.begins).isEmpty();
        assertThat(simulation.ends).hasSize(1);
    }
}
