package dev.dyno.report.study;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a study file says; {@code docs/guide/studies.md} describes it.
 *
 * @param name of the file, as the user named it
 * @param text of the file
 * @param study of no use if there are problems
 * @param hasQuick whether it has a quick size
 * @param problems what is wrong; then nothing must be run
 */
public record StudyFile(String name, String text, Study study, boolean hasQuick, List<YamlProblem> problems) {

    public StudyFile {
        problems = List.copyOf(problems);
    }

    /**
     * Reads a file; never throws.
     *
     * @param quick whether its quick size is meant
     */
    public static StudyFile read(Path file, boolean quick) {
        String text;
        try {
            text = YamlFile.textOf(file);
        } catch (IOException e) {
            // Told in the words that all files have.
            return new StudyReader(YamlFile.read(file), "", quick).read();
        }
        return of(file.toString(), text, quick);
    }

    /** Reads a text; the name stands for the file. */
    public static StudyFile of(String name, String text, boolean quick) {
        return new StudyReader(YamlFile.of(name, text), text, quick).read();
    }

    /** Of no use but to go on with looking for what else is wrong. */
    public StudyFile withoutProblems() {
        return new StudyFile(name, text, study, hasQuick, List.of());
    }

    /** Reads one of its workloads, with other values in the place of some of its own. */
    public WorkloadFile workload(String workload, List<YamlOverride> overrides) {
        // Anew each time: overrides stay in the tree.
        YamlFile yaml = YamlFile.of(name, text);
        YamlMap at = yaml.root().mapOrEmpty(StudyReader.WORKLOADS).mapOrEmpty(workload);
        return WorkloadFile.within(yaml, at, workload, overrides);
    }
}
