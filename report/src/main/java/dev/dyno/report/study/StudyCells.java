package dev.dyno.report.study;

import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stored runs of a study by the values of its axes and, if it has several steps, by step.
 *
 * @param study name of the study
 * @param all in the order of their first runs
 */
public record StudyCells(Path folder, String study, List<Runs> all) {

    private static final int MAX_NAMED = 8;

    /** @param runs folders of the rounds, in order */
    public record Runs(Map<String, String> values, List<Path> runs) {

        /** Label for users: {@code broker=rabbitmq messages=500}. */
        public String label() {
            return Cell.label(values);
        }
    }

    public static boolean isStudy(Path folder) {
        return Files.isRegularFile(folder.resolve(StudyFolder.BEGIN));
    }

    /**
     * Reads the existing runs of a study. Deleted runs, and failures before a run began, are missing.
     *
     * @throws IOException with a sentence
     */
    public static StudyCells open(Path folder) throws IOException {
        StudyFolder opened = StudyFolder.open(folder);
        Study study = opened.file().study();
        List<Trial> trials = new ArrayList<>(opened.trials());
        trials.sort((one, other) -> Integer.compare(one.round(), other.round()));
        Map<Map<String, String>, List<Path>> runs = new LinkedHashMap<>();
        for (Trial trial : trials) {
            for (Trial.StepResult step : trial.steps()) {
                Map<String, String> values = trial.values(step, study);
                Optional<Path> run = step.run().map(opened.runs()::resolve).filter(RunFolder::isFinished);
                run.ifPresent(path ->
                        runs.computeIfAbsent(values, v -> new ArrayList<>()).add(path));
            }
        }
        List<Runs> all = new ArrayList<>();
        runs.forEach((values, paths) -> all.add(new Runs(values, paths)));
        return new StudyCells(folder, study.about().name(), all);
    }

    /** Runs of the cell with exactly these values. */
    public Optional<Runs> find(Map<String, String> values) {
        return all.stream().filter(runs -> runs.values.equals(values)).findFirst();
    }

    /**
     * The only cell that has these values; it may have values of further axes.
     *
     * @throws IOException with a sentence, if none or several match
     */
    public Runs one(Map<String, String> values) throws IOException {
        List<Runs> found = all.stream()
                .filter(runs -> runs.values.entrySet().containsAll(values.entrySet()))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> labels =
                (found.isEmpty() ? all : found).stream().map(Runs::label).toList();
        throw new IOException(folder + ": has " + (found.isEmpty() ? "no cell" : found.size() + " cells") + " with "
                + Cell.label(values) + "; must be one of "
                + String.join("; ", labels.subList(0, Math.min(MAX_NAMED, labels.size())))
                + (labels.size() > MAX_NAMED ? " and " + (labels.size() - MAX_NAMED) + " more" : "") + ".");
    }
}
