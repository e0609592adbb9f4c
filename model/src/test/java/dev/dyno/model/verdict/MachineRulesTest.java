package dev.dyno.model.verdict;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineRulesTest extends JudgedRun {

    @Test
    void whoeverElseUsesTheProcessorsIsNotKnown() {
        worker = new WorkerUsage(10, 19, 0, Optional.of(0.96));
        assertSuspect(
                "processors-saturated",
                "the host's 2 processors were 96 % busy, 1.9 of them with the load generator: whatever else runs here,"
                        + " the broker too, competed with it");
    }

    /** All-out, they are the limit; collections of more than a tenth of the time are in the p90. */
    @Test
    void aDoubtIsWhatReachesTheRateOrTheP90() {
        intendedPerSecond = 0;
        worker = new WorkerUsage(10, 5, 1, Optional.of(0.96));
        assertNote("processors-saturated", "the host's 2 processors were 96 % busy");
        worker = new WorkerUsage(10, 5, 1.01, Optional.of(0.5));
        assertSuspect("worker-gc", "the load generator spent 1.01 s of 10 s");
    }

    @Test
    void aHostThatDoesNotTellIsNoReason() {
        worker = new WorkerUsage(10, 5, 0, Optional.empty());
        assertValid();
        worker = WorkerUsage.NONE;
        intendedPerSecond = 0;
        assertValid();
    }

    @Test
    void aBrokerThatCompetesWithTheLoadIsNamed() {
        worker = new WorkerUsage(10, 9, 0, Optional.of(0.96));
        resources = List.of(summary(ResourceSample.BROKER, ResourceMetric.CPU, 0.875));
        assertSuspect(
                "processors-saturated",
                "the host's 2 processors were 96 % busy, 0.9 of them with the load generator and 0.88 with the broker: they"
                        + " competed");
    }

    @Test
    void whatElseRunsOnTheHostIsAReasonWhenItIsMuch() {
        // The worker has half a core, and more than a quarter of two is with others.
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.6875));
        resources = List.of(summary(ResourceSample.BROKER, ResourceMetric.CPU, 0.25));
        intendedPerSecond = 0;
        assertSuspect("others-busy", "0.63 of 2 processors were busy with neither");
        // A run with producers only: the consumers may be what else runs there.
        consumes = false;
        assertValid();
    }

    /** In a container, the samples of the host are of more processors than the load may use. */
    @Test
    void aHostIsNotFullThatHasMoreProcessorsThanTheLoad() {
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.1));
        resources = List.of(
                summary(ResourceSample.BROKER, ResourceMetric.CPU, 0.25),
                summary(ResourceSample.HOST, ResourceMetric.CPU, 6.4));
        assertValid();
    }

    @Test
    void whatElseRunsIsNotKnownWhereTheBrokersProcessIsNot() {
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.95));
        assertValid();
    }
}
