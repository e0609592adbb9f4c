package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that come and go. The broker takes 20 or 100 ms to accept a connection. */
class ComingAndGoingTest extends SimulatedRun {

    private Simulation simulation(String producers) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 20/s, %s }
                consumers: { from: queue://Q }
                phases: { measure: %s, drain: 2s }
                """.formatted(producers, producers.contains("1") ? "3s" : "5s"));
        return simulation.script("connect", "20ms").script("service", "5ms");
    }

    @Test
    void eachClientConnectsForItsMessagesAndTheFirstOfThemWaits() {
        RunResult result = simulation("messages-per-connection: 5").run();

        assertCounts(result, "sent 100, delivered 100, connect 20");
        assertThat(latency(result, Latency.CONNECT).getMinValue()).isCloseTo(20 * MS, Offset.offset(MS / 10));
        assertThat(latency(result, Latency.CONNECT).getMaxValue()).isCloseTo(20 * MS, Offset.offset(MS / 10));
        assertThat(latency(result, Latency.RESPONSE).getCountBetweenValues(24 * MS, 26 * MS))
                .isEqualTo(20);
        assertThat(latency(result, Latency.RESPONSE).getCountBetweenValues(4 * MS, 6 * MS))
                .isEqualTo(80);
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isZero();
    }

    /** From 1 s to 2 s of the broker nobody can connect; the load began some 0.1 s later. */
    @Test
    @Tag("slow")
    void failedAttemptsAreAPartOfTheTimeToConnect() {
        RunResult result = inRealTime(
                simulation("messages-per-connection: 1").script("die", "1s").script("return", "2s"));

        assertThat(latency(result, Latency.CONNECT).getMaxValue()).isBetween(700 * MS, 1_500 * MS);
        assertThat(result.latencies().unfinishedCount(Latency.CONNECT)).isZero();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(60);
    }

    @Test
    @Tag("slow")
    void aClientThatNeverConnectedCountsWithTheTimeItHadTried() {
        RunResult result = inRealTime(simulation("messages-per-connection: 1").script("die", "1s"));

        assertThat(result.latencies().unfinishedCount(Latency.CONNECT)).isEqualTo(1);
        assertThat(percentile(result, Latency.CONNECT, 100).lowNs()).isBetween(1_900 * MS, 2_300 * MS);
        assertThat(result.due().orElseThrow().unsent()).isBetween(38L, 45L);
    }

    /** The consumer leaves 0.5 s after the start of 1.5 s, and nobody can connect any more. */
    @Test
    @Tag("slow")
    void aConsumerThatCannotJoinAgainCountsWithTheTimeItHadTried() {
        AtomicBoolean away = new AtomicBoolean();
        ScriptedDriver driver = simulation.scripted();
        driver.connect = () -> {
            if (away.get()) {
                throw new DriverException("away");
            }
        };
        driver.trySend = (producer, body, token, listener) -> {
            away.set(true);
            return driver.complete(body, token, listener);
        };
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 20/s }
                consumers: { name: work, from: queue://Q, rotate: 500ms }
                phases: { measure: 1500ms, drain: 1s }
                """);
        RunResult result = inRealTime(simulation);

        assertThat(result.latencies().unfinishedCount(Latency.CONNECT)).isEqualTo(1);
        assertThat(percentile(result, Latency.CONNECT, 100).lowNs()).isBetween(700 * MS, 1_000 * MS);
        assertThat(result.group("work").orElseThrow().latencies().unfinishedCount(Latency.CONNECT))
                .isEqualTo(1);
    }

    private static RunResult inRealTime(Simulation simulation) {
        simulation.faults = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(10)));
        return simulation.runInRealTime();
    }

    @ParameterizedTest
    @Tag("timing")
    @ValueSource(strings = {"mode: receive", "count: 2"})
    void aConsumerThatLeavesAloneIsAnOutageUntilTheNextHasJoined(String consumers) {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 200/s, messages: 380, max-pending: 100 }
                consumers: { from: queue://Q, rotate: 500ms, %s }
                phases: { drain: 5s }
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

    @Test
    @Tag("nightly")
    void soIsOneThatCommits() {
        aConsumerThatLeavesAloneIsAnOutageUntilTheNextHasJoined("ack: client, commit-interval: 7");
    }

    /** Two messages, each of which is worked on for 3 s; the consumer is to leave after half a second. */
    @Test
    @Tag("slow")
    void aConsumerThatFetchesLeavesWhenItsMessagesAreAcknowledged() {
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 1/s, max-pending: 100 }
                consumers: { from: queue://Q, rotate: 500ms, mode: receive, ack: individual, think-time: 3s, think-at-once: 2 }
                phases: { measure: 1900ms, drain: 20s }
                """);
        assertCounts(simulation.runInRealTime(), "success, delivered 2, lost 0, duplicate 0");
    }
}
