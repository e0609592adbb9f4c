package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fate of messages that did not arrive, on virtual time: still in the broker, lost, or nobody can say. In each run 500
 * messages a second are sent for ten seconds.
 */
class UndeliveredTest extends SimulatedRun {

    UndeliveredTest() {
        simulation.set("load constant 500/s; duration 10s; maxPending 100; persistent true");
    }

    private static void assertFates(LedgerCounts ledger, long delivered, long inBroker, long lost, long unknown) {
        assertThat(List.of(
                        ledger.expected(), ledger.delivered(), ledger.inBroker(), ledger.lost(), ledger.fateUnknown()))
                .as("expected, delivered, in the broker, lost, fate unknown")
                .containsExactly(5_000L, delivered, inBroker, lost, unknown);
    }

    /**
     * It starts when the load is over, and takes 100/s for the 6 s of the drain. The simulated broker hands over 128 in a row, and the
     * probe is the first of them: after five times 128 the drain is over, as 6.39 s are.
     */
    @Test
    void whatASlowConsumerLeavesIsInTheBrokerAndCostsNoVerdict() {
        RunResult result = run("consumerSpan 60s; thinkTime 10ms; drain 6s");
        assertFates(result.ledger(), 639, 4_361, 0, 0);
        assertThat(result.drainNs()).isBetween(6_380 * MS, 6_400 * MS);
        assertThat(reasons(result)).doesNotContain("messages-lost", "fate-unknown", "backlog-grew", "sequence-gaps");
        assertThat(simulation.notes)
                .contains(
                        "4,873 deliveries are owed, and 100/s arrive: that takes about 49 s, and the drain ends in 5 s");
    }

    /** It takes the next message 8 s after the last one, whatever the broker has. */
    @Test
    void aConsumerThatThinksForLongHasNotStoppedReceiving() {
        RunResult result = run("consumerSpan 60s; thinkTime 8s");
        assertThat(result.ledger().inBroker()).isPositive();
        assertThat(result.conditions().orElseThrow().silentNs()).contains(0L);
        assertThat(reasons(result)).doesNotContain("deliveries-stopped");
    }

    /** The probe is the first message that the broker takes, so the tenth is number 9 of the load, …, the 5,000th 4,999. */
    @Test
    void whatTheBrokerDropsIsLostAndTheDrainEndsWhenTheBrokerHasNothing() {
        RunResult result = run("lose=every 10; drain 5m");
        assertFates(result.ledger(), 4_500, 0, 500, 0);
        assertThat(result.drainNs()).isBetween(5 * SECOND - 20 * MS, 5 * SECOND + 20 * MS);
        assertThat(reasons(result)).first().isEqualTo("messages-lost");
    }

    /** 500 are dropped; of the 4,500 that can be delivered 639 are received. */
    @Test
    void whatIsDroppedIsDistinguishedFromWhatWaitsForASlowConsumer() {
        RunResult result = run("lose=every 10; consumerSpan 60s; thinkTime 10ms; drain 6s");
        assertFates(result.ledger(), 639, 3_861, 500, 0);
        assertThat(reasons(result)).contains("messages-lost");
    }

    /**
     * From 5.001 s on, which is 4.996 s of the load, somebody else fetches every second message and receives none; at 25 s that
     * connection is closed, and they return to the queue: 15 s without deliveries, far more than the drain waits before it asks
     * the broker.
     */
    @ParameterizedTest
    @CsvSource({"30s, 15, 0", "15.1s, 15, 0", "8s, 8, 1251"})
    void aDrainWaitsForWhatTheBrokerHoldsForAnotherConnection(String drain, long seconds, long inBroker) {
        simulation.script("prefetch", "5000");
        simulation.drain = Duration.parse("PT" + drain.toUpperCase(Locale.ROOT));
        simulation.before = client -> simulation.time.schedule(5 * SECOND + MS, () -> fetchUntil(client, 25 * SECOND));
        RunResult result = simulation.run();
        assertFates(result.ledger(), 5_000 - inBroker, inBroker, 0, 0);
        assertThat(result.drainNs()).isBetween(seconds * SECOND - 10 * MS, seconds * SECOND);
        assertThat(reasons(result)).doesNotContain("messages-lost", "fate-unknown");
    }

