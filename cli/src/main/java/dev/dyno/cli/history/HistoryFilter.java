package dev.dyno.cli.history;

import dev.dyno.app.plan.Problems;
import dev.dyno.cli.options.Candidates;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.RunSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Filter of the list of stored runs, by options. */
public final class HistoryFilter implements Predicate<RunSummary> {

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION]",
            completionCandidates = Candidates.Brokers.class,
            description = "Only runs on this broker; a version may be its beginning. Default: all.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            completionCandidates = Candidates.Drivers.class,
            description = "Only runs through this driver. Default: all.")
    private Optional<String> driver = Optional.empty();

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            description = "Only runs of this name, with * for any text and ? for any letter. Default: all.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--tag",
            paramLabel = "NAME=PATTERN",
            description = "Only runs with this tag, with * for any text; may be repeated. Default: all.")
    private Map<String, String> tags = Map.of();

    @Option(
            names = "--verdict",
            paramLabel = "VERDICT",
            description = "Only runs of this verdict: VALID, SUSPECT or INVALID. Default: all.")
    private Optional<String> verdict = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "Only runs of the last 2d, 12h and the like, or since a day like 2026-11-20 (UTC). Default: all.")
    private Optional<String> since = Optional.empty();

    @Option(names = "--all", description = "Retired runs, too.")
    private boolean all;

    private Optional<Verdict.Level> level = Optional.empty();
    private Optional<Instant> from = Optional.empty();

    /** Reads the options; must be called before the first use of a filter that has options. */
    public void read(Problems problems) {
        problems.notBlank("--broker", broker);
        problems.notBlank("--driver", driver);
        problems.notBlank("--name", name);
        level = verdict.map(text -> problems.choice("--verdict", text, Verdict.Level.class, Verdict.Level.VALID));
        from = since.flatMap(text -> since("--since", text, problems));
    }

    /** Reads an age, a day or an instant, as the instant at which it begins; empty after a problem. */
    public static Optional<Instant> since(String option, String text, Problems problems) {
        try {
            return Optional.of(
                    text.contains("T")
                            ? Instant.parse(text)
                            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
        } catch (DateTimeParseException e) {
            try {
                // Without a unit it is unclear whether seconds or days are meant.
                return Optional.of(
                        Instant.now().minusNanos(Units.parseDurationNs(text.matches("[\\d.]+") ? "" : text)));
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
        return broker.map(wanted -> isOn(run, wanted)).orElse(true)
                && driver.map(wanted ->
                                List.of(run.driver().orElse("").split("/", -1)).contains(wanted))
                        .orElse(true)
                && name.map(pattern -> matches(run.result().name(), pattern)).orElse(true)
                && tags.entrySet().stream().allMatch(tag -> hasTag(run, tag.getKey(), tag.getValue()))
                && level.map(wanted -> run.verdict().level() == wanted).orElse(true)
                && from.map(begin -> !run.result().started().isBefore(begin)).orElse(true);
    }

    /** Whether a run was on a broker; a driver's description of an external broker also begins with its name. */
    private static boolean isOn(RunSummary run, String wanted) {
        String[] words = wanted.toLowerCase(Locale.ROOT).split(":", 2);
        return run.broker().orElse("").toLowerCase(Locale.ROOT).startsWith(words[0])
                && (words.length < 2 || run.brokerVersion().orElse("").startsWith(words[1]));
    }

    private static boolean hasTag(RunSummary run, String name, String pattern) {
        return Optional.ofNullable(run.result().configured().tags().get(name))
                .filter(value -> matches(value, pattern))
                .isPresent();
    }

    private static boolean matches(String name, String pattern) {
        String regex = pattern.codePoints()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE).matcher(name).matches();
    }
}
