package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the sentences of findings from {@code sentences.properties}, which has one for each code, and the parts that depend on
 * the run.
 *
 * <p>Assumptions and guarantees: usable from any thread; an unknown code or a missing value, for example in a run stored by
 * another version, gives a poorer sentence and no error.
 *
 * @param names of the settings
 */
public record FindingText(SettingNames names) {

    public static final FindingText FLAGS = new FindingText(SettingNames.FLAGS);

    static final Properties SENTENCES = sentences();

    /** Placeholder in a sentence: a part in brackets, which is left out if a value in it is missing; a value; or a setting. */
    private static final Pattern PART =
            Pattern.compile("\\[([^\\[\\]]*)]|\\{([@!]?)(\\w+)(?:\\|([^|}]*)\\|([^|}]*))?}|<([a-z=.-]+)>");

    private static final String SEVERAL = "each of the workers ";

    private static Properties sentences() {
        Properties read = new Properties();
        try (InputStream in = Objects.requireNonNull(FindingText.class.getResourceAsStream("sentences.properties"))) {
            read.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    /** Sentence for users: the evidence, the figures, and the setting that helps. */
    public String of(Finding finding) {
        return new Filling(finding, names::of).sentence();
    }

    /** One line for users: {@code SUSPECT few-samples: 10 messages were measured …}. */
    public String line(Finding finding) {
        return finding.level() + " " + finding.code() + ": "
                + of(finding).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** Keys of the settings that the sentence of a finding names, sorted. */
    static List<String> settings(Finding finding) {
        TreeSet<String> keys = new TreeSet<>();
        new Filling(finding, key -> {
                    keys.add(key);
                    return key;
                })
                .sentence();
        return List.copyOf(keys);
    }

    private record Filling(Finding finding, Function<String, String> names) {

        private String sentence() {
            boolean isText = !finding.all(Finding.SENTENCE).isEmpty();
            String filled = filled(SENTENCES.getProperty(
                    isText ? "" : finding.code(),
                    finding.values().stream()
                            .map(value -> "{" + value.name() + "}")
                            .distinct()
                            .collect(Collectors.joining(", "))));
            List<Value> workers = finding.all(WorkerReasons.WORKER);
            return workers.isEmpty() || filled.contains(WorkerReasons.who(workers, SEVERAL))
                    ? filled
                    : WorkerReasons.who(workers, "workers ") + ": " + filled;
        }

        private String filled(String template) {
            return PART.matcher(template).replaceAll(part -> Matcher.quoteReplacement(filled(part)));
        }

        private String filled(MatchResult part) {
            if (part.group(1) != null) {
                return isWhole(part.group(1)) ? filled(part.group(1)) : "";
            }
            if (part.group(6) != null) {
                // A value named like the placeholder, with its brackets, holds the key of the setting to show instead.
                return names.apply(finding.all(part.group()).stream()
                        .map(Value::text)
                        .findFirst()
                        .orElse(part.group(6)));
            }
            String name = part.group(3);
            List<Value> values = finding.all(name);
            if (part.group(4) != null) {
                return counted(values, part.group(2).isEmpty(), part.group(4), part.group(5));
            }
            if (part.group(2).equals("@")) {
                return values.stream().map(this::clause).collect(Collectors.joining(" "));
            }
            return name.equals(WorkerReasons.WORKER)
                    ? WorkerReasons.who(values, SEVERAL)
                    : values.stream().map(FindingText::shown).collect(Collectors.joining(separator(values)));
        }

        private boolean isWhole(String template) {
            return PART.matcher(template)
                    .results()
                    .allMatch(part ->
                            part.group(3) == null || !finding.all(part.group(3)).isEmpty());
        }

        /** Text of the part of a sentence that a value names; {@code {n}} in it stands for the number of the value. */
        private String clause(Value value) {
            Finding own = value.unit().isEmpty()
                    ? finding
                    : finding.without("n").with(List.of(new Value("n", "", value.unit(), value.low(), value.high())));
            return new Filling(own, names).filled(SENTENCES.getProperty(value.text(), value.text()));
        }

        private static String counted(List<Value> values, boolean withNumber, String one, String many) {
            return values.stream()
                    .map(value -> (withNumber ? shown(value) + " " : "")
                            + (value.low() == 1 && value.high().equals(Optional.of(1.0)) ? one : many))
                    .collect(Collectors.joining(", "));
        }
    }

    private static String separator(List<Value> values) {
        return values.stream()
                        .allMatch(value ->
                                value.unit().isPresent() && !value.text().isEmpty())
                ? " and "
                : ", ";
    }

    private static String shown(Value value) {
        String number = value.unit().map(unit -> shown(value, unit)).orElse("");
        return number.isEmpty() || value.text().isEmpty() ? value.text() + number : value.text() + " at " + number;
    }

    /** Number in a sentence, for example {@code 96 %}, {@code 95 to 97 %} or {@code at least 2.8 s}. */
    private static String shown(Value value, Unit unit) {
        String low = unit.text(value.low());
        if (value.high().isEmpty()) {
            return "at least " + low;
        }
        String high = unit.text(value.high().orElseThrow());
        int space = low.indexOf(' ');
        String shared = space > 0 && high.endsWith(low.substring(space)) ? low.substring(0, space) : low;
        return low.equals(high) ? low : shared + " to " + high;
    }
}
