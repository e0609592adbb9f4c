package dev.dyno.report.compare;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A fact that differs between runs of a comparison.
 *
 * @param a distinct values of the runs of A, with slashes between them; a dash stands for runs without a value
 * @param b distinct values of the runs of B
 */
public record Difference(String fact, String a, String b) {

    private static final String NOTHING = "-";

    /** Whether both sides state the fact: one that only one side states explains little. */
    boolean isOfBoth() {
        return !a.equals(NOTHING) && !b.equals(NOTHING);
    }

    /** The fact in a title: {@code linger.ms 0 → 5}. */
    String title() {
        return fact + ' ' + orDefault(a) + " → " + orDefault(b);
    }

    private static String orDefault(String value) {
        return value.equals(NOTHING) ? "default" : value;
    }

    /** @param facts of a run, by name */
    static <T> List<Difference> between(List<T> as, List<T> bs, Function<T, Map<String, String>> facts) {
        List<Map<String, String>> a = as.stream().map(facts).toList();
        List<Map<String, String>> b = bs.stream().map(facts).toList();
        List<Map<String, String>> all = Stream.concat(a.stream(), b.stream()).toList();
        return all.stream()
                .flatMap(run -> run.keySet().stream())
                .distinct()
                .sorted()
                .filter(fact -> values(all, fact).size() > 1)
                .map(fact ->
                        new Difference(fact, String.join(" / ", values(a, fact)), String.join(" / ", values(b, fact))))
                .toList();
    }

    private static List<String> values(List<Map<String, String>> runs, String fact) {
        return runs.stream()
                .map(run -> run.getOrDefault(fact, NOTHING))
                .distinct()
                .toList();
    }
}
