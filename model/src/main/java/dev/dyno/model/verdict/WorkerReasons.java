package dev.dyno.model.verdict;

import dev.dyno.model.result.Verdict.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Merges the reasons of several workers: reasons with one code whose sentences differ only in numbers have one cause, and become
 * one reason with ranges of numbers and the workers concerned. All others stay separate.
 *
 * <p>Assumptions and guarantees: stateless; usable from any thread.
 */
public final class WorkerReasons {

    /** Stands in a sentence for the worker or workers that it is about. */
    static final String WORKER = "{worker}";

    /** A number on its own. One inside a word, as in p99 or -Xmx4g, is part of the word. */
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\p{L}\\d.,_=-])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\p{L}\\d_]|[.,]\\d)");

    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");

    /** Number of consecutive names from which they are written as a range. */
    private static final int LEAST_OF_A_RANGE = 3;

    /** A reason that one worker has. */
    record Of(String worker, Reason reason) {}

    /** Cause: sentences that are equal apart from their numbers. */
    private record Cause(Reason like, String words) {

        static Cause of(Reason reason) {
            return new Cause(
                    new Reason(reason.level(), reason.code(), ""),
                    NUMBER.matcher(reason.sentence()).replaceAll("0"));
        }
    }

    private WorkerReasons() {}

    /**
     * Reasons about the workers' machines, each preceded by the workers that have it.
     *
     * @param reasons by the name of the worker, in the order of the workers
     * @return in the order in which each cause first occurs
     */
    public static List<Reason> ofMachines(Map<String, List<Reason>> reasons) {
        List<Of> all = new ArrayList<>();
        reasons.forEach((worker, own) -> own.forEach(reason ->
                all.add(new Of(worker, new Reason(reason.level(), reason.code(), WORKER + ": " + reason.sentence())))));
        return merge(all, workers -> "workers " + names(workers));
    }

    /** @param several words for the workers that share a cause; one worker is {@code worker NAME} */
    static List<Reason> merge(List<Of> reasons, Function<List<String>, String> several) {
        Map<Cause, List<Of>> causes = new LinkedHashMap<>();
        reasons.forEach(one -> causes.computeIfAbsent(Cause.of(one.reason), cause -> new ArrayList<>())
                .add(one));
        return causes.values().stream().map(same -> merged(same, several)).toList();
    }

    private static Reason merged(List<Of> same, Function<List<String>, String> several) {
        Reason first = same.get(0).reason;
        List<String> workers = same.stream().map(Of::worker).distinct().toList();
        String who = workers.size() == 1 ? "worker " + workers.get(0) : several.apply(workers);
        String sentence = ranges(same.stream().map(one -> one.reason.sentence()).toList());
        return new Reason(first.level(), first.code(), sentence.replace(WORKER, who));
    }

    /** The first sentence, with a range for each number that differs: {@code 95 to 97}. */
    private static String ranges(List<String> sentences) {
        List<List<String>> numbers =
                sentences.stream().map(WorkerReasons::numbers).toList();
        int[] place = {0};
        return NUMBER.matcher(sentences.get(0)).replaceAll(found -> {
            int at = place[0]++;
            return Matcher.quoteReplacement(
                    range(numbers.stream().map(of -> of.get(at)).toList()));
        });
    }

    private static List<String> numbers(String sentence) {
        return NUMBER.matcher(sentence).results().map(found -> found.group()).toList();
    }

    private static String range(List<String> numbers) {
        String least = numbers.get(0);
        String most = least;
        for (String number : numbers) {
            least = value(number).compareTo(value(least)) < 0 ? number : least;
            most = value(number).compareTo(value(most)) > 0 ? number : most;
        }
        return least.equals(most) ? least : least + " to " + most;
    }

    private static BigDecimal value(String number) {
        return new BigDecimal(number.replace(",", ""));
    }

    /** For example {@code w1 and w2}, {@code w1 to w4} or {@code w1 to w3, db and w7}. */
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
        return last == 0
                ? parts.get(0)
                : parts.subList(0, last).stream().collect(Collectors.joining(", ")) + " and " + parts.get(last);
    }

    private static boolean follows(String before, String after) {
        Optional<Matcher> a = numbered(before);
        Optional<Matcher> b = numbered(after);
        return a.isPresent()
                && b.isPresent()
                && a.get().group(1).equals(b.get().group(1))
                && Integer.parseInt(a.get().group(2)) + 1
                        == Integer.parseInt(b.get().group(2));
    }

    private static Optional<Matcher> numbered(String name) {
        return Optional.of(NUMBERED.matcher(name)).filter(Matcher::matches);
    }
}
