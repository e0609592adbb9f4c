package dev.dyno.report.study;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.report.study.Claim.Term;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads one claim of a study file. Its condition is {@code SUM LIMIT} or {@code SUM / SUM LIMIT}, a sum {@code FIGURE of CELL +
 * …}, a cell a value of each axis, and a limit {@code > 10}, {@code < 20ms} or {@code = 1 within 5%}.
 *
 * @param axes names of all values in either size, by axis
 * @param everywhere values that every cell of the claim has
 */
record ClaimReader(YamlMap map, Map<String, Set<String>> axes, String everywhere) {

    private static final String HOLDS = "holds";
    private static final String FORM =
            "; must be FIGURE of CELL, a sum or a ratio of them, and a limit, like 'sent-rate of a / sent-rate of b > 1'.";
    private static final Pattern CONDITION =
            Pattern.compile("(.+?)(?: / (.+?))? (<|<=|>|>=|=) (\\S+)(?: within (\\S+))?");
    private static final Pattern TERM = Pattern.compile("(\\S+)(?: of (.+))?");

    ClaimReader(YamlMap map, Map<String, Set<String>> axes) {
        this(map, axes, map.text("in").orElse(""));
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
        String text = Units.quoted(condition);
        Matcher parts = CONDITION.matcher(condition.replaceAll("\\s+", " "));
        check(parts.matches(), text, FORM);
        Optional<String> under = Optional.ofNullable(parts.group(2));
        Optional<String> within = Optional.ofNullable(parts.group(5));
        List<Term> above = sum(text, Units.group(parts, 1));
        List<Term> below = under.map(sum -> sum(text, sum)).orElse(List.of());
        Figure first = above.get(0).figure();
        Stream.concat(above.stream(), below.stream())
                .map(Term::figure)
                .forEach(other -> check(
                        other.unit() == first.unit(),
                        text,
                        "; " + first + " and " + other + " have different units. Must be figures of one unit."));
        String sign = Units.group(parts, 3);
        String limit = Units.group(parts, 4);
        boolean isRatio = under.isPresent();
        Claim claim = new Claim(
                says,
                figure,
                condition,
                above,
                below,
                Comparison.of(sign).orElseThrow(),
                isRatio
                        ? number(
                                limit, text, "the limit of a ratio must be a number above 0, like 1.5, without a unit.")
                        : Threshold.of(condition, first, sign, limit).limit(),
                within.map(given -> margin(given, text)).orElse(0.0),
                ofFullSize);
        boolean needsMargin = claim.comparison() == Comparison.EQUAL && !claim.isOfCounts();
        check(!needsMargin || within.isPresent(), text, "; an equality must have a margin, like '= 1 within 5%'.");
        check(
                needsMargin || within.isEmpty(),
                text,
                "; only an equality of a figure that is no count has a margin. Leave out 'within'.");
        return claim;
    }

    private static void check(boolean good, String text, String sentence) {
        if (!good) {
            throw new IllegalArgumentException(text + sentence);
        }
    }

    private static double number(String given, String text, String sentence) {
        check(given.matches("\\d{1,9}(\\.\\d{1,9})?") && Double.parseDouble(given) > 0, text, "; " + sentence);
        return Double.parseDouble(given);
    }

    private static double margin(String given, String text) {
        String sentence = "the margin must be a percentage with its sign, like 5%.";
        check(given.endsWith("%"), text, "; " + sentence);
        return number(given.substring(0, given.length() - 1), text, sentence) / 100;
    }

    private List<Term> sum(String text, String sum) {
        return Stream.of(sum.split(" \\+ ", -1)).map(term -> term(text, term)).toList();
    }

    private Term term(String text, String term) {
        Matcher parts = TERM.matcher(term);
        check(parts.matches(), text, FORM);
        String names = everywhere + " " + Optional.ofNullable(parts.group(2)).orElse("");
        try {
            return new Term(Measures.find(Units.group(parts, 1)), cell(names));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(text + "; " + e.getMessage(), e);
        }
    }

    /** Cell with the given values; an axis that has only one value may be left out. */
    private Map<String, String> cell(String names) {
        Map<String, String> cell = ValueNames.parse(names, axes);
        axes.forEach((axis, values) -> {
            if (values.size() != 1 && !cell.containsKey(axis)) {
                throw new IllegalArgumentException(
                        "names no " + axis + ". Must be one of " + String.join(", ", values) + ", here or in 'in'.");
            }
            cell.putIfAbsent(axis, values.iterator().next());
        });
        return cell;
    }
}
