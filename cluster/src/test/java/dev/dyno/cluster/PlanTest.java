package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.Member;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {

    private static final String SHORT = """
            name: short
            producers:
              - { to: queue://T, count: %d, messages: 100 }
            consumers:
              - { from: queue://T, count: %d }
            phases: { measure: until stopped, drain: 10s }
            """;

    private static final Duration SECONDS = Duration.ofSeconds(5);

    @Test
    void aPlanForADriverThatAWorkerLacksIsRefusedBeforeTheStart() throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            two.driver = "nosuch";
            RunResult result = two.run(SHORT.formatted(2, 2));

            assertThat(result.outcome().success()).isFalse();
            assertThat(result.outcome().cause().orElseThrow())
                    .contains("worker w0: ", "worker w1: ", "driver nosuch does not exist; must be one of sim.");
            assertThat(result.totals()).isEqualTo(Counts.ZERO);
            assertThat(two.intervals).isEmpty();
            // None has begun.
            assertThat(two.consoles).allSatisfy(line -> assertThat(line).startsWith("The run has failed: worker w0: "));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "{}",
                "[1,2]",
                "{\"command\":\"shell\",\"run\":\"0000000000000001\"}",
                "{\"command\":\"Begin\",\"run\":\"0000000000000001\",\"more\":1}",
                "{\"command\":\"Begin\"}",
                "{\"command\":\"Begin\",\"run\":\"0000000000000001\"}"
            })
    void whatIsNoPlanIsRefused(String request) throws Exception {
        try (Fellowship one = new Fellowship().workers(1)) {
            assertThatThrownBy(() -> one.group()
                            .call(one.members.get(0).self(), request.getBytes(StandardCharsets.UTF_8), SECONDS))
                    .isInstanceOf(GroupException.class);
            // And it serves on.
            assertThat(one.run(SHORT.formatted(1, 1)).outcome().success()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"name: x", "name: x\nrun: rm", "producers: [{ to: queue://T, exec: ls }]", "\t"})
    void aPlanWhoseWorkloadIsNoneIsRefused(String workload) throws Exception {
        try (Fellowship one = new Fellowship().workers(1)) {
            RunPlan plan = one.plan(SHORT.formatted(1, 1));
            Target target = plan.producerTarget();
            byte[] prepare = WireJson.write(
                    new Command.Prepare("0000000000000001", workload, target, target, Share.WHOLE, false, 0, false));
            assertThatThrownBy(() -> one.group().call(one.members.get(0).self(), prepare, SECONDS))
                    .isInstanceOf(GroupException.class)
                    .hasMessageContaining("The plan's workload cannot be read");
        }
    }

    /** Each worker would decide alone: one without a consumer of the queue would end its part at once. */
    @ParameterizedTest
    @ValueSource(strings = {"idle", "empty"})
    void consumersThatEndTheLoadWhenTheyAreIdleAreNotDivided(String when) {
        String text = "name: x\nconsumers: { from: queue://T, exit-when: " + when + " }\n";
        assertThat(PlanText.obstacles(WorkloadFile.of("x", text).workload(), FaultPlan.NONE))
                .containsExactly("consumers that end the load when they are idle (exit-when) cannot be divided among"
                        + " several workers");
    }

    /** A load whose producers all have a rate is to send on time; one that a search overloads, or all-out, is not. */
    @ParameterizedTest
    @CsvSource({"'rate: 1000/s, ', note, 2", "'', note, 0", "'rate: 1000/s, ', capacity, 0", "'rate: 1000/s, ', slo, 0"
    })
    void workersGiveShortSlicesToALoadThatIsToSendOnTime(String rate, String configured, int workers) throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            two.config = Map.of(configured, "test");
            RunResult result = two.run(SHORT.formatted(2, 1).replace("count: 2", rate + "count: 2"));
            assertThat(result.outcome().cause()).isEmpty();
            assertThat(two.punctual).hasValue(workers);
        }
    }

    @Test
    void workersServeRunAfterRun() throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            for (int i = 0; i < 3; i++) {
                RunResult result = two.run(SHORT.formatted(3, 2));
                assertThat(result.outcome().cause()).isEmpty();
                // A count is divided exactly, and ends the load without a duration.
                assertCounts(result, "sent 100, delivered 100");
            }
        }
    }

    /** The coordinator asks for the next run before the thread of the last one has ended. */
    @Test
    void aWorkerThatHasReportedItsEndAndIsClosingTakesTheNextRun() throws Exception {
        try (Fellowship one = new Fellowship()) {
            one.sending = PlanTest::slowAfterEnd;
            one.workers(1);
            for (int i = 0; i < 3; i++) {
                assertThat(one.run(SHORT.formatted(1, 1)).outcome().cause()).isEmpty();
            }
        }
    }

    /** A member that does not come back at once from telling the end of a run. */
    private static BiConsumer<Member, byte[]> slowAfterEnd(BiConsumer<Member, byte[]> sender) {
        return (to, message) -> {
            sender.accept(to, message);
            if (new String(message, StandardCharsets.UTF_8).contains("\"Ended\"")) {
                LockSupport.parkNanos(200_000_000);
            }
        };
    }

    @Test
    void producersAndConsumersStandApartWhereTheyAreTo() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            RunResult result = three.runner(SHORT.formatted(3, 5), Placement.apart(1, 2), WorkerLossPolicy.STOP)
                    .run();

            assertThat(result.outcome().cause()).isEmpty();
            assertThat(result.workers()).extracting(WorkerShare::producers).containsExactly(3, 0, 0);
            assertThat(result.workers()).extracting(WorkerShare::consumers).containsExactly(0, 2, 3);
            assertThat(result.workers().get(0).totals().sent()).isEqualTo(100);
            assertThat(result.workers().get(0).totals().received()).isZero();
            assertThat(result.ledger().delivered()).isEqualTo(100);
        }
    }

    @Test
    void tooFewWorkersAreReportedWithThoseThatAreThere() throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            assertThatThrownBy(() -> two.coordinator.awaitWorkers(3, Optional.empty(), Duration.ofMillis(100)))
                    .isInstanceOf(GroupException.class)
                    .hasMessageStartingWith("2 of 3 workers have joined within 0 s: worker w0 on ")
                    .hasMessageContaining(", worker w1 on ");
            assertThat(two.coordinator.awaitWorkers(1, Optional.empty(), SECONDS))
                    .extracting(member -> member.name())
                    .isEqualTo(List.of("w0"));
        }
    }
}
