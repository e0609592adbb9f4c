package dev.dyno.report.study;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.report.study.Claim.Term;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads one claim of a study file. Its condition is {@code SUM LIMIT} or {@code SUM / SUM LIMIT}, a sum {@code FIGURE of CELL +
 * …}, a cell a value of each axis, and a limit {@code > 10}, {@code < 20ms} or {@code = 1 within 5%}.
 */
final class ClaimReader {

    private static final String HOLDS = "holds";
    private static final String FORM =
            "; must be FIGURE of CELL, a sum or a ratio of them, and a limit, like 'sent-rate of a / sent-rate of b > 1'.";
    private static final Set<String> SIGNS = Set.of("<", "<=", ">", ">=", "=");

    private final YamlMap map;
    private final Map<String, Set<String>> axes;
    private final List<String> everywhere;

    /** @param axes names of all values in either size, by axis */
    ClaimReader(YamlMap map, Map<String, Set<String>> axes) {
        this.map = map;
        this.axes = axes;
        everywhere = words(map.text("in").orElse(""));
    }

    /** @return empty after a problem */
    Optional<Claim> read() {
        String says = map.required("says");
        String figure = map.text("figure").orElse("");
        boolean ofFullSize = map.flag("full-size", false);
        map.required(HOLDS);
        Optional<Claim> claim = map.parse(HOLDS, text -> claim(says, figure, text, ofFullSize));
        map.refuseOthers();
        return claim;
    }

    private Claim claim(String says, String figure, String condition, boolean ofFullSize) {
        List<String> words = words(condition);
        String text = Units.quoted(condition);
        int sign = index(words, SIGNS);
        int within = words.indexOf("within");
        boolean hasMargin = within == sign + 2 && words.size() == sign + 4;
        if (sign < 0 || sign + 1 >= words.size() || !(hasMargin || words.size() == sign + 2)) {
            throw new IllegalArgumentException(text + FORM);
        }
        List<String> left = words.subList(0, sign);
        int over = left.indexOf("/");
        List<Term> above = sum(text, over < 0 ? left : left.subList(0, over));
        List<Term> below = over < 0 ? List.of() : sum(text, left.subList(over + 1, left.size()));
        Figure first = above.get(0).figure();
        Stream.concat(above.stream(), below.stream())
                .map(Term::figure)
                .filter(other -> other.unit() != first.unit())
                .forEach(other -> {
                    throw new IllegalArgumentException(text + "; " + first + " and " + other
                            + " have different units. Must be figures of one unit.");
                });
        String limit = words.get(sign + 1);
        Claim claim = new Claim(
                says,
                figure,
                condition,
                above,
                below,
                Comparison.of(words.get(sign)).orElseThrow(),
                below.isEmpty()
                        ? Threshold.of(condition, first, words.get(sign), limit).limit()
                        : ratio(text, limit),
                hasMargin ? margin(text, words.get(within + 1)) : 0,
                ofFullSize);
        boolean needsMargin = claim.comparison() == Comparison.EQUAL && !claim.isOfCounts();
        if (needsMargin && !hasMargin) {
            throw new IllegalArgumentException(text + "; an equality must have a margin, like '= 1 within 5%'.");
        }
        if (hasMargin && !needsMargin) {
            throw new IllegalArgumentException(
                    text + "; only an equality of what is no count has a margin. Leave out 'within'.");
        }
        return claim;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    private static int index(List<String> words, Set<String> wanted) {
        for (int i = 0; i < words.size(); i++) {
            if (wanted.contains(words.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static double ratio(String text, String limit) {
        if (!limit.matches("\\d{1,9}(\\.\\d{1,9})?") || Double.parseDouble(limit) == 0) {
            throw new IllegalArgumentException(
                    text + "; the limit of a ratio must be a number above 0, like 1.5, without a unit.");
        }
        return Double.parseDouble(limit);
    }

    private static double margin(String text, String given) {
        if (!given.matches("\\d{1,3}(\\.\\d{1,3})?%") || given.startsWith("0%")) {
            throw new IllegalArgumentException(text + "; the margin must be a percentage with its sign, like 5%.");
        }
        return Double.parseDouble(given.substring(0, given.length() - 1)) / 100;
    }

    private List<Term> sum(String text, List<String> words) {
        List<Term> terms = new ArrayList<>();
        List<String> rest = words;
        for (int plus = rest.indexOf("+"); plus >= 0; plus = rest.indexOf("+")) {
            terms.add(term(text, rest.subList(0, plus)));
            rest = rest.subList(plus + 1, rest.size());
        }
        terms.add(term(text, rest));
        return terms;
    }

    private Term term(String text, List<String> words) {
        if (words.isEmpty() || (words.size() > 1 && !words.get(1).equals("of")) || words.size() == 2) {
            throw new IllegalArgumentException(text + FORM);
        }
        Figure figure;
        try {
            figure = Measures.find(words.get(0));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(text + "; " + e.getMessage(), e);
        }
        List<String> names = new ArrayList<>(everywhere);
        names.addAll(words.subList(Math.min(2, words.size()), words.size()));
        return new Term(figure, cell(text, names));
    }

    /** The cell of some values; an axis with a single value needs none. */
    private Map<String, String> cell(String text, List<String> names) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : names) {
            List<String> having = axes.entrySet().stream()
                    .filter(axis -> axis.getValue().contains(name)
                            || axis.getValue().stream().anyMatch(value -> name.equals(axis.getKey() + "=" + value)))
                    .map(Map.Entry::getKey)
                    .toList();
            if (having.size() != 1) {
                throw new IllegalArgumentException(text + "; " + name
                        + (having.isEmpty()
                                ? " is no value of an axis; must be one of " + choices() + "."
                                : " is a value of " + String.join(" and of ", having) + "; write " + having.get(0) + "="
                                        + name + "."));
            }
            String axis = having.get(0);
            String value = axes.getOrDefault(axis, Set.of()).contains(name) ? name : name.substring(axis.length() + 1);
            if (given.put(axis, value) != null) {
                throw new IllegalArgumentException(text + "; has two values of " + axis + ". Leave one of them out.");
            }
        }
        Map<String, String> cell = new LinkedHashMap<>();
        axes.forEach((axis, values) -> {
            if (!given.containsKey(axis) && values.size() != 1) {
                throw new IllegalArgumentException(text + "; names no " + axis + ". Must be one of "
                        + String.join(", ", values) + ", here or in 'in'.");
            }
            cell.put(axis, given.getOrDefault(axis, values.iterator().next()));
        });
        return cell;
    }

    private String choices() {
        return axes.isEmpty()
                ? "none, since there is no axis"
                : String.join(
                        "; ",
                        axes.entrySet().stream()
                                .map(axis -> axis.getKey() + ": " + String.join(", ", axis.getValue()))
                                .toList());
    }
}
