package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults that the broker makes on purpose come back in the ledger, to the message. */
class FaultsTest extends SimulatedRun {

    private static final long MESSAGES = 5_000;

    /** Consumers that get the messages. */
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

    private void loadOn(Topology topology) {
        simulation.set("service=10us; load constant 1000/s; duration 5s; producers 3; maxPending 10");
        simulation.set(
                "destinations %s; consumers %s; sharedSubscriptions %s",
                topology.destination, topology.consumers, topology.shared);
    }

    private RunResult balanced(Topology topology, String script) {
        loadOn(topology);
        simulation.set(script);
        return balanced(topology.subscriptions);
    }

    /** Invariant: no message is without an account. */
    private RunResult balanced(int subscriptions) {
        RunResult result = simulation.run();
        SimCounts truth = simulation.truth();
        LedgerCounts ledger = result.ledger();
        // One message, the probe, is not of the load; it reaches each subscription.
        assertThat(result.totals().sent()).isEqualTo(truth.sent() - 1);
        assertThat(result.totals().acknowledged()).isEqualTo(truth.acknowledged() - 1);
        assertThat(result.totals().failed()).isEqualTo(truth.failed());
        assertThat(result.totals().received() + ledger.duplicate() + ledger.corrupt())
                .isEqualTo(truth.delivered() - subscriptions);
        assertThat(ledger.expected()).isEqualTo(subscriptions * result.totals().acknowledged());
        assertThat(ledger.delivered() + ledger.inDoubtDelivered())
                .isEqualTo(result.totals().received());
        assertThat(ledger.lost()).isEqualTo(ledger.expected() - ledger.delivered());
        assertCounts(result, "lossKnown true, exact true, stale 0");
        return result;
    }

    @ParameterizedTest
    @EnumSource
    void withoutFaultsNothingIsWrong(Topology topology) {
        loadOn(topology);
        RunResult result = balanced(topology.subscriptions);
        long deliveries = topology.subscriptions * MESSAGES;
        assertThat(result.ledger())
                .isEqualTo(new LedgerCounts(deliveries, deliveries, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true));
    }

    @ParameterizedTest
    @EnumSource
    void lostMessagesAreLostForEverySubscription(Topology topology) {
        RunResult result = balanced(topology, "lose=every 17");
        assertThat(simulation.truth().lost()).isEqualTo((MESSAGES + 1) / 17);
        long lost = topology.subscriptions * simulation.truth().lost();
        assertCounts(result, "lost " + lost + ", duplicate 0, reordered 0");
        assertThat(reasons(result)).first().isEqualTo("messages-lost");
    }

    @ParameterizedTest
    @EnumSource
    void duplicatesAreCountedForEverySubscription(Topology topology) {
        RunResult result = balanced(topology, "duplicate=every 19");
        assertThat(simulation.truth().duplicated()).isEqualTo((MESSAGES + 1) / 19);
        assertCounts(
                result,
                "duplicate " + (topology.subscriptions * simulation.truth().duplicated()) + ", lost 0");
        assertThat(findings(result)).contains("messages-duplicated");
    }

    @ParameterizedTest
    @EnumSource
    void reorderingIsSeenByAConsumerThatGetsBoth(Topology topology) {
        RunResult result = balanced(topology, "reorder=every 23");
        assertThat(simulation.truth().reordered()).isEqualTo((MESSAGES + 1) / 23);
        // Competing consumers take turns: the two that changed places are never the same one's.
        long reordered = topology.keepsOrder()
                ? topology.subscriptions * simulation.truth().reordered()
                : 0;
        assertCounts(result, "reordered " + reordered + ", lost 0, duplicate 0");
    }

    @ParameterizedTest
    @EnumSource
    void corruptMessagesAreFoundAndMissing(Topology topology) {
        RunResult result = balanced(topology, "corrupt=every 29");
        assertThat(simulation.truth().corrupted()).isEqualTo((MESSAGES + 1) / 29);
        long corrupt = topology.subscriptions * simulation.truth().corrupted();
        assertCounts(result, "corrupt " + corrupt + ", lost " + corrupt);
        assertThat(reasons(result)).startsWith("messages-lost", "messages-corrupt");
    }

    @ParameterizedTest
    @EnumSource
    void failedSendsAreInDoubtAndNotLost(Topology topology) {
        RunResult result = balanced(topology, "fail=every 31; onFailure COUNT");
        assertThat(simulation.truth().failed()).isEqualTo((MESSAGES + 1) / 31);
        long failed = simulation.truth().failed();
        assertCounts(result, "success, failed " + failed + ", inDoubt " + failed + ", inDoubtDelivered 0, lost 0");
        assertThat(reasons(result)).first().isEqualTo("sends-failed");
    }

