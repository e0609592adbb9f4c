package dev.dyno.model.config.file;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.Section;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.model.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Content of a workload file.
 *
 * @param workload traffic; not to be used if there are problems
 * @param description shown to users; empty if the file has none
 * @param partitions of each destination, if the broker has partitions; empty = the broker's default
 * @param settings of the run, beside the traffic
 * @param ownWindows indexes, from 0, of the groups of producers for which the user limits the messages in flight
 * @param notes one sentence for each setting that does not apply here
 * @param problems errors; if there are any, nothing must be run
 */
public record WorkloadFile(
        Workload workload,
        String description,
        Optional<Integer> partitions,
        RunSettings settings,
        Set<Integer> ownWindows,
        List<String> notes,
        List<YamlProblem> problems) {

    private static final Set<String> OF_OMB = Set.of(
            "topics",
            "partitionsPerTopic",
            "messageSize",
            "producersPerTopic",
            "subscriptionsPerTopic",
            "producerRate");

    public WorkloadFile with(Workload other, List<Fault> faults) {
        FaultPlan plan = new FaultPlan(faults, settings.faults().reconnectDelay());
        return new WorkloadFile(other, description, partitions, settings.withFaults(plan), ownWindows, notes, problems);
    }

    /** Reads a file of either format; never throws. */
    public static WorkloadFile read(Path file) {
        return read(file, List.of());
    }

    /** Reads a file of either format with some values overridden; never throws. */
    public static WorkloadFile read(Path file, List<YamlOverride> overrides) {
        YamlFile yaml = YamlFile.read(file);
        if (yaml.root().has("workloads")) {
            String sentence = "is a study; dyno study " + file + " runs it.";
            return of(yaml.name(), "")
                    .with(Set.of(), List.of(), List.of(new YamlProblem(yaml.name(), 0, 0, "", sentence)));
        }
        boolean isForTraffic = overrides.stream().anyMatch(override -> !RunSettings.keys()
                .contains(override.path().replaceFirst("[.\\[].*", "")));
        if (!isForTraffic || !isOfOmb(yaml)) {
            return within(yaml, yaml.root(), nameOf(yaml), overrides);
        }
        Optional<YamlOverride> bodies = overrides.stream()
                .filter(override -> override.path().endsWith(MessageSettings.PAYLOAD_FILE.key()))
                .findFirst();
        YamlMap root = bodies.isPresent() ? yaml.root().without("payloadFile") : yaml.root();
        String random = "useRandomizedPayloads";
        bodies.filter(given -> root.flag(random, false))
                .ifPresent(given -> root.problem(random, "contradicts " + given.place() + "; leave one of them out."));
        // An override has a key of our own format, so the traffic of that tool is written in our format first.
        WorkloadFile omb = within(yaml, root, nameOf(yaml), List.of());
        if (!omb.problems.isEmpty()) {
            return omb;
        }
        Map<String, String> values = WorkloadValues.of(omb, path -> Optional.empty());
        leaveOutDefaults(values, omb.workload);
        if (bodies.isPresent()) {
            values.keySet().removeIf(path -> path.matches(".*\\.message\\.(size|payloads|compressibility)"));
        }
        Map<String, String> asGiven = new LinkedHashMap<>(values);
        asGiven.remove("producers[0].max-pending");
        WorkloadFile given = inOwnForm(yaml, asGiven, overrides);
        boolean isAsync = given.workload.producers().stream().allMatch(group -> group.mode() == SendMode.ASYNC);
        WorkloadFile read = isAsync ? inOwnForm(yaml, values, overrides) : given;
        return read.with(given.ownWindows, omb.notes, read.problems);
    }

    /** Removes values that are defaults, because a given value could contradict an override. */
    private static void leaveOutDefaults(Map<String, String> values, Workload omb) {
        values.entrySet()
                .removeIf(value -> value.getKey().contains("[0].")
                        && Section.settingAt(value.getKey())
                                .flatMap(LoadSetting::defaultText)
                                .filter(value.getValue()::equals)
                                .isPresent());
        omb.producers()
                .forEach(group -> values.remove(
                        "producers[0].message.payloads",
                        Integer.toString(
                                Payloads.Made.defaultCount(group.message().sizes()))));
    }

    private static WorkloadFile inOwnForm(YamlFile omb, Map<String, String> values, List<YamlOverride> overrides) {
        YamlFile own = YamlFile.ofOther(omb.name(), WorkloadText.of(values, path -> ""));
        return within(own, own.root(), nameOf(own), overrides);
    }

    private WorkloadFile with(Set<Integer> windows, List<String> remarks, List<YamlProblem> errors) {
        return new WorkloadFile(workload, description, partitions, settings, windows, remarks, errors);
    }

    /**
     * Reads one workload, of either format, in a file that may hold several; never throws. All problems of the file are reported
     * with it.
     *
     * @param at mapping of the workload
     * @param name of the workload in that file
     */
    public static WorkloadFile within(YamlFile file, YamlMap at, String name, List<YamlOverride> overrides) {
        YamlMap root = at.overridden(overrides);
        return isOfOmb(root) ? new OmbWorkload(file, root, name).read() : new DynoWorkload(file, root, name).read();
    }

    /** Reads a text under the name of a file. */
    public static WorkloadFile of(String name, String text) {
        YamlFile yaml = YamlFile.of(name, text);
        return within(yaml, yaml.root(), nameOf(yaml), List.of());
    }

    static boolean isOfOmb(YamlFile file) {
        return isOfOmb(file.root());
    }

    private static boolean isOfOmb(YamlMap root) {
        return root.keys().stream().anyMatch(OF_OMB::contains);
    }

    /** Name of a workload or study whose file states none: the name of the file. */
    public static String nameOf(YamlFile file) {
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return name.replaceFirst("\\.ya?ml$", "");
    }
}
