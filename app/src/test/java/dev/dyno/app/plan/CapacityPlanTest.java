package dev.dyno.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacityGoal.Kind;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.config.CapacitySettings.CapacityAsked;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.yaml.YamlOverride;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityPlanTest {

    private final Problems problems = new Problems();

    private CapacityPlan plan(String text, String... slo) {
        return plan(WorkloadFile.of("w", text), slo);
    }

    private CapacityPlan plan(WorkloadFile file, String... slo) {
        assertThat(file.problems()).isEmpty();
        DriverFolders none = new DriverFolders(Path.of("."), List.of());
        TargetReader target =
                new TargetReader(file.settings().given(), none, problems, Optional.empty(), Optional.empty());
        return CapacityPlan.of(
                new PlannedRun("w on sim", file.workload(), file.settings(), target),
                new CapacityAsked(Stream.of(slo).map(Threshold::parse).toList(), 0.03, 0.95, Duration.ofMinutes(1), 1),
                file.ownWindows()::contains,
                problems);
    }

    /** 20,000 in flight are shared by two groups of one producer; that of a group that names its own is kept. */
    @Test
    void aWindowOfOneThatIsNamedIsKept() {
        CapacityPlan plan = plan("producers: [{ to: queue://q, max-pending: 1 }, { to: queue://r }]");
        assertThat(plan.run().workload().producers())
                .extracting(ProducerGroup::maxPending)
                .containsExactly(1, 10_000);
    }

    /** It has no limit, and Dyno's own for its loads is not the user's; 20,000 are shared by four producers. */
    @Test
    void aFileOfTheOpenMessagingBenchmarkNamesNoWindow(@TempDir Path folder) throws IOException {
        Path omb = Files.writeString(folder.resolve("omb.yaml"), """
                { topics: 1, partitionsPerTopic: 1, messageSize: 100, subscriptionsPerTopic: 1, consumerPerSubscription: 1,
                  producersPerTopic: 4, producerRate: 1000 }
                """);
        YamlOverride size = new YamlOverride("--a", "producers[0].message.size", "99");
        YamlOverride window = new YamlOverride("--a", "producers[0].max-pending", "10000");
        assertThat(Stream.of(List.<YamlOverride>of(), List.of(size), List.of(size, window))
                        .map(overrides -> plan(WorkloadFile.read(omb, overrides)))
                        .map(plan -> plan.run().workload().producers().get(0).maxPending()))
                .containsExactly(5_000, 5_000, 10_000);
    }

    /** They are for the load of the file, and an overload would meet them. */
    @Test
    void conditionsOnTheWholeLoadAreNotThoseOfItsSearch() {
        CapacityPlan plan =
                plan("producers: [{ to: queue://q }]\nfail-if: p99 > 1s\nabort-if: rate < 10/s\nrequire: p99");
        assertThat(plan.run().settings().conditions().failIf()).isEmpty();
        assertThat(plan.run().settings().conditions().abortIf()).isEmpty();
        assertThat(plan.run().settings().conditions().require()).isEmpty();
    }

    /** Each message is received twice, so that 12,000 received a second are 6,000 sent. */
    @Test
    void limitsOfRatesBoundTheRatesThatAreAsked() {
        String fanOut = "producers: [{ to: topic://t }]\nconsumers: [{ from: topic://t, count: 2 }]";
        CapacityPlan plan = plan(fanOut, "rate > 12000/s", "sent-rate <= 30000/s");
        CapacityGoal goal = plan.goal();
        assertThat(problems.sentences()).isEmpty();
        assertThat(List.of(goal.lowestPerSecond(), goal.startPerSecond(), goal.highestPerSecond()))
                .containsExactly(6_000.0, 6_000.0, 30_000.0);
        assertThat(new LiveRate(plan.run().workload()).firstPerSecond()).isEqualTo(6_000);
        // Two groups at 100/s and 900/s: half of each is the most that is allowed.
        CapacityPlan slower = plan(
                "producers: [{ to: queue://q, rate: 100/s }, { to: queue://r, rate: 900/s }]", "sent-rate <= 500/s");
        assertThat(slower.goal().startPerSecond()).isEqualTo(500);
        assertThat(new LiveRate(slower.run().workload()).firstPerSecond()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # The number of deliveries differs.
            producers: [{ to: [topic://t, topic://u] }], consumers: [{ from: topic://t, count: 2 }, { from: topic://u }] | received-rate > 500/s | w: slo: received-rate > 500/s; the number of deliveries of a message is not one for all of them, so received-rate says no rate to ask. Give sent-rate.
            producers: [{ to: queue://q }], consumers: [{ from: queue://q, selector: a > 1 }] | backlog-growth < 10/s | w: slo: backlog-growth < 10/s; is known during a load only if each message is delivered equally often, and of a group only if it is delivered once.
            # Without consumers only sends have latencies.
            producers: [{ to: queue://q }] | p99 < 5ms, p99(transfer) < 5ms, p50(response) < 5ms | w: slo: p99(transfer) < 5ms; transfer is not measured without consumers. Give another latency, like p99(response).
            # A dead letter is one more delivery, which would hide that another message waits.
            producers: [{ to: queue://q }], consumers: [{ from: queue://q }, { from: queue://dead }] | p99 < 5ms | w on sim: consumers receive from queue://dead, and no producer sends to it; a search would count dead letters as deliveries that it waits for. Leave these consumers out.
            """)
    void whatNoSearchCanKnowIsOneSentence(String workload, String slo, String sentence) {
        plan("{ " + workload + " }", slo.split(", ", -1));
        assertThat(problems.sentences()).containsExactly(sentence);
    }

    /** Nothing is beyond the limit of a latency that nothing has, at whatever rate. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commit         | producers that send in transactions    | mode: transacted           | ack: auto
            receive-commit | consumers that receive in transactions | mode: async                | ack: transacted
            round-trip     | consumers that reply to requests       | mode: async                | reply-to: queue://r
            connect        | clients that come and go               | messages-per-connection: 5 | ack: auto
            connect        | clients that come and go               | mode: async                | rotate: 5s
            """)
    void aLatencyThatTheLoadDoesNotMeasureIsRefused(String latency, String needed, String producer, String consumer) {
        String slo = "p99(" + latency + ") < 5ms";
        plan(
                "producers: [{ to: queue://q, " + producer + " }]\nconsumers: [{ from: queue://q, " + consumer + " }]",
                slo);
        assertThat(problems.sentences()).isEmpty();
        plan("producers: [{ to: queue://q }]\nconsumers: [{ from: queue://q }]", slo);
        assertThat(problems.sentences())
                .containsExactly("w: slo: " + slo + "; " + latency + " is not measured without " + needed
                        + ". Give another latency, like p99(response).");
    }

    /** The broker may forward what is sent. */
    @Test
    void aSearchMayReceiveFromAnotherDestinationThanItSendsTo() {
        plan("producers: [{ to: queue://in }]\nconsumers: [{ from: queue://out }]");
        assertThat(problems.sentences()).isEmpty();
    }

    /** A figure must be below what is allowed, so a limit that is allowed itself is the next larger number. */
    @Test
    void eachKindOfObjectiveHasItsSums() {
        List<CapacityGoal.Objective> all = plan(
                        "producers: [{ to: queue://q }]",
                        "p99(response) < 20ms",
                        "mean(response) < 5ms",
                        "worker-cpu < 1.5",
                        "failed <= 5",
                        "broker-rss-max < 1KiB",
                        "lost = 0")
                .goal()
                .objectives();
        assertThat(all)
                .extracting(CapacityGoal.Objective::kind)
                .containsExactly(Kind.SHARE, Kind.MEAN, Kind.MEAN, Kind.SUM, Kind.MOST, Kind.SUM);
        assertThat(all)
                .extracting(CapacityGoal.Objective::allowed)
                .containsExactly(0.01, 5e6, 1.5, Math.nextUp(5.0), 1024.0, Double.MIN_VALUE);
    }
}