    @ParameterizedTest
    @EnumSource
    void allOfItAtOnceIsReportedApart(Topology topology) {
        RunResult result =
                balanced(topology, "lose=0.01; duplicate=0.02; reorder=0.03; fail=0.04; seed=7; onFailure COUNT");
        SimCounts truth = simulation.truth();
        assertThat(List.of(truth.lost(), truth.duplicated(), truth.reordered(), truth.failed()))
                .allMatch(count -> count > 30);
        long each = topology.subscriptions;
        assertCounts(
                result,
                "lost " + each * truth.lost() + ", duplicate " + each * truth.duplicated() + ", inDoubt "
                        + truth.failed());
        if (topology.keepsOrder()) {
            assertCounts(result, "reordered " + each * truth.reordered());
        }
    }

    @Test
    void aFailedSendEndsTheRunUnlessItIsToBeCounted() {
        loadOn(Topology.ONE_CONSUMER);
        RunResult result = run("fail=every 1001");
        assertThat(result.outcome().success()).isFalse();
        assertThat(result.outcome().cause())
                .contains("the simulated broker refused the message, as its setting 'fail' asks for");
        assertCounts(result, "failed 1, sent 1_000, inDoubt 1, lost 0");
        assertThat(reasons(result)).first().isEqualTo("run-failed");
        // A second of load, and no drain after it.
        assertThat(simulation.time.nanoTime()).isBetween(1_000_000_000L, 1_050_000_000L);
    }

    /** Messages that are too large, for instance: the probe is one of them. */
    @ParameterizedTest
    @EnumSource
    void whereEachSendFailsAndIsToBeCountedAllAreFailed(SendMode mode) {
        loadOn(Topology.ONE_CONSUMER);
        RunResult result = run(
                "fail=every 1; producers 1; mode %s; commitInterval %s; onFailure COUNT",
                mode, mode == SendMode.TRANSACTED ? 10 : 0);
        assertCounts(result, "success, failed " + MESSAGES + ", inDoubt " + MESSAGES + ", expected 0");
        assertThat(reasons(result)).contains("sends-failed");
        assertThat(simulation.notes)
                .anyMatch(
                        note -> note.startsWith(
                                "the probe to queue://A failed, and the load counts failed sends: the simulated broker refused"));
    }

    @ParameterizedTest
    // The last of the ten is of the messages left at the end.
    @CsvSource({"SYNC, 0, 10", "TRANSACTED, 1, 10", "TRANSACTED, 10, 100", "TRANSACTED, 64, 584"})
    void aFailedSendIsInDoubtAndATransactionAsAWhole(SendMode mode, int commitInterval, long inDoubt) {
        RunResult result = balanced(
                Topology.ONE_CONSUMER,
                "fail=every 500; producers 1; mode %s; onFailure COUNT; commitInterval %s"
                        .formatted(mode, commitInterval));
        assertThat(simulation.truth().failed()).isEqualTo(inDoubt);
        assertCounts(result, "inDoubt " + inDoubt + ", lost 0");
    }

    @ParameterizedTest
    @CsvSource({"ASYNC, STOP", "ASYNC, COUNT", "SYNC, STOP", "SYNC, COUNT", "TRANSACTED, STOP", "TRANSACTED, COUNT"})
    void aBrokerThatDiesLeavesAPartialResultAndItsLastWords(SendMode mode, OnSendFailure onFailure) {
        loadOn(Topology.FIVE_COMPETING);
        simulation.set("die=3s; service=500us; mode %s; onFailure %s", mode, onFailure);
        if (mode != SendMode.ASYNC) {
            simulation.set("producers 1; commitInterval %s", mode == SendMode.TRANSACTED ? 10 : 0);
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
        assertCounts(result, "lossKnown false, lost 0");
        assertThat(reasons(result)).first().isEqualTo("run-failed");
        assertThat(simulation.time.nanoTime()).isBetween(3_000_000_000L, 3_050_000_000L);
    }

    @Test
    void anAllOutLoadEndsWithItsBrokerToo() {
        RunResult result = run("die=2s; service=100us; onFailure COUNT; maxPending 0; capacity=100");
        assertThat(result.outcome().success()).isFalse();
        assertThat(result.totals().acknowledged()).isBetween(19_900L, 20_000L);
        assertThat(simulation.time.nanoTime()).isBetween(2_000_000_000L, 2_050_000_000L);
    }

    @Test
    void withoutABrokerThereIsACauseAndNothingElse() {
        loadOn(Topology.ONE_CONSUMER);
        RunResult result = run("die=0s");
        assertThat(result.outcome().cause())
                .contains("cannot connect to sim://" + simulation.name
                        + ": connection refused, the simulated broker has died, as its setting 'die' asks for");
        assertThat(simulation.intervals).isEmpty();
        assertThat(result.measuredNs()).isZero();
        assertThat(result.ledger()).isEqualTo(new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true));
        assertThat(simulation.time.nanoTime()).isZero();
    }
}
