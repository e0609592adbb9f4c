package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.WakeUps;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The start of the broker and its use of the machine are reported. */
class ManagedBrokerTest extends OnManagedBroker {

    /** The start of the broker is for people: not of a silent run, nor in a document for programs. */
    @Test
    void theStartIsNotToldWhereNobodyReads() {
        assertThat(type("client --broker nats --silent --message-count 5 queue://S")
                        .out())
                .doesNotContain("starting");
        Ran ran = type("client --broker nats --json - --message-count 5 queue://J");
        assertThat(ran.out()).startsWith("[").doesNotContain("starting");
        assertThat(ran.errLines().get(0)).matches("starting nats \\d.* …");
    }

    @Test
    void brokerWorkerAndHostAreSampledEachSecondAndSummedUp() throws IOException {
        Ran ran = type("client --max-pending 10 --persistent --warmup 1 --duration 3 --verbose queue://R")
                .ended(Exit.GOOD);
        assertThat(ran.outLines().get(0)).matches("starting artemis \\d.* …");
        RunFolderReader run = stored();
        WakeUps idle = run.result().conditions().orElseThrow().wakeUps().orElseThrow();
        assertThat(idle.waits()).isBetween(1, 4_000);
        assertThat(idle.lateNs()).hasSize(4).isSorted().allMatch(ns -> ns >= 0);
        for (String subject : List.of("broker", "worker", "host")) {
            assertThat(run.resources().stream()
                            .filter(s -> s.subject().equals(subject) && s.phase() != Phase.DRAIN)
                            .map(ResourceSample::phase))
                    .as(subject)
                    .containsExactly(Phase.WARMUP, Phase.MEASURE, Phase.MEASURE);
        }
        ResourceSummary broker = run.result().resources(ResourceSample.BROKER).orElseThrow();
        assertThat(broker.get(ResourceMetric.HEAP_USED).orElseThrow().min()).isPositive();
        assertThat(broker.get(ResourceMetric.RSS).orElseThrow().min()).isGreaterThan(50e6);
        assertThat(broker.get(ResourceMetric.GC_THROUGHPUT).orElseThrow().mean())
                .isBetween(0.0, 100.0);
        double cpuSeconds = broker.get(ResourceMetric.CPU).orElseThrow().total().orElseThrow();
        long messages = Math.max(
                run.result().measured().acknowledged(), run.result().measured().received());
        List<ResourceSample> sampled = run.resources().stream()
                .filter(s -> s.subject().equals("broker") && s.phase() == Phase.MEASURE)
                .toList();
        // The first and the last reading may leave out some of the phase.
        double seen = 1.0
                * (sampled.get(1).endNs() - sampled.get(0).startNs())
                / run.result().measuredNs();
        assertThat(broker.perMessage().get(ResourceSummary.CPU_US))
                .isEqualTo(cpuSeconds * 1e6 / Math.round(Math.min(1, seen) * messages));
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("  broker +rss-bytes +[0-9.]+ MiB +[0-9.]+ MiB +-"))
                .anyMatch(line -> line.matches("  broker +gc-count .*"))
                .anyMatch(line -> line.matches("  broker +queued-messages .*"))
                .anyMatch(line -> line.matches("  broker +write-bytes a message .*"))
                .anyMatch(line -> line.matches("  host +run-queue .*"));
    }
}
