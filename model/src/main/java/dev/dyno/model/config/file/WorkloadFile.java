package dev.dyno.model.config.file;

import dev.dyno.model.config.Conduct;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
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
 * @param conduct how the load is carried out
 * @param notes what does not apply here, a sentence each
 * @param problems what is wrong; then nothing must be run
 */
public record WorkloadFile(
        Workload workload,
        String description,
        Optional<Integer> partitions,
        Conduct conduct,
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

    /** With a workload and faults in the place of its own. */
    public WorkloadFile with(Workload other, List<Fault> faults) {
        FaultPlan plan = new FaultPlan(faults, conduct.faults().reconnectDelay());
        return new WorkloadFile(other, description, partitions, conduct.withFaults(plan), notes, problems);
    }

    /** Reads a file of either format; never throws. */
    public static WorkloadFile read(Path file) {
        return read(file, List.of());
    }

    /** Reads a file of either format with other values in the place of some of its own; never throws. */
    public static WorkloadFile read(Path file, List<YamlOverride> overrides) {
        YamlFile yaml = YamlFile.read(file);
        return read(yaml, yaml.root(), nameOf(yaml), overrides);
    }

    /**
     * Reads a workload that stands within another file; never throws. Its problems are all of that file's.
     *
     * @param at where it stands
     * @param name that it has there
     */
    public static WorkloadFile within(YamlFile file, YamlMap at, String name, List<YamlOverride> overrides) {
        return read(file, at, name, overrides);
    }

    /** Reads a text; the name stands for the file. */
    public static WorkloadFile of(String name, String text) {
        YamlFile yaml = YamlFile.of(name, text);
        return read(yaml, yaml.root(), nameOf(yaml), List.of());
    }

    private static WorkloadFile read(YamlFile file, YamlMap at, String name, List<YamlOverride> overrides) {
        YamlMap root = at.overridden(overrides);
        return isOfOmb(root) ? new OmbWorkload(file, root, name).read() : new DynoWorkload(file, root, name).read();
    }

    static boolean isOfOmb(YamlFile file) {
        return isOfOmb(file.root());
    }

    private static boolean isOfOmb(YamlMap root) {
        return root.keys().stream().anyMatch(OF_OMB::contains);
    }

    /** The name of a workload or study whose file has none: the file's. */
    public static String nameOf(YamlFile file) {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return name.replaceFirst("\\.ya?ml$", "");
    }
}
