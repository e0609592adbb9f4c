package dev.dyno.report.study;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content of a study file; {@code docs/guide/studies.md} describes it.
 *
 * @param name name of the file as the user gave it
 * @param study not to be used if there are problems
 * @param hasQuick whether the file has a quick size
 * @param axes values in place of those of the file, by axis
 * @param problems errors; if there are any, nothing must be run
 */
public record StudyFile(
        String name,
        String text,
        Study study,
        boolean hasQuick,
        Map<String, List<String>> axes,
        List<YamlProblem> problems) {

    /** Line of the section {@code workloads} that names a file. */
    private static final Pattern NAMED_FILE = Pattern.compile("( +[\\w.-]+: +)(\\S+\\.ya?ml) *");

    /**
     * Reads a file, and the workload files that it names; never throws.
     *
     * @param quick whether to read its quick size
     */
    public static StudyFile read(Path file, boolean quick) {
        String text;
        try {
            text = YamlFile.textOf(file);
        } catch (IOException e) {
            // Reading the file again reports the error in the words used for all files.
            return new StudyReader(YamlFile.read(file), "", quick, Map.of()).read();
        }
        List<YamlProblem> problems = new ArrayList<>();
        StudyFile read = of(file.toString(), withFiles(text, file, problems), quick);
        return problems.isEmpty()
                ? read
                : new StudyFile(read.name, read.text, read.study, read.hasQuick, Map.of(), problems);
    }

    /** The text with the content of each workload file that it names, in one line, so that errors keep their line numbers. */
    private static String withFiles(String text, Path study, List<YamlProblem> problems) {
        List<String> lines = new ArrayList<>();
        boolean isInside = false;
        for (String line : text.split("\n", -1)) {
            isInside = line.startsWith(StudyReader.WORKLOADS + ":") || (isInside && !line.matches("\\w.*"));
            Matcher named = NAMED_FILE.matcher(line);
            lines.add(isInside && named.matches() ? named.group(1) + content(named.group(2), study, problems) : line);
        }
        return String.join("\n", lines);
    }

    private static String content(String name, Path study, List<YamlProblem> problems) {
        Path file = study.resolveSibling(name).normalize();
        List<YamlProblem> own = WorkloadFile.read(file).problems();
        problems.addAll(own);
        try {
            return own.isEmpty() ? YamlFile.inOneLine(YamlFile.textOf(file)) : name;
        } catch (IOException e) {
            // The file was read without a problem just before, so this hardly ever happens.
            return name;
        }
    }

    /** Reads a text under the name of a file. */
    public static StudyFile of(String name, String text, boolean quick) {
        return of(name, text, quick, Map.of());
    }

    /** @param axes values in place of those of the text, by axis */
    public static StudyFile of(String name, String text, boolean quick, Map<String, List<String>> axes) {
        YamlFile yaml = YamlFile.of(name, text);
        StudyFile read = new StudyReader(yaml, text, quick, axes).read();
        boolean isAWorkload = !yaml.root().has(StudyReader.WORKLOADS)
                && (yaml.root().has("producers") || yaml.root().has("consumers"));
        YamlProblem problem = new YamlProblem(name, 0, 0, "", "is a workload; dyno run " + name + " runs it.");
        return isAWorkload ? new StudyFile(name, text, read.study, read.hasQuick, axes, List.of(problem)) : read;
    }

    /**
     * A copy with changes for one study.
     *
     * @param rounds number of rounds; 0 = that of the file
     * @param setup settings in place of those of the file, in all cells
     */
    public StudyFile with(int rounds, Map<String, String> setup) {
        return new StudyFile(name, text, study.with(rounds, setup), hasQuick, axes, problems);
    }

    /** A copy without its problems, only for finding further errors. */
    public StudyFile withoutProblems() {
        return new StudyFile(name, text, study, hasQuick, axes, List.of());
    }

    /** Reads one of the workloads of this file, with some values overridden. */
    public WorkloadFile workload(String workload, List<YamlOverride> overrides) {
        // The file is parsed again each time, because overrides stay in the tree.
        YamlFile yaml = YamlFile.of(name, text);
        YamlMap at = yaml.root().mapOrEmpty(StudyReader.WORKLOADS).mapOrEmpty(workload);
        return WorkloadFile.within(yaml, at, workload, overrides);
    }
}
