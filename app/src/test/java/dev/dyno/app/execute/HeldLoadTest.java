package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProducerGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A load at a share of what the broker holds follows from the search before it. */
class HeldLoadTest {

    private static final long SECOND = 1_000_000_000;

    private static final String ONE = "producers: { to: queue://q, rate: 80% of held }";

    /** Broker that serves a constant number of messages a second. */
    private static final class Broker extends StandInRunner {
        private final double capacity;
        private double perSecond;
        private double next;
        private double waiting;
        private double arrived;
        private double served;
        private int seconds;
        private boolean isFinished;

        Broker(double first, double capacity) {
            perSecond = first;
            next = first;
            this.capacity = capacity;
        }

        Interval second() {
            double before = served;
            double due = arrived;
            arrived += perSecond;
            waiting += perSecond;
            served += Math.min(waiting, capacity);
            waiting = arrived - served;
            perSecond = next;
            long sent = Math.round(arrived) - Math.round(due);
            long acknowledged = (long) Math.floor(served) - (long) Math.floor(before);
            Counts counts = new Counts(sent, 0, acknowledged, 0, 0, 0, 0, 0, 0, 0);
            return Samples.second(seconds++, Phase.MEASURE, counts, new Latencies());
        }

        @Override
        public void finish() {
            isFinished = true;
        }

        @Override
        public LiveRate.Change steer(double asked) {
            perSecond = asked;
            next = asked;
            return new LiveRate.Change(seconds * SECOND, asked);
        }
    }

    private static LoadExecution.Job job(String text) {
        WorkloadFile file = WorkloadFile.of("w", text);
        assertThat(file.problems()).isEmpty();
        DriverFolders none = new DriverFolders(Path.of("."), List.of());
        TargetReader target =
                new TargetReader(file.settings().given(), none, new Problems(), Optional.empty(), Optional.empty());
        return new LoadExecution.Job(
                new PlannedRun("w on sim", file.workload(), file.settings(), target), 7, false, 0, Pilot.NONE);
    }

    private static List<String> problems(LoadExecution.Job job) {
        Problems problems = new Problems();
        CapacityPlan.ofHeld(job.run(), problems);
        return problems.sentences();
    }

    private static HeldLoad held(LoadExecution.Job job) {
        assertThat(problems(job)).isEmpty();
        return new HeldLoad(job, CapacityPlan.ofHeld(job.run(), new Problems()).orElseThrow(), FindingText.FLAGS);
    }

    /** Searches on a broker of this capacity. */
    private HeldLoad searched(String text, double capacity) {
        HeldLoad held = held(job(text));
        LoadExecution.Job search = held.search();
        assertThat(LiveRate.obstacle(search.run().workload())).isEmpty();
        Broker broker = new Broker(new LiveRate(search.run().workload()).firstPerSecond(), capacity);
        search.pilot().begin(StandInRunner.plan(search.run().workload(), FaultPlan.NONE), broker, List::of);
        while (!broker.isFinished) {
            assertThat(broker.seconds * SECOND).isLessThan(CapacitySearch.longestNs(60 * SECOND));
            search.pilot().onInterval(broker.second());
        }
        return held;
    }

    private static RunResult ended(Outcome outcome) {
        RunResult.Parts parts = new RunResult.Parts();
        parts.outcome = outcome;
        return parts.result();
    }

    private static LoadExecution.Job loaded(HeldLoad held) throws CannotRun {
        return held.load(held.found(ended(Outcome.SUCCESS)));
    }

    private static double perSecond(ProducerGroup group) {
        return ((Shape.Constant) ((Schedule) group.load()).shape()).rate().perSecond();
    }

    @Test
    void theLoadHasItsShareOfTheLowerEnd() throws CannotRun {
        LoadExecution.Job load = loaded(searched(ONE, 5_000));
        double rate = perSecond(load.run().workload().producers().get(0));
        assertThat(rate).isBetween(0.8 * 4_000, 0.8 * 5_000);
        assertThat(load.runId()).isEqualTo(7);
        RunConfig config = new RunConfig(load.pilot().config());
        assertThat(config.isSearch()).isFalse();
        Map<String, String> found = config.flat();
        assertThat(Double.parseDouble(found.getOrDefault("held.perSecond", ""))).isCloseTo(rate, offset(1e-6));
        double low = Double.parseDouble(found.getOrDefault("held.low", ""));
        assertThat(rate).isBetween(0.795 * low, 0.8 * low);
        assertThat(Double.parseDouble(found.getOrDefault("held.high", ""))).isGreaterThan(low);
        assertThat(config.held().orElseThrow())
                .matches("80% of held = \\d,\\d{2}0/s \\(held: \\d,\\d{2}0/s; capacity \\d,\\d{2}0 msg/s,"
                        + " 95 %: \\d,\\d{2}0 to \\d,\\d{2}0\\)");
    }

    @Test
    void aViewerMayChangeTheRateOfTheLoadButNotOfItsSearch() throws CannotRun {
        HeldLoad held = searched(ONE, 5_000);
        assertThat(askedByPage(held.search())).isEmpty();
        LoadExecution.Job load = loaded(held);
        assertThat(askedByPage(load))
                .contains(perSecond(load.run().workload().producers().get(0)));
    }

