package dev.dyno.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the page of a stored run says that made its numbers, for those who look at many runs. */
public final class StoredFindings {

    private StoredFindings() {}

    /**
     * The most telling first.
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
