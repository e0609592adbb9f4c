package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerReasonsTest {

    private static Finding busy(int percent, double own) {
        return Finding.suspect(
                "processors-saturated",
                Value.number("processors", 4),
                Value.percent("busy", percent),
                Value.number("generator", own));
    }

    private static Finding collected(double seconds) {
        return Finding.suspect(
                "worker-gc",
                Value.ns("collections", 1e9 * seconds),
                Value.ns("time", 1e10),
                Value.percent("share", 10 * seconds));
    }

    private static Finding late(String percentile, double ms) {
        return Finding.suspect(
                "send-delay",
                Value.text("percentile", percentile),
                Value.percent("responseShare", 30),
                Value.ns("response", 1e6 * ms));
    }

    /** Findings of the workers w1, w2, …, as lines without what helps. */
    @SafeVarargs
    private static List<String> merged(List<Finding>... workers) {
        Map<String, List<Finding>> reasons = new LinkedHashMap<>();
        for (List<Finding> found : workers) {
            reasons.put("w" + (reasons.size() + 1), found);
        }
        return WorkerReasons.merge(reasons).stream()
                .map(FindingText.FLAGS::line)
                .map(line -> line.replaceFirst("(; give|; the p).*", ""))
                .toList();
    }

    @Test
    void oneCauseOfFourWorkersIsOneReasonWithTheRangesOfItsNumbers() {
        List<Finding> busy = List.of(busy(96, 0.9));
        assertThat(merged(busy, List.of(busy(95, 1.0)), List.of(busy(97, 0.95)), busy))
                .containsExactly(
                        "SUSPECT processors-saturated: workers w1 to w4: the host's 4 processors were 95 to 97 % busy,"
                                + " 0.9 to 1 of them with the load generator");
    }

    @Test
    void anotherCauseOfOneWorkerStaysApartAndTheOrderIsThatOfTheWorkers() {
        List<Finding> busy = List.of(busy(96, 0.9));
        assertThat(merged(busy, List.of(collected(5.5)), busy, busy))
                .containsExactly(
                        "SUSPECT processors-saturated: workers w1, w3 and w4: the host's 4 processors were 96 % busy, 0.9 of them"
                                + " with the load generator",
                        "SUSPECT worker-gc: worker w2: the load generator spent 5.5 s of 10 s in garbage collections, 55 %");
    }

    @Test
    void aWorkerWithTwoCausesIsNamedWithBoth() {
        assertThat(merged(List.of(collected(1.5), busy(96, 0.9)), List.of(busy(98, 0.9), collected(0.75))))
                .containsExactly(
                        "SUSPECT worker-gc: workers w1 and w2: the load generator spent 750 ms to 1.5 s of 10 s in garbage"
                                + " collections, 7.5 to 15 %",
                        "SUSPECT processors-saturated: workers w1 and w2: the host's 4 processors were 96 to 98 % busy, 0.9 of"
                                + " them with the load generator");
    }

    /** The host of one is full of broker and load, that of the other of something else: the remedies differ. */
    @Test
    void otherPartsOfOneCodeAreAnotherCause() {
        Finding other = busy(96, 0.9).with(List.of(Value.text("shares", "processors-saturated.unknown")));
        assertThat(merged(List.of(busy(96, 0.9)), List.of(other)))
                .extracting(line -> line.replaceFirst("(worker ..): .*", "$1"))
                .containsExactly("SUSPECT processors-saturated: worker w1", "SUSPECT processors-saturated: worker w2");
    }

    /** A worker that only receives has no rate, so its full processors are a note. */
    @Test
    void oneCauseOfTwoLevelsIsOneReasonOfTheWorst() {
        List<Value> values = busy(97, 1).values();
        Finding note = new Finding(Finding.Level.NOTE, "processors-saturated", values, List.of());
        assertThat(merged(List.of(note), List.of(busy(96, 0.9))))
                .containsExactly(
                        "SUSPECT processors-saturated: workers w1 and w2: the host's 4 processors were 96 to 97 %"
                                + " busy, 0.9 to 1 of them with the load generator");
    }

    /** A range of p50 to p99 would be nonsense. */
    @Test
    void wordsMakeNoRange() {
        assertThat(merged(List.of(late("p50", 3)), List.of(late("p99", 3)), List.of(late("p99", 12.5))))
                .containsExactly(
                        "SUSPECT send-delay: worker w1: Dyno sent late without waiting for the broker: at p50 its own delay is"
                                + " 30 % of the 3 ms of response, so that percentile is not the broker's alone",
                        "SUSPECT send-delay: workers w2 and w3: Dyno sent late without waiting for the broker: at p99 its own"
                                + " delay is 30 % of the 3 to 12.5 ms of response, so that percentile is not the broker's alone");
    }

    @Test
    void namesThatFollowEachOtherAreARange() {
        assertThat(WorkerReasons.names(List.of("w1"))).isEqualTo("w1");
        assertThat(WorkerReasons.names(List.of("w1", "w2"))).isEqualTo("w1 and w2");
        assertThat(WorkerReasons.names(List.of("w9", "w10", "w11", "db", "w13")))
                .isEqualTo("w9 to w11, db and w13");
        assertThat(WorkerReasons.names(List.of("a1", "b2", "b3", "b5"))).isEqualTo("a1, b2, b3 and b5");
        assertThat(WorkerReasons.names(List.of("1", "2", "3"))).isEqualTo("1 to 3");
    }
}
