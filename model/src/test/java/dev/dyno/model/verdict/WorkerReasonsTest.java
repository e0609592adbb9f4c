package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.result.Verdict.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerReasonsTest {

    private final Map<String, List<Reason>> reasons = new LinkedHashMap<>();

    private static Reason busy(int percent, double own) {
        return new Reason(
                Level.SUSPECT,
                "processors-saturated",
                "the host's 4 processors were " + percent + " % busy, " + own + " of them with the load generator");
    }

    private static Reason collected(String seconds) {
        return new Reason(Level.SUSPECT, "worker-gc", "the load generator spent " + seconds + " s in collections");
    }

    private List<String> merged() {
        return WorkerReasons.ofMachines(reasons).stream()
                .map(reason -> reason.level() + " " + reason.code() + ": " + reason.sentence())
                .toList();
    }

    @Test
    void oneCauseOfFourWorkersIsOneReasonWithTheRangesOfItsNumbers() {
        reasons.put("w1", List.of(busy(96, 0.9)));
        reasons.put("w2", List.of(busy(95, 1.0)));
        reasons.put("w3", List.of(busy(97, 0.95)));
        reasons.put("w4", List.of(busy(96, 0.9)));

        assertThat(merged())
                .containsExactly(
                        "SUSPECT processors-saturated: workers w1 to w4: the host's 4 processors were 95 to 97 % busy,"
                                + " 0.9 to 1.0 of them with the load generator");
    }

    @Test
    void anotherCauseOfOneWorkerStaysApartAndTheOrderIsThatOfTheWorkers() {
        reasons.put("w1", List.of(busy(96, 0.9)));
        reasons.put("w2", List.of(collected("1,200.5")));
        reasons.put("w3", List.of(busy(96, 0.9)));
        reasons.put("w4", List.of(busy(96, 0.9)));

        assertThat(merged())
                .containsExactly(
                        "SUSPECT processors-saturated: workers w1, w3 and w4: the host's 4 processors were 96 % busy, 0.9 of them"
                                + " with the load generator",
                        "SUSPECT worker-gc: worker w2: the load generator spent 1,200.5 s in collections");
    }

    @Test
    void aWorkerWithTwoCausesIsNamedWithBoth() {
        reasons.put("w1", List.of(collected("9.5"), busy(96, 0.9)));
        reasons.put("w2", List.of(busy(98, 0.9), collected("1,200.5")));

        assertThat(merged())
                .containsExactly(
                        "SUSPECT worker-gc: workers w1 and w2: the load generator spent 9.5 to 1,200.5 s in collections",
                        "SUSPECT processors-saturated: workers w1 and w2: the host's 4 processors were 96 to 98 % busy, 0.9 of"
                                + " them with the load generator");
    }

    /** The host of one is full of broker and load, that of the other of something else: the remedies differ. */
    @Test
    void otherWordsOfOneCodeAreAnotherCause() {
        reasons.put("a", List.of(busy(96, 0.9)));
        reasons.put("b", List.of(new Reason(Level.SUSPECT, "processors-saturated", "something else ran here")));
        reasons.put("c", List.of(new Reason(Level.INVALID, "processors-saturated", "something else ran here")));

        assertThat(merged())
                .extracting(line -> line.replaceFirst("(worker .): .*", "$1"))
                .containsExactly(
                        "SUSPECT processors-saturated: worker a",
                        "SUSPECT processors-saturated: worker b",
                        "INVALID processors-saturated: worker c");
    }

    /** A range of p50 to p99 would be nonsense, and so would one of heap sizes within an option. */
    @Test
    void numbersInWordsAreWords() {
        reasons.put("a", List.of(new Reason(Level.SUSPECT, "send-delay", "the p50 was 3 ms, take -Xmx4g")));
        reasons.put("b", List.of(new Reason(Level.SUSPECT, "send-delay", "the p99 was 3 ms, take -Xmx4g")));
        reasons.put("c", List.of(new Reason(Level.SUSPECT, "send-delay", "the p99 was 12.5 ms, take -Xmx4g")));

        assertThat(merged())
                .containsExactly(
                        "SUSPECT send-delay: worker a: the p50 was 3 ms, take -Xmx4g",
                        "SUSPECT send-delay: workers b and c: the p99 was 3 to 12.5 ms, take -Xmx4g");
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
