package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a broker does to messages on purpose comes back in the ledger, to the message. */
class FaultsTest {

    private static final long MESSAGES = 5_000;

    /** Who gets the messages. */
    enum Topology {
        ONE_CONSUMER("queue://A", 1, 0, 1),
        FIVE_COMPETING("queue://A", 5, 0, 1),
        FAN_OUT_OF_THREE("topic://A", 3, 0, 3),
        TWO_SHARED_SUBSCRIPTIONS_OF_FOUR("topic://A", 4, 2, 2);

        final String destination;
        final int consumers;
        final int shared;
        final int subscriptions;

        Topology(String destination, int consumers, int shared, int subscriptions) {
            this.destination = destination;
            this.consumers = consumers;
            this.shared = shared;
            this.subscriptions = subscriptions;
        }

        boolean keepsOrder() {
            return consumers == 1 || this == FAN_OUT_OF_THREE;
        }
    }

    private static Simulation simulation(Topology topology) {
        Simulation simulation = new Simulation().script("service", "10us");
        simulation.load = Schedule.constant(Rate.perSecond(1_000));
        simulation.duration = Duration.ofSeconds(5);
        simulation.producers = 3;
        simulation.maxPending = 10;
        simulation.destinations = List.of(Destination.parse(topology.destination));
        simulation.consumers = topology.consumers;
        simulation.sharedSubscriptions = topology.shared;
        return simulation;
    }

    /** What must hold whatever happens: no message is without an account. */
    private static void assertBalanced(Simulation simulation, RunResult result, int subscriptions) {
        SimCounts truth = simulation.truth();
        LedgerCounts ledger = result.ledger();
        // One message, the probe, is not of the load; it reaches each subscription.
        assertThat(result.totals().sent()).isEqualTo(truth.sent() - 1);
        assertThat(result.totals().acknowledged()).isEqualTo(truth.acknowledged() - 1);
        assertThat(result.totals().failed()).isEqualTo(truth.failed());
        assertThat(result.totals().received() + ledger.corrupt()).isEqualTo(truth.delivered() - subscriptions);
        assertThat(ledger.expected()).isEqualTo(subscriptions * result.totals().acknowledged());
        assertThat(ledger.delivered() + ledger.inDoubtDelivered() + ledger.duplicate())
                .isEqualTo(result.totals().received());
        assertThat(ledger.lost()).isEqualTo(ledger.expected() - ledger.delivered());
        assertThat(ledger.lossKnown()).isTrue();
        assertThat(ledger.exact()).isTrue();
        assertThat(ledger.stale()).isZero();
    }

    private static List<String> reasons(RunResult result) {
        return result.verdict().reasons().stream().map(Finding::code).toList();
    }

    @ParameterizedTest
    @EnumSource
    void withoutFaultsNothingIsWrong(Topology topology) {
        Simulation simulation = simulation(topology);
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        long deliveries = topology.subscriptions * MESSAGES;
        assertThat(result.ledger())
                .isEqualTo(new LedgerCounts(deliveries, deliveries, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true));
    }

    @ParameterizedTest
    @EnumSource
    void lostMessagesAreLostForEverySubscription(Topology topology) {
        Simulation simulation = simulation(topology).script("lose", "every 17");
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        assertThat(simulation.truth().lost()).isEqualTo((MESSAGES + 1) / 17);
        assertThat(result.ledger().lost())
                .isEqualTo(topology.subscriptions * simulation.truth().lost());
        assertThat(result.ledger().duplicate()).isZero();
        assertThat(result.ledger().reordered()).isZero();
        assertThat(reasons(result)).first().isEqualTo("messages-lost");
    }

    @ParameterizedTest
    @EnumSource
    void duplicatesAreCountedForEverySubscription(Topology topology) {
        Simulation simulation = simulation(topology).script("duplicate", "every 19");
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        assertThat(simulation.truth().duplicated()).isEqualTo((MESSAGES + 1) / 19);
        assertThat(result.ledger().duplicate())
                .isEqualTo(topology.subscriptions * simulation.truth().duplicated());
        assertThat(result.ledger().lost()).isZero();
        assertThat(reasons(result)).first().isEqualTo("messages-duplicated");
    }

