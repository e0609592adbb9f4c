package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lengths, rates, sums, names and bounds that a result reckons from its parts. */
class RunResultTest {

    private static WorkerShare worker(long clockBoundNs) {
        return Samples.changed(Samples.share("w"), Map.of("clockBoundNs", clockBoundNs));
    }

    private static long boundOf(long... bounds) {
        return WorkerShare.clockBoundNs(
                Arrays.stream(bounds).mapToObj(RunResultTest::worker).toList());
    }

    @Test
    void aResultWithProfilesHasAllElseUnchanged() {
        RunResult result = Samples.result();
        ProfileResult profile =
                new ProfileResult("lock", "m", "c", 1, 2, 3, 4, "us", Optional.empty(), Optional.empty());
        RunResult with = result.with(parts -> parts.profiles = List.of(profile));
        assertThat(with.profiles()).containsExactly(profile);
        assertThat(with).usingRecursiveComparison().ignoringFields("profiles").isEqualTo(result);
    }

    @Test
    void resourcesAreThoseOfTheSubject() {
        RunResult result = Samples.result();
        ResourceSummary last = result.resources().get(result.resources().size() - 1);
        assertThat(result.resources(last.subject())).contains(last);
        assertThat(result.resources("nobody")).isEmpty();
    }

    @Test
    void wordsOfABrokerCommandNoTerminal() {
        assertThat(new DriverSemantics(Map.of("broker", "Rabbit\u001b[31mMQ\n\u009b")).facts())
                .containsExactly(Map.entry("broker", "Rabbit?[31mMQ??"));
    }

    @Test
    void timesBetweenTwoWorkersAreAsUncertainAsTheTwoWidestBoundsTogether() {
        assertThat(boundOf()).isZero();
        assertThat(boundOf(5)).isEqualTo(5);
        assertThat(boundOf(5, 7, 3)).isEqualTo(12);
        assertThat(boundOf(7, 3, 5)).isEqualTo(12);
        assertThat(boundOf(3, 5, 7)).isEqualTo(12);
        assertThat(boundOf(7, 7)).isEqualTo(14);
    }

    @Test
    void aBrokerThatWasThereBeforeServesFromTheBeginning() {
        assertThat(BrokerLife.of(11)).isEqualTo(new BrokerLife(11, Long.MIN_VALUE, true));
        assertThat(new BrokerLife(11, 5, false).serving()).isEqualTo(new BrokerLife(11, 5, true));
    }

    private static final long SECOND_NS = 1_000_000_000;

    private static Interval interval(long startNs, long endNs) {
        return new Interval(
                3, Interval.Phase.MEASURE, startNs, endNs, 0, Counts.ZERO, new Latencies(), new Latencies());
    }

    @Test
    void rateIsByTheLengthOfTheInterval() {
        assertThat(interval(2 * SECOND_NS, 3 * SECOND_NS).perSecond(700)).isEqualTo(700);
        assertThat(interval(2 * SECOND_NS, 5 * SECOND_NS / 2).seconds()).isEqualTo(0.5);
        assertThat(interval(2 * SECOND_NS, 5 * SECOND_NS / 2).perSecond(700)).isEqualTo(1_400);
    }

    @Test
    void eachCountIsAddedToItsOwn() {
        Counts ones = new Counts(1, 2, 3, 4, 5, 6, 7, 8, 0, 0);
        Counts tens = new Counts(10, 20, 30, 40, 50, 60, 70, 80, 0, 0);
        assertThat(ones.plus(tens)).isEqualTo(new Counts(11, 22, 33, 44, 55, 66, 77, 88, 0, 0));
        assertThat(ones.plus(Counts.ZERO)).isEqualTo(ones);
    }

    @Test
    void anOutageIsAsLongAsFromTheLastEventToTheNext() {
        assertThat(new Outage(2 * SECOND_NS, 5 * SECOND_NS, true).seconds()).isEqualTo(3);
    }

    @Test
    void aBacklogIsBuiltUntilItStandsAndStandsUntilTheConsumersStart() {
        BacklogResult backlog = Samples.changed(
                Samples.backlog(),
                Map.of("fromNs", 2 * SECOND_NS, "standsNs", 5 * SECOND_NS, "startedNs", 6 * SECOND_NS));
        assertThat(backlog.buildNs()).isEqualTo(3 * SECOND_NS);
        assertThat(backlog.stoodNs()).isEqualTo(SECOND_NS);
    }

    @Test
    void aSampleHasItsSubjectsNameAndTheValuesThatWereRead() {
        Map<String, Double> used = Map.of(ResourceMetric.CPU.tag(), 0.7);
        ResourceSample sample =
                new ResourceSample(ResourceSample.WORKER, Interval.Phase.MEASURE, SECOND_NS, 5 * SECOND_NS / 2, used);
        assertThat(sample.seconds()).isCloseTo(1.5, within(1e-12));
        assertThat(sample.get(ResourceMetric.CPU)).contains(0.7);
        assertThat(sample.get(ResourceMetric.RSS)).isEmpty();

        ResourceSample ofFirst = sample.as(ResourceSample.ofWorker("w1"));
        assertThat(ofFirst.subject()).isEqualTo("worker w1");
        assertThat(ofFirst.values()).isEqualTo(sample.values());
        assertThat(ResourceSample.ofHost("w1")).isEqualTo("host w1");
    }

    @Test
    void oneOfSeveralWorkersIsNotTheOnlyOne() {
        assertThat(ResourceSample.isOfWorker("worker w1")).isTrue();
        assertThat(ResourceSample.isOfWorker(ResourceSample.WORKER)).isFalse();
        assertThat(ResourceSample.isOfWorker("host w1")).isFalse();
        assertThat(ResourceSample.isOfHost("host w1")).isTrue();
        assertThat(ResourceSample.isOfHost(ResourceSample.HOST)).isFalse();
        assertThat(ResourceSample.isOfHost("worker w1")).isFalse();
    }
}
