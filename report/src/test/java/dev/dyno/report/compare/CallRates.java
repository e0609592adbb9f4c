package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** How often equal setups are called different, and a difference of 10 % is found, for each order and each effect of the place. */
record CallRates(SyntheticRuns.Order order, SyntheticRuns.Place place, List<Integer> called, List<Integer> found) {

    static final List<Double> MEMORIES = List.of(0.3, 0.5, 0.8);
    private static final double DIFFERENCE = 0.1;
    private static final double LEAST_FOUND = 0.8;
    private static final double ERROR = 0.05;
    /** A true rate of 5 % comes out as more than the bound in one of 40 tries. */
    private static final double WITHIN_CHANCE = 0.975;

    /**
     * @param equal seeds of the series of equal setups
     * @param different seeds of those that differ
     */
    static CallRates of(SyntheticRuns.Order order, SyntheticRuns.Place place, Seeds equal, Seeds different) {
        return new CallRates(
                order,
                place,
                MEMORIES.stream()
                        .map(memory -> equal.count(seed -> {
                            Call call = SyntheticRuns.compare(order, seed, memory, place, 0)
                                    .call();
                            return call == Call.BETTER || call == Call.WORSE;
                        }))
                        .toList(),
                MEMORIES.stream()
                        .map(memory ->
                                different.count(seed -> SyntheticRuns.compare(order, seed, memory, place, DIFFERENCE)
                                                .call()
                                        == Call.BETTER))
                        .toList());
    }

    private static final String HEAD = """
            | order of the runs | what the place in the series does | equal pairs called | +10 % found |
            |---|---|---|---|
            """;

    /** From first to last. */
    record Seeds(long first, long last) {

        int size() {
            return (int) (last - first + 1);
        }

        int count(LongPredicate predicate) {
            return (int) LongStream.rangeClosed(first, last)
                    .parallel()
                    .filter(predicate)
                    .count();
        }
    }

    static List<CallRates> all(Seeds equal, Seeds different) {
        List<CallRates> all = new ArrayList<>();
        for (SyntheticRuns.Order order : SyntheticRuns.Order.values()) {
            for (SyntheticRuns.Place place : SyntheticRuns.Place.values()) {
                if (place != SyntheticRuns.Place.SECOND || order.hasPairs()) {
                    all.add(of(order, place, equal, different));
                }
            }
        }
        return all;
    }

    /** Number of equal pairs that may be called by chance: 29 of 400. */
    static int mostCalled(int pairs) {
        return BinomialDistribution.of(pairs, ERROR).inverseCumulativeProbability(WITHIN_CHANCE);
    }

    static String table(List<CallRates> all) {
        return all.stream().map(CallRates::row).collect(Collectors.joining("\n", HEAD, "\n"));
    }

    private String row() {
        return String.format(
                Locale.ROOT, "| %s | %s | %s | %s |", order.words, place.words, numbers(called), numbers(found));
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Two batches are never called; three are called, and are too few to find 10 %. */
    void check(Seeds equal, Seeds different) {
        assertThat(called)
                .as("%s, %s, called", order, place)
                .allMatch(
                        number -> number <= (order == SyntheticRuns.Order.TWO_BATCHES ? 0 : mostCalled(equal.size())));
        if (order == SyntheticRuns.Order.TWO_BATCHES) {
            assertThat(found).containsOnly(0);
        } else if (order != SyntheticRuns.Order.THREE_BATCHES) {
            assertThat(found)
                    .as("%s, %s, found", order, place)
                    .allMatch(number -> number >= LEAST_FOUND * different.size());
        }
    }
}
