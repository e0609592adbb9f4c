package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A consumer that works for 10 ms on each of 1,000 messages a second, on some of them at once. */
class ThinkAtOnceTest extends SimulatedRun {

    private void workOn(int atOnce) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 1000/s, max-pending: 100 }
                consumers: { from: queue://Q, ack: individual, think-time: 10ms, think-at-once: %s }
                phases: { measure: 10s, drain: 2m }
                """.formatted(atOnce));
    }

    /** One of them ends 100 a second; 20 at once would be 2,000 a second, and there are 1,000. */
    @ParameterizedTest
    @CsvSource({"1, 1000", "4, 4000", "20, 10000"})
    void itsRateIsTheirNumberDividedByTheTime(int atOnce, long received) {
        workOn(atOnce);
        assertCounts(simulation.run(), "success, measured received " + received + ", lost 0, duplicate 0, inBroker 0");
        assertThat(simulation.truth().redelivered()).isZero();
    }

    @Test
    void aDriverThatAcknowledgesOnlyTheLastMessageRefusesIt() {
        workOn(4);
        simulation.scripted();
        assertThat(simulation.run().outcome().cause().orElse(""))
                .contains("does not offer what the workload needs: ", "no messages worked on at once (think-at-once)");
    }
}