    private void fetchUntil(Client client, long untilNs) {
        try {
            ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}));
            connection.createConsumer(
                    new ConsumerSpec(simulation.destinations.get(0), AckMode.AUTO, ReceiveMode.RECEIVE), body -> {});
            connection.start();
            simulation.time.schedule(untilNs, connection::close);
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    /** Received and not acknowledged, 250 are held for the connection that broke at 5 s, until 65 s: none of them is owed. */
    @Test
    void whatIsHeldForADeadConnectionKeepsNobodyWaitingWhoHasAll() {
        simulation.faults = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100)));
        simulation.whileRunning = runner -> simulation.time.schedule(
                5 * SECOND + MS, () -> SimulatedFaults.broker(simulation).cutConnections());
        RunResult result = run("session=60s; ack CLIENT; consumerCommitInterval 100000");
        assertCounts(result, "success, undelivered 0, duplicate 0");
        assertThat(result.drainNs()).isLessThan(SECOND);
    }

    /** Each of a topic's three subscriptions is asked for itself: one may have what another loses. */
    @Test
    void eachSubscriptionIsAskedForItself() {
        RunResult result = run("destinations topic://T; consumers 3; lose=every 10");
        LedgerCounts ledger = result.ledger();
        assertThat(List.of(ledger.expected(), ledger.inBroker(), ledger.lost(), ledger.fateUnknown()))
                .containsExactly(15_000L, 0L, 1_500L, 0L);
    }

    /** A driver whose broker drops every tenth message. */
    private void dropping(ScriptedDriver.Left left) {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++sent[0] % 10 != 0) {
                driver.deliver(body);
            }
            listener.onSendCompleted(token, null);
            return true;
        };
        driver.messagesLeft = left;
        simulation.drain = Duration.ofSeconds(17);
    }

    @Test
    void whereTheProtocolCannotSayTheFateIsUnknownAndTheDrainLastsToItsEnd() {
        dropping(OptionalLong::empty);
        RunResult result = simulation.run();
        assertFates(result.ledger(), 4_500, 0, 0, 500);
        assertThat(result.ledger().knowsLost()).isFalse();
        assertThat(result.drainNs()).isEqualTo(17 * SECOND);
        assertThat(reasons(result)).contains("fate-unknown").doesNotContain("messages-lost");
    }

    /** Consumers are stopped and the broker is asked when the drain is over: that may take long, and nobody receives meanwhile. */
    @Test
    void messagesHaveWaitedUntilTheEndOfTheDrainHoweverLongTheBrokerIsAskedAfterIt() {
        dropping(() -> {
            if (simulation.time.nanoTime() >= 27 * SECOND) {
                simulation.time.advance(7 * SECOND);
            }
            return OptionalLong.empty();
        });
        RunResult result = simulation.run();
        assertThat(result.drainNs()).isEqualTo(17 * SECOND);
        assertThat(simulation.time.nanoTime()).isEqualTo(34 * SECOND);
        // The tenth message is the first that was dropped, due at 18 ms.
        assertThat(percentile(result, Latency.END_TO_END, 100).lowNs())
                .isBetween(27 * SECOND - 20 * MS, 27 * SECOND + 20 * MS);
    }

    @Test
    void whereTheBrokerDoesNotAnswerTheFateIsUnknown() {
        dropping(() -> {
            throw new DriverException("no answer");
        });
        RunResult result = simulation.run();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertFates(result.ledger(), 4_500, 0, 0, 500);
        assertThat(result.drainNs()).isEqualTo(17 * SECOND);
        assertThat(simulation.notes).containsOnlyOnce("the broker did not say what it still has: no answer");
    }

    /** The drain is over at 27 s; what it has stored by then it counts 0.4 s later. */
    @Test
    void whatABrokerCountsLateIsNotLost() {
        dropping(() -> OptionalLong.of(
                simulation.time.nanoTime() >= 27 * SECOND && simulation.time.nanoTime() < 27 * SECOND + 400 * MS
                        ? 450
                        : 500));
        RunResult result = simulation.run();
        assertFates(result.ledger(), 4_500, 500, 0, 0);
        assertThat(reasons(result)).doesNotContain("messages-lost");
    }

    /** It says 500 until 12 s after the end of the load. */
    @Test
    void theBrokerIsAskedAgainUntilItHasNothing() {
        dropping(() -> OptionalLong.of(simulation.time.nanoTime() < 22 * SECOND ? 500 : 0));
        RunResult result = simulation.run();
        assertFates(result.ledger(), 4_500, 0, 500, 0);
        assertThat(result.drainNs()).isBetween(15 * SECOND - 20 * MS, 15 * SECOND + 20 * MS);
    }
}
