package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Merges the findings of several workers: those of one code that differ only in numbers and level have one cause, and become
 * one finding with the worst level, ranges of numbers, and the names of the workers concerned. All others stay separate.
 *
 * <p>Assumptions and guarantees: stateless; usable from any thread.
 */
public final class WorkerReasons {

    /** Name of a finding's values that are names of workers. */
    static final String WORKER = "worker";

    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");

    /** Minimum number of consecutive names that are written as a range. */
    private static final int LEAST_OF_A_RANGE = 3;

    private WorkerReasons() {}

    /**
     * Merged findings of all workers, in the order in which each cause first occurs.
     *
     * @param findings those of each worker, by its name, in the order of the workers
     */
    public static List<Finding> merge(Map<String, List<Finding>> findings) {
        Map<Finding, Finding> causes = new LinkedHashMap<>();
        findings.forEach((worker, own) -> own.forEach(finding -> causes.merge(
                cause(finding), finding.with(List.of(Value.text(WORKER, worker))), WorkerReasons::merged)));
        return List.copyOf(causes.values());
    }

    /** The finding without numbers and level: one cause may be a suspicion at a sender and a note at a receiver. */
    private static Finding cause(Finding finding) {
        return new Finding(
                Finding.Level.NOTE,
                finding.code(),
                finding.values().stream()
                        .map(value -> new Value(value.name(), value.text(), value.unit(), 0, Optional.empty()))
                        .toList(),
                List.of());
    }

    private static Finding merged(Finding some, Finding more) {
        List<Value> values = new ArrayList<>();
        List<Value> others = more.without(WORKER).values();
        for (int i = 0; i < others.size(); i++) {
            values.add(range(some.values().get(i), others.get(i)));
        }
        Stream.of(some, more)
                .flatMap(each -> each.all(WORKER).stream())
                .distinct()
                .forEach(values::add);
        Finding.Level worst = some.level().compareTo(more.level()) > 0 ? some.level() : more.level();
        return new Finding(worst, some.code(), values, some.settings());
    }

    private static Value range(Value some, Value more) {
        return new Value(
                some.name(),
                some.text(),
                some.unit(),
                Math.min(some.low(), more.low()),
                some.high().flatMap(high -> more.high().map(other -> Math.max(high, other))));
    }

    /** Workers in words, for example {@code worker w1}, or {@code workers w1 to w4} if {@code several} is {@code "workers "}. */
    static String who(List<Value> workers, String several) {
        List<String> names = workers.stream().map(Value::text).toList();
        return names.size() == 1 ? "worker " + names.get(0) : several + names(names);
    }

    /** Names of workers in words, for example {@code w1 and w2}, {@code w1 to w4} or {@code w1 to w3, db and w7}. */
    static String names(List<String> workers) {
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < workers.size(); ) {
            int to = from + 1;
            while (to < workers.size() && follows(workers.get(to - 1), workers.get(to))) {
                to++;
            }
            if (to - from >= LEAST_OF_A_RANGE) {
                parts.add(workers.get(from) + " to " + workers.get(to - 1));
                from = to;
            } else {
                parts.add(workers.get(from));
                from++;
            }
        }
        int last = parts.size() - 1;
        return last <= 0
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    private static boolean follows(String before, String after) {
        Matcher a = NUMBERED.matcher(before);
        Matcher b = NUMBERED.matcher(after);
        return a.matches()
                && b.matches()
                && a.group(1).equals(b.group(1))
                && Integer.parseInt(a.group(2)) + 1 == Integer.parseInt(b.group(2));
    }
}
