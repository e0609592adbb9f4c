package dev.dyno.report.page;

import dev.dyno.model.verdict.Finding;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reasons and notes of a stored run, as shown on the console and the page. */
public final class StoredFindings {

    private StoredFindings() {}

    /** Reasons of the verdict, then notes on the numbers; for a run without an end the reasons only. */
    public static List<Finding> all(RunSummary run) throws IOException {
        List<Finding> all = new ArrayList<>(
                run.result().verdict().reasons().stream().map(Finding::of).toList());
        if (RunFolder.isFinished(run.folder())) {
            all.addAll(of(run.folder()));
        }
        return all;
    }

    /**
     * Notes in order of precedence.
     *
     * @param folder of a finished run
     * @throws IOException with a sentence, if it cannot be read
     */
    public static List<Finding> of(Path folder) throws IOException {
        return RunCollector.collect(List.of(folder)).stream()
                .flatMap(run -> run.findings().stream())
                .toList();
    }
}
