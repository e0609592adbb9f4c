package dev.dyno.cli.history;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.history.RunFacts;
import dev.dyno.report.store.RunSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Filter of the list of stored runs.
 *
 * @param broker name, and after a colon the beginning of a version
 * @param name pattern with * and ?
 * @param tags patterns of values by name of the tag
 * @param all whether to include retired ones
 */
public record HistoryFilter(
        Optional<String> broker,
        Optional<String> driver,
        Optional<String> name,
        Map<String, String> tags,
        Optional<Verdict.Level> verdict,
        Optional<Instant> since,
        boolean all)
        implements Predicate<RunSummary> {

    /** Reads an age, a day or an instant. */
    public static Optional<Instant> since(String option, String text, Instant now, Problems problems) {
        try {
            return Optional.of(
                    text.contains("T")
                            ? Instant.parse(text)
                            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
        } catch (DateTimeParseException e) {
            try {
                // Without a unit it is unclear whether seconds or days are meant.
                return Optional.of(now.minusNanos(Units.parseDurationNs(text.matches("[\\d.]+") ? "" : text)));
            } catch (IllegalArgumentException noDuration) {
                problems.add(option + ": " + (text.isBlank() ? "is empty" : text)
                        + "; must be a time like 2d, 12h or 30m, a day like 2026-11-20, or 2026-11-20T18:00:00Z.");
                return Optional.empty();
            }
        }
    }

    @Override
    public boolean test(RunSummary run) {
        return (all || !isRetired(run)) && asked(run);
    }

    /** Whether a run is left out only because it is retired. */
    boolean hides(RunSummary run) {
        return !all && isRetired(run) && asked(run);
    }

    private static boolean isRetired(RunSummary run) {
        return run.mark().filter(mark -> mark.kind() == RunMark.Kind.RETIRED).isPresent();
    }

    private boolean asked(RunSummary run) {
        RunFacts facts = RunFacts.of(run);
        return broker.map(wanted -> isOn(facts, wanted)).orElse(true)
                && driver.map(wanted -> isThrough(facts, wanted)).orElse(true)
                && name.map(pattern -> matches(run.result().name(), pattern)).orElse(true)
                && tags.entrySet().stream().allMatch(tag -> hasTag(run, tag.getKey(), tag.getValue()))
                && verdict.map(wanted -> run.verdict().level() == wanted).orElse(true)
                && since.map(from -> !run.result().started().isBefore(from)).orElse(true);
    }

    /** Whether a run was on a broker; a driver's description of an external broker also begins with its name. */
    private static boolean isOn(RunFacts facts, String wanted) {
        String[] words = wanted.toLowerCase(Locale.ROOT).split(":", 2);
        return facts.broker().orElse("").toLowerCase(Locale.ROOT).startsWith(words[0])
                && (words.length < 2 || facts.brokerVersion().orElse("").startsWith(words[1]));
    }

    private static boolean isThrough(RunFacts facts, String wanted) {
        return Arrays.asList(facts.driver().orElse("").split("/", -1)).contains(wanted);
    }

    private static boolean hasTag(RunSummary run, String name, String pattern) {
        return Optional.ofNullable(run.result().configured().tags().get(name))
                .filter(value -> matches(value, pattern))
                .isPresent();
    }

    private static boolean matches(String name, String pattern) {
        String regex = pattern.chars()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE).matcher(name).matches();
    }
}
