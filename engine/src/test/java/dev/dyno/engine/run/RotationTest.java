package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that leave and join: three times in 1.9 s. The broker takes 100 ms to accept a connection. */
@Tag("timing")
class RotationTest extends SimulatedRun {

    @ParameterizedTest
    @ValueSource(strings = {"mode: receive", "ack: client, commit-interval: 7", "count: 2"})
    void aConsumerThatLeavesAloneIsAnOutageUntilTheNextHasJoined(String consumers) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 200/s, max-pending: 100 }
                consumers: { from: queue://Q, rotate: 500ms, %s }
                phases: { measure: 1900ms, drain: 5s }
                """.formatted(consumers));
        RunResult result = simulation.script("connect", "100ms").runInRealTime();

        assertCounts(result, "delivered 380, lost 0, duplicate 0, connect 3");
        assertThat(latency(result, Latency.CONNECT).getMinValue()).isGreaterThanOrEqualTo(99 * MS);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("rotate");
        FaultResult rotation = result.faults().get(0);
        assertThat(rotation.beganNs()).isBetween(500 * MS, 800 * MS);
        double outageS = rotation.consume().orElseThrow().seconds();
        assertThat(outageS).isBetween(consumers.contains("2") ? 0.001 : 0.1, consumers.contains("2") ? 0.099 : 0.5);
    }

    /** Two messages, each of which is worked on for 3 s; the consumer is to leave after half a second. */
    @Test
    void aConsumerThatFetchesLeavesWhenItsMessagesAreAcknowledged() {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 1/s, max-pending: 100 }
                consumers: { from: queue://Q, rotate: 500ms, mode: receive, ack: individual, think-time: 3s, think-at-once: 2 }
                phases: { measure: 1900ms, drain: 20s }
                """);
        assertCounts(simulation.runInRealTime(), "success, delivered 2, lost 0, duplicate 0");
    }
}