    @ParameterizedTest
    @EnumSource
    void reorderingIsSeenByAConsumerThatGetsBoth(Topology topology) {
        Simulation simulation = simulation(topology).script("reorder", "every 23");
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        assertThat(simulation.truth().reordered()).isEqualTo((MESSAGES + 1) / 23);
        // Competing consumers take turns: the two that changed places are never the same one's.
        assertThat(result.ledger().reordered())
                .isEqualTo(
                        topology.keepsOrder()
                                ? topology.subscriptions * simulation.truth().reordered()
                                : 0);
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.ledger().duplicate()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void corruptMessagesAreFoundAndMissing(Topology topology) {
        Simulation simulation = simulation(topology).script("corrupt", "every 29");
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        assertThat(simulation.truth().corrupted()).isEqualTo((MESSAGES + 1) / 29);
        assertThat(result.ledger().corrupt())
                .isEqualTo(topology.subscriptions * simulation.truth().corrupted());
        assertThat(result.ledger().lost()).isEqualTo(result.ledger().corrupt());
        assertThat(reasons(result)).startsWith("messages-lost", "messages-corrupt");
    }

    @ParameterizedTest
    @EnumSource
    void failedSendsAreInDoubtAndNotLost(Topology topology) {
        Simulation simulation = simulation(topology).script("fail", "every 31");
        simulation.onFailure = OnSendFailure.COUNT;
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        assertThat(simulation.truth().failed()).isEqualTo((MESSAGES + 1) / 31);
        assertThat(result.outcome().success()).isTrue();
        assertThat(result.totals().failed()).isEqualTo(simulation.truth().failed());
        assertThat(result.ledger().inDoubt()).isEqualTo(simulation.truth().failed());
        assertThat(result.ledger().inDoubtDelivered()).isZero();
        assertThat(result.ledger().lost()).isZero();
        assertThat(reasons(result)).first().isEqualTo("sends-failed");
    }

    @ParameterizedTest
    @EnumSource
    void allOfItAtOnceIsToldApart(Topology topology) {
        Simulation simulation = simulation(topology)
                .script("lose", "0.01")
                .script("duplicate", "0.02")
                .script("reorder", "0.03")
                .script("fail", "0.04")
                .script("seed", "7");
        simulation.onFailure = OnSendFailure.COUNT;
        RunResult result = simulation.run();
        assertBalanced(simulation, result, topology.subscriptions);
        SimCounts truth = simulation.truth();
        assertThat(List.of(truth.lost(), truth.duplicated(), truth.reordered(), truth.failed()))
                .allMatch(count -> count > 30);
        assertThat(result.ledger().lost()).isEqualTo(topology.subscriptions * truth.lost());
        assertThat(result.ledger().duplicate()).isEqualTo(topology.subscriptions * truth.duplicated());
        assertThat(result.ledger().inDoubt()).isEqualTo(truth.failed());
        if (topology.keepsOrder()) {
            assertThat(result.ledger().reordered()).isEqualTo(topology.subscriptions * truth.reordered());
        }
    }

    @Test
    void aFailedSendEndsTheRunUnlessItIsToBeCounted() {
        Simulation simulation = simulation(Topology.ONE_CONSUMER).script("fail", "every 1001");
        RunResult result = simulation.run();
        assertThat(result.outcome().success()).isFalse();
        assertThat(result.outcome().cause())
                .contains("the simulated broker refused the message, as its setting 'fail' asks for");
        assertThat(result.totals().failed()).isEqualTo(1);
        assertThat(result.totals().sent()).isEqualTo(1_000);
        assertThat(result.ledger().inDoubt()).isEqualTo(1);
        assertThat(result.ledger().lost()).isZero();
        assertThat(reasons(result)).first().isEqualTo("run-failed");
        // A second of load, and no drain after it.
        assertThat(simulation.time.nanoTime()).isBetween(1_000_000_000L, 1_050_000_000L);
    }

    /** Messages that are too large, for instance: the probe is one of them. */
    @ParameterizedTest
    @EnumSource
    void whereEachSendFailsAndIsToBeCountedAllAreFailed(SendMode mode) {
        Simulation simulation = simulation(Topology.ONE_CONSUMER).script("fail", "every 1");
        simulation.producers = 1;
        simulation.mode = mode;
        simulation.commitInterval = mode == SendMode.TRANSACTED ? 10 : 0;
        simulation.onFailure = OnSendFailure.COUNT;
        RunResult result = simulation.run();
        assertThat(result.outcome().success()).isTrue();
        assertThat(result.totals().failed()).isEqualTo(MESSAGES);
        assertThat(result.ledger().inDoubt()).isEqualTo(MESSAGES);
        assertThat(result.ledger().expected()).isZero();
        assertThat(reasons(result)).contains("sends-failed");
        assertThat(simulation.notes)
                .anyMatch(
                        note -> note.startsWith(
                                "the probe to queue://A failed, and the load counts failed sends: the simulated broker refused"));
    }

    @ParameterizedTest
    // The last of the ten is of the messages left at the end.
    @CsvSource({"1, 10", "10, 100", "64, 584"})
    void aFailedTransactionIsInDoubtAsAWhole(int commitInterval, long inDoubt) {
        Simulation simulation = simulation(Topology.ONE_CONSUMER).script("fail", "every 500");
        simulation.producers = 1;
        simulation.mode = SendMode.TRANSACTED;
        simulation.commitInterval = commitInterval;
        simulation.onFailure = OnSendFailure.COUNT;
        RunResult result = simulation.run();
        assertBalanced(simulation, result, 1);
        assertThat(simulation.truth().failed()).isEqualTo(inDoubt);
        assertThat(result.ledger().inDoubt()).isEqualTo(inDoubt);
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void aFailedSynchronousSendIsInDoubt() {
        Simulation simulation = simulation(Topology.ONE_CONSUMER).script("fail", "every 500");
        simulation.producers = 1;
        simulation.mode = SendMode.SYNC;
        simulation.onFailure = OnSendFailure.COUNT;
        RunResult result = simulation.run();
        assertBalanced(simulation, result, 1);
        assertThat(result.ledger().inDoubt()).isEqualTo(10);
        assertThat(result.ledger().lost()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"ASYNC, STOP", "ASYNC, COUNT", "SYNC, STOP", "SYNC, COUNT", "TRANSACTED, STOP", "TRANSACTED, COUNT"})
    void aBrokerThatDiesLeavesAPartialResultAndItsLastWords(SendMode mode, OnSendFailure onFailure) {
        Simulation simulation =
                simulation(Topology.FIVE_COMPETING).script("die", "3s").script("service", "500us");
        simulation.mode = mode;
        simulation.onFailure = onFailure;
        if (mode != SendMode.ASYNC) {
            simulation.producers = 1;
            simulation.commitInterval = mode == SendMode.TRANSACTED ? 10 : 0;
        }
        RunResult result = simulation.run();
        assertThat(result.outcome().success()).isFalse();
        assertThat(result.outcome().cause())
                .contains(
                        "sim://" + simulation.name + ": the simulated broker has died, as its setting 'die' asks for");
        assertThat(simulation.intervals).hasSizeBetween(3, 4);
        assertThat(result.totals().sent()).isBetween(2_980L, 3_000L);
        assertThat(result.totals().acknowledged() + result.ledger().inDoubt())
                .isEqualTo(result.totals().sent());
        assertThat(result.measuredNs()).isBetween(2_990_000_000L, 3_000_000_000L);
        assertThat(result.ledger().lossKnown()).isFalse();
        assertThat(result.ledger().lost()).isZero();
        assertThat(reasons(result)).first().isEqualTo("run-failed");
        assertThat(simulation.time.nanoTime()).isBetween(3_000_000_000L, 3_050_000_000L);
    }

    @Test
    void anAllOutLoadEndsWithItsBrokerToo() {
        Simulation simulation = new Simulation().script("die", "2s").script("service", "100us");
        simulation.onFailure = OnSendFailure.COUNT;
        simulation.maxPending = 0;
        simulation.script("capacity", "100");
        RunResult result = simulation.run();
        assertThat(result.outcome().success()).isFalse();
        assertThat(result.totals().acknowledged()).isBetween(19_900L, 20_000L);
        assertThat(simulation.time.nanoTime()).isBetween(2_000_000_000L, 2_050_000_000L);
    }

    @Test
    void withoutABrokerThereIsACauseAndNothingElse() {
        Simulation simulation = simulation(Topology.ONE_CONSUMER).script("die", "0s");
        RunResult result = simulation.run();
        assertThat(result.outcome().cause())
                .contains("sim://" + simulation.name
                        + ": connection refused, the simulated broker has died, as its setting 'die' asks for");
        assertThat(simulation.intervals).isEmpty();
        assertThat(result.measuredNs()).isZero();
        assertThat(result.ledger()).isEqualTo(new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true));
        assertThat(simulation.time.nanoTime()).isZero();
    }
}
