package dev.dyno.app.execute;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.capacity.CapacitySecond;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Samples;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seconds of a load reach the search, and its answers the load. */
class SearchPilotTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final List<Double> asked = new ArrayList<>();
    private int finished;
    private String failure = "";
    private final List<String> signs = new ArrayList<>();
    /** Rates by the time from which they are asked. */
    private final TreeMap<Long, Double> rates = new TreeMap<>(Map.of(0L, 100.0));

    private int seconds;

    /** Each change takes effect with the second after the next. */
    private final Runner runner = new StandInRunner() {
        @Override
        public void finish() {
            finished++;
        }

        @Override
        public void fail(String cause) {
            failure = cause;
        }

        @Override
        public LiveRate.Change steer(double perSecond) {
            asked.add(perSecond);
            rates.put((seconds + 1) * SECOND, perSecond);
            return new LiveRate.Change((seconds + 1) * SECOND, perSecond);
        }
    };

    private SearchPilot pilot(long withinNs, String consumers, String... objectives) {
        List<Threshold> slo = Stream.of(objectives).map(Threshold::parse).toList();
        CapacityGoal goal = new CapacityGoal(
                slo.stream().map(CapacityPlan::objective).toList(), 100, 10, 1e9, 0.03, 0.95, withinNs);
        SearchPilot pilot = new SearchPilot(
                goal,
                slo,
                slo.stream()
                        .map(one -> one.figure().latency().orElse(Latency.END_TO_END))
                        .toList(),
                FindingText.FLAGS);
        WorkloadFile file = WorkloadFile.of("w", "producers: [{ to: topic://t, rate: 100/s }]\n" + consumers);
        assertThat(file.problems()).isEmpty();
        pilot.begin(StandInRunner.plan(file.workload(), FaultPlan.NONE), runner, () -> {
            List<String> now = List.copyOf(signs);
            signs.clear();
            return now;
        });
        return pilot;
    }

    private Interval second(Phase phase, long sent, long acknowledged, long received, long skipped, long... ms) {
        Histogram times =
                Samples.histogram(LongStream.of(ms).map(each -> each * MS).toArray());
        Latencies latencies = Samples.latencies(Map.of(Latency.END_TO_END, times, Latency.TRANSFER, times));
        Counts counts = new Counts(sent, 0, acknowledged, received, 0, skipped, 0, 0, 0, 0);
        return Samples.second(seconds++, phase, counts, latencies);
    }

    /** Two subscribers: a message is done when both have it. */
    @Test
    void aSecondHasWhatWasAskedDueDoneAndOwed() {
        SearchPilot pilot = pilot(
                60 * SECOND,
                "consumers: [{ from: topic://t, count: 2 }]",
                "p99(end-to-end) < 20ms",
                "p50 <= 20ms",
                "mean(end-to-end) < 20ms");
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 90, 80, 140, 0, 10, 20, 45), 100);
        assertThat(first.perSecond()).isEqualTo(100);
        assertThat(List.of(first.due(), first.done(), first.outstanding())).containsExactly(100L, 70L, 30L);
        // At the limit is beyond it, unless the limit is allowed.
        assertThat(first.tallies()).extracting(CapacitySecond.Tally::counted).containsExactly(3.0, 3.0, 3.0);
        assertThat(first.tallies().get(0).beyond()).isEqualTo(2);
        assertThat(first.tallies().get(1).beyond()).isEqualTo(1);
        assertThat(first.tallies().get(2).beyond()).isBetween(74.9e6, 75.2e6);
        // 45 ms is beyond twice the limit, too.
        assertThat(first.tallies()).extracting(CapacitySecond.Tally::farBeyond).containsExactly(1.0, 1.0, 0.0);
        // Ten of the first second's were dropped.
        CapacitySecond next = pilot.second(second(Phase.MEASURE, 100, 100, 200, 10), 100);
        assertThat(List.of(next.due(), next.done(), next.outstanding())).containsExactly(100L, 100L, 20L);
        assertThat(next.tallies().get(0).counted()).isZero();
    }

    private static ResourceSample sample(long fromNs, long toNs, double cores, double rss) {
        return sample(ResourceSample.BROKER, fromNs, toNs, cores, rss);
    }

    private static ResourceSample sample(String subject, long fromNs, long toNs, double cores, double rss) {
        Map<String, Double> values = Map.of(ResourceMetric.CPU.tag(), cores, ResourceMetric.RSS.tag(), rss);
        return new ResourceSample(subject, Phase.MEASURE, fromNs, toNs, values);
    }

    /** A mean is weighted with time, the most is one value, events are counted, and what is known later counts nothing. */
    @Test
    void aSecondHasTheFiguresOfObjectivesThatAreNoLatency() {
        SearchPilot pilot = pilot(
                60 * SECOND,
                "consumers: [{ from: topic://t }]",
                "broker-cpu < 1.5",
                "broker-rss-max < 1GiB",
                "failed <= 2",
                "backlog-growth < 20/s",
                "lost = 0",
                "rate < 5000/s");
        pilot.onResources(sample(0, SECOND / 2, 2, 700));
        pilot.onResources(sample(SECOND / 2, 2 * SECOND, 1, 600));
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 90, 90, 80, 0), 100);
        // 2 cores for half a second and 1 for one and a half; ten more were sent than received.
        assertThat(first.tallies())
                .containsExactly(
                        new CapacitySecond.Tally(2.5e9, 2e9), new CapacitySecond.Tally(700, 1),
                        new CapacitySecond.Tally(0, 1), new CapacitySecond.Tally(10e9, 1e9),
                        new CapacitySecond.Tally(0, 1), new CapacitySecond.Tally(0, 1));
        CapacitySecond next = pilot.second(second(Phase.MEASURE, 90, 90, 80, 0), 100);
        assertThat(next.tallies().subList(0, 2))
                .containsExactly(new CapacitySecond.Tally(0, 0), new CapacitySecond.Tally(0, 0));
    }

    /** Three subscriptions are owed 3,000 deliveries of 1,000 messages, of which 2,100 came. */
    @Test
    void theGrowthOfABacklogIsThatOfAllSubscriptions() {
        SearchPilot pilot =
                pilot(60 * SECOND, "consumers: [{ from: topic://t, subscriptions: 3 }]", "backlog-growth < 10/s");
        assertThat(pilot.second(second(Phase.MEASURE, 1_000, 1_000, 2_100, 0), 1_000)
                        .tallies())
                .containsExactly(new CapacitySecond.Tally(900e9, 1e9));
        assertThat(pilot.second(second(Phase.MEASURE, 1_000, 1_000, 3_000, 0), 1_000)
                        .tallies())
                .containsExactly(new CapacitySecond.Tally(0, 1e9));
    }

    /** Two workers use 2 and 1 processors for a second: 3 together, of which a second has 3 s; the larger memory is the most. */
    @Test
    void theProcessorsOfSeveralWorkersAreAddedUp() {
        SearchPilot pilot = pilot(60 * SECOND, "", "worker-cpu < 2.5", "worker-rss-max < 1GiB");
        pilot.onResources(sample(ResourceSample.ofWorker("a"), 0, SECOND, 2, 700));
        pilot.onResources(sample(ResourceSample.ofWorker("b"), 0, SECOND, 1, 900));
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 90, 90, 0, 0), 100);
        assertThat(first.tallies())
                .containsExactly(new CapacitySecond.Tally(3e9, 1e9), new CapacitySecond.Tally(900, 1));
        // The second sample of the other one came too late, and counts with the next second.
        pilot.onResources(sample(ResourceSample.ofWorker("a"), SECOND, 2 * SECOND, 2, 700));
        assertThat(pilot.second(second(Phase.MEASURE, 90, 90, 0, 0), 100)
                        .tallies()
                        .get(0))
                .isEqualTo(new CapacitySecond.Tally(2e9, 0.5e9));
    }

    /** Searches a broker of which each message takes 30 ms at each rate. */
    private SearchPilot missed(long withinS) {
        SearchPilot pilot = pilot(withinS * SECOND, "", "p99(end-to-end) < 20ms");
        while (finished == 0) {
            pilot.onInterval(second(Phase.MEASURE, 10_000, 10_000, 0, 0, 30, 30, 30));
        }
        return pilot;
    }

    /** The rate achieved, 10,000/s, sets the first rate that is held: 98 % of a quarter of it. */
    @Test
    void whereTimeIsUpBeforeARateMetTheAnswerIsAnUpperEndWithItsFigure() {
        SearchPilot pilot = missed(6);
        Capacity answer = pilot.answer();
        assertThat(answer.low()).isEmpty();
        assertThat(answer.high()).hasValue(2_450);
        assertThat(answer.notes())
                .extracting(Capacity.Note::sentence)
                .containsExactly(
                        "at 2,450/s p99(end-to-end) < 20ms: 1.00 beyond, 0.0100 allowed. The time was up before a lower"
                                + " rate was decided.",
                        "At 2,450/s, p99(end-to-end) was 30 ms.");
        assertThat(CapacityLines.interval(answer)).isEqualTo("less than 2,450 msg/s");
        assertThat(pilot.status()).isEqualTo(Exit.INVALID);
    }

    @Test
    void whereNoRateHoldsTheAnswerHasTheFigureAtTheLowestOne() {
        SearchPilot pilot = missed(120);
        Capacity answer = pilot.answer();
        assertThat(CapacityLines.interval(answer)).isEqualTo("no rate holds, 0 to 10 msg/s");
        assertThat(answer.notes())
                .extracting(Capacity.Note::sentence)
                .startsWith("at 10.00/s p99(end-to-end) < 20ms: 1.00 beyond, 0.0100 allowed.")
                .endsWith("At 10/s, p99(end-to-end) was 30 ms.");
        assertThat(pilot.status()).isEqualTo(Exit.THRESHOLD);
    }

    @Test
    void anInterruptBeforeARateWasDecidedIsNoMissedObjective() {
        SearchPilot pilot = pilot(60 * SECOND, "");
        pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        assertThat(pilot.status()).isEqualTo(Exit.INVALID);
    }

    /** Three messages are received, and two came again in that second; of a third one, nobody knows when. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | duplicate = 0 holds at the rates that were held: duplicate was 2 in the whole load, and 0 of these while a rate was held.
            3 | duplicate = 0 is not shown to hold at any rate: duplicate was 3 in the whole load, overloads included, at which rate is not known.
            """)
    void duplicatesAreJudgedByRateIfAllOfThemWereSeen(long duplicate, String sentence) {
        SearchPilot pilot = pilot(60 * SECOND, "consumers: [{ from: topic://t }]", "duplicate = 0");
        Interval seen = second(Phase.MEASURE, 100, 100, 3, 0, 10, 20, 30);
        pilot.onInterval(Samples.changed(seen, Map.of("repeated", 2L)));
        RunResult.Parts parts = new RunResult.Parts();
        parts.ledger = new LedgerCounts(100, 100, 0, 0, duplicate, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        pilot.end(parts.result(), Optional.empty());
        assertThat(pilot.answer().notes()).extracting(Capacity.Note::sentence).contains(sentence);
    }

    /** Searches a broker that takes some messages in each second and has the others wait. */
    private void search(SearchPilot pilot, IntUnaryOperator taken) {
        long waiting = 0;
        while (finished == 0) {
            long sent = (long)
                    Math.ceil(requireNonNull(rates.floorEntry(seconds * SECOND)).getValue());
            long done = Math.min(waiting + sent, taken.applyAsInt(seconds));
            waiting += sent - done;
            pilot.onInterval(second(Phase.MEASURE, sent, sent, done, 0));
        }
    }

    /** Searches a broker that takes 1,000/s. */
    private SearchPilot searched(String... objectives) {
        SearchPilot pilot = pilot(60 * SECOND, "consumers: [{ from: topic://t }]", objectives);
        search(pilot, second -> 1_000);
        assertThat(pilot.status()).isEqualTo(Exit.GOOD);
        assertThat(pilot.answer().low().orElseThrow()).isBetween(900.0, 1_010.0);
        return pilot;
    }

    /** Ends the load with two messages lost; of those sent at a time, in s, the time is known. */
    private void end(SearchPilot pilot, double... sentS) {
        RunResult.Parts parts = new RunResult.Parts();
        parts.measuredNs = seconds * SECOND;
        for (double at : sentS) {
            parts.latencies.addUnfinished(Latency.TRANSFER, Math.round((seconds - at) * SECOND), 1);
        }
        parts.totals = new Counts(100, 0, 100, 98, 0, 0, 0, 0, 0, 0);
        parts.ledger = new LedgerCounts(100, 98, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        pilot.end(parts.result(), Optional.empty());
    }

    /** Middle of the steps of a kind, in s. */
    private static double[] middles(Capacity answer, Predicate<CapacityStep> kind) {
        return answer.steps().stream()
                .filter(kind)
                .mapToDouble(step -> (step.fromNs() + step.toNs()) / 2e9)
                .toArray();
    }

    /** Half a processor of a subject in each of 300 s, or three and a half of the host in the seconds from 80 s on. */
    private static ResourceSeries cores(String subject) {
        double[] startS = IntStream.range(0, 300).asDoubleStream().toArray();
        double[] endS = IntStream.rangeClosed(1, 300).asDoubleStream().toArray();
        double[] cores = Arrays.stream(startS)
                .map(at -> !subject.equals(ResourceSample.HOST) ? 0.5 : at < 80 ? 1 : 3.5)
                .toArray();
        return new ResourceSeries(
                subject, Column.of(startS), Column.of(endS), Map.of(ResourceMetric.CPU.tag(), Column.of(cores)));
    }

    /** From 80 s on a program uses 2.5 of four processors, and the broker takes 700 messages a second in place of 1,000. */
    @Test
    void otherProgramsAreNamedBesideTheChangeThatTheyMake() {
        SearchPilot pilot = pilot(120 * SECOND, "consumers: [{ from: topic://t }]");
        search(pilot, second -> second < 80 ? 1_000 : 700);
        assertThat(pilot.answer().has(Capacity.Kind.DRIFTING)).isTrue();
        pilot.onSeconds(new RunTimeSeries(
                RunTimeSeries.NONE.intervals(),
                Map.of(),
                Map.of(),
                List.of(cores(ResourceSample.HOST), cores(ResourceSample.BROKER), cores(ResourceSample.WORKER)),
                List.of()));
        RunResult.Parts parts = new RunResult.Parts();
        parts.environment = Map.of("processors", "4");
        pilot.end(parts.result(), Optional.empty());
        assertThat(pilot.answer().notes())
                .contains(new Capacity.Note(
                        Capacity.Kind.DISTURBED,
                        "Other programs used 2.5 of 4 processors in the slowest overload, and 0 in the fastest: the"
                                + " change may be theirs."));
    }

    /** The lowest rate that was held lost two messages, so no rate is known to lose none. */
    @Test
    void aRateThatLostMessagesDoesNotHoldWithoutAnObjectiveAboutThem() {
        SearchPilot pilot = searched();
        double lowest = pilot.answer().steps().stream()
                .filter(CapacityStep::isHeld)
                .mapToDouble(CapacityStep::perSecond)
                .min()
                .orElseThrow();
        double at = middles(pilot.answer(), step -> step.isHeld() && step.perSecond() == lowest)[0];
        end(pilot, at, at);
        Capacity answer = pilot.answer();
        assertThat(answer.low()).isEmpty();
        assertThat(answer.high()).hasValue(lowest);
        assertThat(answer.objectives()).containsExactly("lost = 0");
        assertThat(answer.notes())
                .extracting(Capacity.Note::sentence)
                .contains("lost = 0 is missed from " + CapacityLines.rate(lowest)
                        + "/s on: lost was 2 in the whole load, and 2 of these while a rate was held.");
        assertThat(pilot.status()).isEqualTo(Exit.THRESHOLD);
    }

    @Test
    void whatOverloadsLoseLeavesTheAnswerAsItIs() {
        SearchPilot pilot = searched();
        Capacity before = pilot.answer();
        double at = middles(before, step -> step.perSecond() > 1_500)[0];
        end(pilot, at, at);
        assertThat(pilot.answer().low()).isEqualTo(before.low());
        assertThat(pilot.answer().high()).isEqualTo(before.high());
        assertThat(pilot.answer().notes())
                .extracting(Capacity.Note::sentence)
                .contains("lost = 0 holds at the rates that were held: lost was 2 in the whole load, and 0 of these"
                        + " while a rate was held.");
        assertThat(pilot.status()).isEqualTo(Exit.GOOD);
    }

    @Test
    void messagesLostAtAnUnknownRateAreNoSuccess() {
        SearchPilot pilot = searched();
        end(pilot, 1);
        assertThat(pilot.answer().notes())
                .filteredOn(note -> note.kind() == Capacity.Kind.EXCEEDED)
                .extracting(Capacity.Note::sentence)
                .containsExactly("lost = 0 is not shown to hold at any rate: lost was 2 in the whole load, overloads"
                        + " included, at which rate is not known.");
        assertThat(pilot.status()).isEqualTo(Exit.THRESHOLD);
    }

    @Test
    void anObjectiveThatAllowsLossesIsTheOnlyOneAboutThem() {
        SearchPilot pilot = searched("lost <= 2");
        end(pilot);
        assertThat(pilot.answer().objectives()).containsExactly("lost <= 2");
        assertThat(pilot.status()).isEqualTo(Exit.GOOD);
    }

    /** Two seconds of paging in the first step, which is asked 100/s: one sign of it, in one step. */
    @Test
    void aStepAndTheAnswerNameWhatTheBrokerLogged() {
        SearchPilot pilot = pilot(60 * SECOND, "");
        pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        while (asked.isEmpty()) {
            signs.addAll(List.of("paging", "memory alarm"));
            pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        }
        CapacityStep step = pilot.answer().steps().get(0);
        assertThat(step.why()).isEqualTo("the broker's log: paging, memory alarm");
        assertThat(pilot.answer().notes())
                .filteredOn(note -> note.kind() == Capacity.Kind.DAMAGED)
                .extracting(Capacity.Note::sentence)
                .containsExactly(
                        "The broker's log: paging, first at 0 s, at 100/s asked; in 1 of the steps, the lowest at 100/s.",
                        "The broker's log: memory alarm, first at 0 s, at 100/s asked; in 1 of the steps, the lowest at"
                                + " 100/s.");
    }

    @Test
    void anObjectiveAboutWhatIsNotMeasuredEndsTheSearchAfterTenSeconds() {
        SearchPilot pilot = pilot(60 * SECOND, "", "broker-cpu < 1.5");
        while (failure.isEmpty()) {
            assertThat(seconds).isLessThan(10);
            pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        }
        assertThat(seconds).isEqualTo(10);
        assertThat(failure)
                .isEqualTo(
                        "broker-cpu < 1.5; broker-cpu was not measured. Must be of Dyno, or of a broker on this machine.");
    }

    @Test
    void anObjectiveThatWasNeverMeasuredIsNoSuccess() {
        SearchPilot pilot = pilot(60 * SECOND, "consumers: [{ from: topic://t }]", "p99(commit) < 5ms");
        search(pilot, second -> 1_000);
        assertThat(pilot.answer().low()).isPresent();
        assertThat(pilot.status()).isEqualTo(Exit.THRESHOLD);
    }

    @Test
    void withoutConsumersTheAcknowledgedOnesAreDone() {
        SearchPilot pilot = pilot(60 * SECOND, "");
        CapacitySecond first = pilot.second(second(Phase.MEASURE, 100, 97, 0, 0), 100);
        assertThat(List.of(first.done(), first.outstanding())).containsExactly(97L, 3L);
    }

    /** A first rate of two seconds; 60 s of warm-up, 40 s of the ladder and 60 s of the search, at most. */
    @Test
    void whereThereIsNoTerminalAStepIsOneLineWithWhatIsKnown() {
        SearchPilot pilot = pilot(60 * SECOND, "");
        StringWriter out = new StringWriter();
        SearchProgress progress = new SearchProgress(Screen.plain(new PrintWriter(out)), "", pilot, List.of());
        while (asked.isEmpty()) {
            Interval next = second(Phase.MEASURE, 100, 100, 0, 0);
            pilot.onInterval(next);
            progress.onInterval(next);
        }
        assertThat(out.toString().lines())
                .containsExactly(
                        "grow 100/s  capacity ? to ?  0:01 of at most 2:40 …",
                        "grow 200/s  capacity ? to ?  0:02 of at most 2:40 …");
    }

    @Test
    void theSearchEndsTheLoadInGoodOrderOnce() {
        SearchPilot pilot = pilot(2 * SECOND, "");
        while (finished == 0) {
            assertThat(seconds * SECOND).isLessThan(CapacitySearch.longestNs(2 * SECOND));
            pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        }
        pilot.onInterval(second(Phase.MEASURE, 100, 100, 0, 0));
        pilot.onInterval(second(Phase.DRAIN, 0, 0, 0, 0));
        assertThat(finished).isEqualTo(1);
        assertThat(pilot.config()).containsEntry("capacity", List.of());
    }
}
