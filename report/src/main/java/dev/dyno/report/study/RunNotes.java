package dev.dyno.report.study;

import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Notes on the stored runs of a study.
 *
 * @param made notes on the numbers, by run
 * @param flameGraphs flame graphs that exist in the folder of a run, by the name of this folder
 */
record RunNotes(List<Made> made, Map<String, List<String>> flameGraphs) {

    /**
     * A note on one run.
     *
     * @param label label of the run's cell and step
     */
    record Made(String label, String code, String sentence) {}

    /**
     * Notes on the runs that still exist.
     *
     * @param runs folder of the stored runs
     * @throws IOException with a sentence, if one cannot be read
     */
    static RunNotes read(Path runs, Study study, StudyResult result) throws IOException {
        List<Made> made = new ArrayList<>();
        Map<String, List<String>> flameGraphs = new LinkedHashMap<>();
        for (Trial trial : result.trials()) {
            for (Trial.StepResult step : trial.steps()) {
                Optional<Path> run = step.run().map(runs::resolve).filter(RunFolder::isFinished);
                if (run.isPresent()) {
                    Map<String, String> values = trial.values(step, study);
                    RunSummary summary = new RunFolderReader(run.get()).summary();
                    summary.verdict()
                            .notes()
                            .forEach(finding -> made.add(new Made(
                                    study.label(values),
                                    finding.code(),
                                    summary.text().of(finding))));
                    List<String> pages = summary.result().profiles().stream()
                            .flatMap(profile -> profile.page().stream())
                            .filter(page -> Files.isRegularFile(run.get().resolve(page)))
                            .toList();
                    flameGraphs.put(step.run().orElseThrow(), pages);
                }
            }
        }
        return new RunNotes(made, flameGraphs);
    }
}
