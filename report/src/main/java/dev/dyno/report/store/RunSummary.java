package dev.dyno.report.store;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.model.verdict.SettingNames;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Summary of a stored run from one small file: everything but its intervals and histograms.
 *
 * @param folder of the run
 * @param result without histograms: its {@code latencies} are empty
 * @param latencies of the messages of the measured phase, by tag
 * @param marks of the run, oldest first
 * @param given its command line, if stored
 */
public record RunSummary(
        Path folder,
        RunResult result,
        Map<String, Percentiles> latencies,
        List<RunMark> marks,
        Optional<CommandRecord> given) {

    public RunSummary {
        latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
        marks = List.copyOf(marks);
    }

    /** Numbers of its measured phase. */
    public Numbers numbers() {
        return Numbers.of(result, latencies);
    }

    /** A figure in its own unit; the low end if it is known as an interval only; empty if it was not measured. */
    public Optional<Double> value(Figure figure) {
        return figure.of(numbers()).map(Figure.Value::low);
    }

    /** Numbers with histograms, for figures that are not stored themselves; without them if the run is unreadable. */
    public Numbers withHistograms() {
        try {
            return Numbers.of(new RunFolderReader(folder).run().result());
        } catch (RunFolderException e) {
            // Figures that need histograms then count as not measured.
            return numbers();
        }
    }

    /** The mark that counts: the latest. */
    public Optional<RunMark> mark() {
        return RunMark.latest(marks);
    }

    /** The verdict that counts: with its mark. */
    public Verdict verdict() {
        return mark().map(mark -> mark.judge(result.verdict())).orElse(result.verdict());
    }

    /** Sentences of its findings, in which settings are named as its user gave them. */
    public FindingText text() {
        return new FindingText(given.map(CommandRecord::names).orElse(SettingNames.FLAGS));
    }

    /** Name of its folder, which identifies it among the runs of one place. */
    public String folderName() {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }
}