    /** The rate that a page shows as one that can be changed. */
    private static Optional<Double> askedByPage(LoadExecution.Job job) {
        RunPlan plan = StandInRunner.plan(job.run().workload(), FaultPlan.NONE);
        try (SystemTime time = new SystemTime()) {
            LoadFaults none = LoadFaults.of(FaultPlan.NONE, StartedBroker.NONE);
            return new LoadControl(plan, job.pilot(), StartedBroker.NONE, none, false, time).perSecond();
        }
    }

    @Test
    void theAnswerOfOneSearchHoldsForOtherTraffic() throws CannotRun {
        HeldLoad.Found found = searched(ONE, 5_000).found(ended(Outcome.SUCCESS));
        LoadExecution.Job other = held(job("producers: { to: topic://t, count: 10, rate: 10% of held }"))
                .load(found);
        double low = found.answer().low().orElseThrow();
        assertThat(perSecond(other.run().workload().producers().get(0))).isBetween(0.0995 * low, 0.1 * low);
        assertThat(new RunConfig(other.pilot().config()).held().orElseThrow()).startsWith("10% of held = ");
    }

    @Test
    void severalGroupsShareItInProportion() throws CannotRun {
        String text = """
                producers:
                  - { to: queue://a, rate: 90% of held, arrivals: poisson, max-pending: 3 }
                  - { to: queue://b, rate: 30% of held, count: 10 }
                """;
        HeldLoad held = searched(text, 5_000);
        List<ProducerGroup> searching = held.search().run().workload().producers();
        assertThat(perSecond(searching.get(0)) / perSecond(searching.get(1))).isEqualTo(3);
        assertThat(searching).extracting(ProducerGroup::maxPending).containsExactly(3, 2_000);

        LoadExecution.Job load = loaded(held);
        List<ProducerGroup> groups = load.run().workload().producers();
        double low =
                Double.parseDouble(new RunConfig(load.pilot().config()).flat().getOrDefault("held.low", ""));
        assertThat(perSecond(groups.get(0)) + perSecond(groups.get(1))).isBetween(0.595 * low, 0.6 * low);
        assertThat(perSecond(groups.get(0)) / perSecond(groups.get(1))).isCloseTo(3, offset(1e-6));
        assertThat(groups)
                .extracting(group -> group.load().arrivals())
                .containsExactly(ArrivalProcess.POISSON, ArrivalProcess.REGULAR);
        assertThat(groups).extracting(ProducerGroup::maxPending).containsExactly(3, 2_000);
    }

    @Test
    void noRateThatHoldsIsOneSentenceAndTheStatusOfASearch() {
        HeldLoad held = searched(ONE, 2);
        assertThatThrownBy(() -> held.found(ended(Outcome.SUCCESS)))
                .isInstanceOfSatisfying(
                        CannotRun.class, e -> assertThat(e.status()).isEqualTo(Exit.THRESHOLD))
                .hasMessageStartingWith("80% of held: no rate holds, 0 to 10 msg/s: at 10.00/s ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void anObjectiveThatTheSearchNeverMeasuredIsOneSentenceAndNoLoad() {
        HeldLoad held = searched(ONE + "\nslo: p99(blocked-time) < 5ms", 5_000);
        assertThatThrownBy(() -> held.found(ended(Outcome.SUCCESS)))
                .isInstanceOfSatisfying(
                        CannotRun.class, e -> assertThat(e.status()).isEqualTo(Exit.THRESHOLD))
                .hasMessageContaining(" is not shown to hold at any rate: it was never measured.");
    }

    @Test
    void afterASearchThatFailedOrWasStoppedThereIsNoLoad() {
        HeldLoad held = searched(ONE, 5_000);
        assertThatThrownBy(() -> held.found(ended(Outcome.INTERRUPTED)))
                .isInstanceOfSatisfying(
                        CannotRun.class, e -> assertThat(e.status()).isEqualTo(Exit.FAILED))
                .hasMessage("80% of held: the search before the load was stopped");
        assertThatThrownBy(() -> held.found(ended(Outcome.failed("it broke"))))
                .hasMessage("80% of held: the search before the load failed: it broke");
    }

    @Test
    void theSearchHasTheObjectivesOfTheFileAndNoFaults() {
        LoadExecution.Job job = job("""
                producers: { to: queue://q, rate: 50% of held }
                consumers: { from: queue://q }
                slo: p99 < 20ms
                fail-if: p99 > 1s
                faults: [2s kill, 4s restart]
                reconnect: true
                """);
        CapacityPlan plan = CapacityPlan.ofHeld(job.run(), new Problems()).orElseThrow();
        assertThat(plan.goal().objectives()).hasSize(1);
        LoadExecution.Job search = held(job).search();
        assertThat(search.run().settings().faults().faults()).isEmpty();
        assertThat(search.run().settings().faults().reconnectDelay()).isPresent();
        assertThat(search.run().settings().conditions().failIf()).isEmpty();
        assertThat(search.runId()).isNotEqualTo(job.runId());
    }

    @Test
    void whatCannotBeSearchedForIsRefusedInOneSentence() {
        assertThat(problems(job("producers: [{ to: queue://a, rate: 80% of held }, { to: queue://b, rate: 10/s }]")))
                .containsExactly(
                        "w on sim: one group of producers asks for 80% of held, and another does not; must be a"
                                + " share of held in all of them, or in none.");
        assertThat(problems(job("producers: { to: queue://a, rate: 80% of held, messages: 10 }")))
                .singleElement()
                .asString()
                .contains("without a count, a start or a stop of their own");
        assertThat(CapacityPlan.ofHeld(
                        job("producers: { to: queue://a, rate: 8/s }").run(), new Problems()))
                .isEmpty();
    }
}
