package dev.dyno.report.store;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.RunMark;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Summary of a stored run from its small files: everything but its intervals and histograms.
 *
 * @param result without histograms: its {@code latencies} are empty
 * @param latencies of the messages of the measured phase, by tag
 * @param marks of the run, oldest first
 * @param given command line of the run, if stored
 */
public record RunSummary(
        Path folder,
        RunResult result,
        Map<String, Percentiles> latencies,
        List<RunMark> marks,
        Optional<CommandRecord> given) {

    /** Text by which a broker identifies itself, for example {@code RabbitMQ 4.2.1} or {@code nats-server 2.9.10}. */
    private static final Pattern TOLD = Pattern.compile("(?:Apache )?(?<name>.*?)(?:-server)?[ /-]v?(?<version>\\d.*)");

    /** Numbers of the measured phase. */
    public Numbers numbers() {
        return Numbers.of(result, latencies);
    }

    /** A figure in its own unit; the low end if the figure is known only as an interval; empty if it was not measured. */
    public Optional<Double> value(Figure figure) {
        return figure.of(numbers()).map(Figure.Value::low);
    }

    /**
     * Numbers from which a figure can be computed if the run has it: with histograms if a figure of a latency is not stored.
     *
     * @param view selects the numbers in which the figure is looked for
     */
    public Numbers numbers(Figure figure, UnaryOperator<Numbers> view) {
        Numbers stored = view.apply(numbers());
        boolean isOfLatency =
                figure.percentile().isPresent() || figure.latency().isPresent();
        return !isOfLatency || figure.of(stored).isPresent() ? stored : view.apply(withHistograms());
    }

    /** Numbers with histograms, for figures that are not stored themselves; without them if the run is unreadable. */
    public Numbers withHistograms() {
        try {
            return Numbers.of(new RunFolderReader(folder).withHistograms());
        } catch (RunFolderException e) {
            // Figures that need histograms then count as not measured.
            return numbers();
        }
    }

    /** The mark that counts: the latest. */
    public Optional<RunMark> mark() {
        return RunMark.latest(marks);
    }

    /** The verdict that counts: the stored one with a finding about the latest mark; INVALID if that mark says so. */
    public Verdict verdict() {
        return mark().map(mark -> mark.judge(result.verdict())).orElse(result.verdict());
    }

    /** Makes sentences of findings that name settings as the user of the run gave them. */
    public FindingText text() {
        return CommandRecord.text(given);
    }

    /** Name of the folder, which identifies the run among those of one place. */
    public String folderName() {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    /** Name of the broker: that of its recipe or, if Dyno did not start it, what it reported to its driver; empty = unknown. */
    public Optional<String> broker() {
        return fact("broker broker").or(() -> fact("broker").map(words -> named(words)
                .map(parts -> parts.group("name").toLowerCase(Locale.ROOT))
                .orElse(words)));
    }

    /** Version of the broker, as far as it is known. */
    public Optional<String> brokerVersion() {
        return fact("broker version")
                .or(() ->
                        fact("broker").flatMap(RunSummary::named).map(parts -> String.valueOf(parts.group("version"))));
    }

    private static Optional<Matcher> named(String words) {
        return Optional.of(TOLD.matcher(words)).filter(Matcher::matches);
    }

    private Optional<String> fact(String name) {
        return Optional.ofNullable(result.semantics().facts().get(name));
    }

    /** Driver of the producers, or {@code producers/consumers} if the consumers have another one. */
    public Optional<String> driver() {
        return result.configured().driver();
    }

    /**
     * Requested destinations and loads of all producers or, without producers, of the consumers: {@code TEST_QUEUE, 1000/s}. Of
     * several destinations, the first one and the number of others.
     */
    public Optional<String> load() {
        RunConfig config = result.configured();
        return Stream.of(config.producers(), config.consumers())
                .filter(groups ->
                        groups.stream().anyMatch(group -> !group.destinations().isEmpty()))
                .map(RunSummary::loads)
                .findFirst();
    }

    private static String loads(List<RunConfig.Group> groups) {
        List<String> names = groups.stream()
                .flatMap(group -> group.destinations().stream())
                .distinct()
                .toList();
        String loads = groups.stream()
                .flatMap(group -> group.text("load").stream())
                .map(load -> load.replaceFirst("^constant ", ""))
                .distinct()
                .collect(Collectors.joining(" + "));
        return names.get(0).replaceFirst("^queue://", "")
                + (names.size() > 1 ? " +" + (names.size() - 1) : "")
                + (loads.isEmpty() ? "" : ", " + loads);
    }
}
