package dev.dyno.workfile;

import dev.dyno.workload.Workload;
import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import dev.dyno.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a workload file says.
 *
 * @param workload what traffic; of no use if there are problems
 * @param description for people; empty if the file has none
 * @param partitions of each destination, where the broker divides them; empty = the broker's default
 * @param notes what does not apply here, a sentence each
 * @param problems what is wrong; then nothing must be run
 */
public record WorkloadFile(
        Workload workload,
        String description,
        Optional<Integer> partitions,
        List<String> notes,
        List<YamlProblem> problems) {

    private static final Set<String> OF_OMB = Set.of(
            "topics",
            "partitionsPerTopic",
            "messageSize",
            "producersPerTopic",
            "subscriptionsPerTopic",
            "producerRate");

    public WorkloadFile {
        notes = List.copyOf(notes);
        problems = List.copyOf(problems);
    }

    /** Reads a file of either format; never throws. */
    public static WorkloadFile read(Path file) {
        return read(YamlFile.read(file));
    }

    /** Reads a text; the name stands for the file. */
    public static WorkloadFile of(String name, String text) {
        return read(YamlFile.of(name, text));
    }

    private static WorkloadFile read(YamlFile file) {
        YamlMap root = file.root();
        return isOfOmb(file) ? new OmbWorkload(file, root).read() : new DynoWorkload(file, root).read();
    }

    static boolean isOfOmb(YamlFile file) {
        return file.root().keys().stream().anyMatch(OF_OMB::contains);
    }

    /** A workload's name where the file has none: the file's. */
    static String nameOf(YamlFile file) {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return name.replaceFirst("\\.ya?ml$", "");
    }
}
