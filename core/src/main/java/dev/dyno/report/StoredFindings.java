package dev.dyno.report;

import dev.dyno.verdict.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Notes on the numbers of a stored run, as its page has them. */
public final class StoredFindings {

    private StoredFindings() {}

    /**
     * In order of precedence.
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
