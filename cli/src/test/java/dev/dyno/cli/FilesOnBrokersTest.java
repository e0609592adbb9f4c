package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole workload files on brokers that {@code dyno run} starts: what the build has laid out, in processes of its own. */
@Tag("broker")
@Tag("nightly")
class FilesOnBrokersTest extends WithDyno {

    private Ran run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("run", "--runs", place().toString()));
        all.addAll(List.of(arguments));
        return BuiltDyno.run(all.toArray(String[]::new));
    }

    /** In the order in which they ran. */
    private List<RunFolderReader> stored(Ran ran) {
        List<RunFolderReader> runs = new ArrayList<>();
        for (String line : ran.outLines()) {
            if (line.startsWith("report ")) {
                Path page = Path.of(line.substring("report ".length()).strip());
                runs.add(new RunFolderReader(Objects.requireNonNull(page.getParent())));
            }
        }
        return runs;
    }

    private static void nothingWasLost(RunResult result) {
        assertThat(result.ledger().expected()).isPositive();
        assertCounts(
                result,
                "success, lost 0, duplicate 0, corrupt 0, stale 0, delivered "
                        + result.ledger().expected());
    }

    @Test
    void twoFilesRunOnTwoBrokersAndTheOneThatCannotHoldsUpNobody() throws IOException {
        String backlog = file("backlog.yaml", """
                producers: { to: queue://orders, rate: 1000/s, max-pending: 100, message: { size: 256, persistent: true } }
                consumers: { from: queue://orders, count: 2 }
                phases: { backlog: { messages: 2500, deadline: 1m } }
                """);
        String urgent = file("urgent.yaml", """
                producers: { to: queue://urgent, messages: 100, message: { priority: 9 } }
                consumers: { from: queue://urgent }
                """);
        Ran ran =
                run(backlog, urgent, "--broker", "artemis", "--broker", "kafka").ended(Exit.FAILED);

        assertThat(ran.outLines())
                .as(ran.err())
                .containsSubsequence(
                        "4 runs, in this order:",
                        "  1  backlog on artemis",
                        "  2  backlog on kafka",
                        "  3  urgent on artemis",
                        "  4  urgent on kafka",
                        "urgent on kafka: INVALID run-failed: the run failed: driver kafka does not offer what the workload needs:"
                                + " no priorities in Kafka; remove the cause and run it again");
        List<RunFolderReader> runs = stored(ran);
        assertThat(runs).hasSizeBetween(3, 4);
        RunResult onArtemis = runs.get(0).result();
        nothingWasLost(onArtemis);
        nothingWasLost(runs.get(1).result());
        nothingWasLost(runs.get(2).result());
        assertThat(runs.get(2).result().ledger().delivered()).isEqualTo(100);

        BacklogResult built = drained(onArtemis);
        // Both count the same messages, each in its own way.
        assertThat(built.byBroker()).contains((double) built.messages());
        assertThat(onArtemis
                        .resources(ResourceSample.BROKER)
                        .orElseThrow()
                        .get(ResourceMetric.QUEUED)
                        .orElseThrow()
                        .max())
                .isEqualTo((double) built.messages());
        // Nobody can ask it here.
        assertThat(drained(runs.get(1).result()).byBroker()).isEmpty();
        assertThat(ran.outLines()).anySatisfy(line -> assertThat(line)
                .matches("backlog on artemis: a backlog of 2,\\d+ messages \\(.* KiB, by the ledger; the broker said"
                        + " [0-9,]+\\), built in .*s, and stood .*s until the broker had counted it; drained in .*s:"
                        + " .* messages/s; deadline 60 s met"));
    }

    private static BacklogResult drained(RunResult result) {
        BacklogResult backlog = result.backlog().orElseThrow();
        assertThat(backlog.built()).isTrue();
        assertThat(backlog.drained()).isTrue();
        assertThat(backlog.messages()).isGreaterThanOrEqualTo(2_500);
        assertThat(backlog.delivered()).isEqualTo(backlog.messages());
        assertThat(backlog.left()).isZero();
        return backlog;
    }

    /** A consumer must poll while it waits, or its group excludes it and gives its partitions to others. */
    @Test
    void keyedMessagesWaitInPartitionsOfKafkaForLongAndNoneIsLostOrDoubled() throws IOException {
        String keyed = file("keyed.yaml", """
                partitions: 4
                producers: { to: queue://keyed, rate: 300/s, max-pending: 50, message: { size: 256, key: { count: 8, order: sequence } } }
                consumers: { from: queue://keyed, count: 2 }
                phases: { warmup: 2s, backlog: { duration: 8s, deadline: 1m } }
                """);
        Ran ran = run(keyed, "--broker", "kafka", "--driver-property", "consumer.max.poll.interval.ms=3000");

        assertThat(ran.status()).as(ran.out() + ran.err()).isIn(Exit.GOOD, Exit.INVALID);
        RunResult result = stored(ran).get(0).result();
        nothingWasLost(result);
        assertThat(result.backlog().orElseThrow().drained()).isTrue();
        assertThat(result.semantics().facts()).containsEntry("partitions", "4").containsKey("keys");
        assertThat(ran.err()).doesNotContain("poll timeout has expired");
    }

    @Test
    void loadIsMeasuredWhenItIsSteady() throws IOException {
        String steady = file("steady.yaml", """
                producers: { to: queue://steady, rate: 200/s, message: { size: 256 } }
                consumers: { from: queue://steady }
                phases: { warmup: "until steady, at most 20s", measure: 2s }
                """);
        Ran ran = run(steady);

        assertThat(ran.status()).as(ran.out() + ran.err()).isIn(Exit.GOOD, Exit.INVALID);
        RunResult result = stored(ran).get(0).result();
        nothingWasLost(result);
        boolean never =
                result.verdict().notes().stream().anyMatch(note -> note.code().equals("never-steady"));
        if (never) {
            assertThat(result.warmupNs()).isEqualTo(20_000_000_000L);
        } else {
            assertThat(result.warmupNs()).isBetween(11_000_000_000L, 20_000_000_000L);
        }
        assertThat(result.measured().sent()).isBetween(350L, 450L);
    }
}
