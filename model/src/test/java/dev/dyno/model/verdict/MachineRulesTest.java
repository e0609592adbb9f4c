package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Map;
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

    /** The kernel counts steps of 10 ms: in a fifth of a second, one of two processors is known within a twentieth. */
    @Test
    void aFewMillisecondsDoNotShowWhatWasFull() {
        worker = new WorkerUsage(0.2, 0.1, 0, Optional.of(1.0));
        assertThat(verdict().findings()).extracting(Finding::code).contains("processors-saturated");
        worker = new WorkerUsage(0.199, 0.1, 0, Optional.of(1.0));
        assertThat(verdict().findings()).extracting(Finding::code).doesNotContain("processors-saturated");
        assertThat(FindingText.FLAGS.of(verdict().notes().get(1)))
                .contains("rate was held")
                .doesNotContain("full");
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

    /** The container of the load has 2 of 8 processors, of which 4 are busy: 0.5 with the load and 0.25 with the broker. */
    @Test
    void whatElseRunsOnTheHostIsAShareOfItsOwnProcessors() {
        environment = Map.of("processors", "2", "host processors", "8");
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.5));
        resources = List.of(summary(ResourceSample.BROKER, ResourceMetric.CPU, 0.25));
        assertNote("others-busy", "3.25 of 8 processors were busy with neither");
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.96));
        assertThat(verdict().reasons())
                .extracting(FindingText.FLAGS::of)
                .first()
                .asString()
                .startsWith("the host's 8 processors were 96 % busy");
    }

    /** A tenth of the two processors of the load generator reaches the p90; a broker's quota is part of what was asked. */
    @Test
    void aQuotaOfTheLoadGeneratorIsADoubtIfItWithheldMuch() {
        resources = List.of(summary(ResourceSample.WORKER, ResourceMetric.CPU_THROTTLED, 0.2));
        assertNote(
                "processors-throttled",
                "a CPU quota withheld processors, 0.2 from the load generator; raise it (--cpus or limits.cpu of a container,"
                        + " CPUQuota of a service), or take a lower --rate");
        resources = List.of(summary(ResourceSample.WORKER, ResourceMetric.CPU_THROTTLED, 0.21));
        assertSuspect("processors-throttled", "a CPU quota withheld processors, 0.21 from the load generator;");
        resources = List.of(
                summary(ResourceSample.BROKER, ResourceMetric.CPU_THROTTLED, 1.5),
                summary(ResourceSample.WORKER, ResourceMetric.CPU_THROTTLED, 0.05));
        assertNote(
                "processors-throttled",
                "a CPU quota withheld processors, 0.05 from the load generator, 1.5 from the broker; raise it");
    }

    @Test
    void whatElseRunsIsNotKnownWhereTheBrokersProcessIsNot() {
        worker = new WorkerUsage(10, 5, 0, Optional.of(0.95));
        assertValid();
    }
}
