package dev.dyno.report.study;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Content of a study file; {@code docs/guide/studies.md} describes it.
 *
 * @param name name of the file as the user gave it
 * @param text of the file
 * @param study not to be used if there are problems
 * @param hasQuick whether it has a quick size
 * @param problems errors; if there are any, nothing must be run
 */
public record StudyFile(String name, String text, Study study, boolean hasQuick, List<YamlProblem> problems) {

    public StudyFile {
        problems = List.copyOf(problems);
    }

    /**
     * Reads a file; never throws.
     *
     * @param quick whether to read its quick size
     */
    public static StudyFile read(Path file, boolean quick) {
        String text;
        try {
            text = YamlFile.textOf(file);
        } catch (IOException e) {
            // Reported in the words of all files.
            return new StudyReader(YamlFile.read(file), "", quick).read();
        }
        return of(file.toString(), text, quick);
    }

    /** Reads a text under the name of a file. */
    public static StudyFile of(String name, String text, boolean quick) {
        YamlFile yaml = YamlFile.of(name, text);
        StudyFile read = new StudyReader(yaml, text, quick).read();
        boolean isAWorkload = !yaml.root().has(StudyReader.WORKLOADS)
                && (yaml.root().has("producers") || yaml.root().has("consumers"));
        return isAWorkload
                ? new StudyFile(
                        name,
                        text,
                        read.study,
                        read.hasQuick,
                        List.of(new YamlProblem(name, 0, 0, "", "is a workload; dyno run " + name + " runs it.")))
                : read;
    }

    /**
     * The same with changes for one study.
     *
     * @param rounds in place of those of the file; 0 = as many
     * @param setup settings in place of those of the file, in all cells
     */
    public StudyFile with(int rounds, Map<String, String> setup) {
        return new StudyFile(name, text, study.with(rounds, setup), hasQuick, problems);
    }

    /** The same without its problems, only for finding further errors. */
    public StudyFile withoutProblems() {
        return new StudyFile(name, text, study, hasQuick, List.of());
    }

    /** Reads one of its workloads, with some values overridden. */
    public WorkloadFile workload(String workload, List<YamlOverride> overrides) {
        // Parsed again each time, because overrides stay in the tree.
        YamlFile yaml = YamlFile.of(name, text);
        YamlMap at = yaml.root().mapOrEmpty(StudyReader.WORKLOADS).mapOrEmpty(workload);
        return WorkloadFile.within(yaml, at, workload, overrides);
    }
}
