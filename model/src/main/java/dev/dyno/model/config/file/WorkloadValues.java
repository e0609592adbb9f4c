package dev.dyno.model.config.file;

import dev.dyno.driver.Destination;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.HeadSettings;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.YamlText;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All values of a workload in the form of our own files, including defaults: each has a path, for example {@code
 * producers[0].message.size}, and a text. Settings that a group's mode does not allow are left out, because the reader refuses
 * them.
 */
public record WorkloadValues(
        Map<String, String> values, Map<List<Destination>, String> names, Function<String, Optional<String>> given) {

    /**
     * Values in the order of a file.
     *
     * @param names name that a file gives to the destinations of a group, by its path, for example {@code producers[0].to}; a
     *     name is made if it is empty and the names follow a pattern
     */
    public static Map<String, String> of(
            Workload workload,
            String description,
            Optional<Integer> partitions,
            Function<String, Optional<String>> names) {
        WorkloadValues all = new WorkloadValues(new LinkedHashMap<>(), new LinkedHashMap<>(), names);
        all.read(workload, description, partitions);
        return all.values;
    }

    /** Values of a file, including the settings beside the traffic. */
    public static Map<String, String> of(WorkloadFile file, Function<String, Optional<String>> names) {
        Map<String, String> values = of(file.workload(), file.description(), file.partitions(), names);
        file.settings().write(values);
        return values;
    }

    private void read(Workload workload, String description, Optional<Integer> partitions) {
        HeadSettings.SECTION.write(
                new HeadSettings.Head(
                        Optional.of(workload.name()),
                        Optional.of(description).filter(text -> !text.isEmpty()),
                        workload.seed(),
                        partitions),
                "",
                values);
        destinations(workload);
        for (int i = 0; i < workload.producers().size(); i++) {
            String path = "producers[" + i + "].";
            ProducerGroup group = workload.producers().get(i);
            values.put(path + "to", named(group.destinations()));
            ProducerSettings.SECTION.write(group, path, values);
            MessageSettings.SECTION.write(group.message(), path + "message.", values);
        }
        for (int i = 0; i < workload.consumers().size(); i++) {
            String path = "consumers[" + i + "].";
            ConsumerGroup group = workload.consumers().get(i);
            values.put(path + "from", named(group.destinations()));
            ConsumerSettings.SECTION.write(group, path, values);
        }
        // A backlog decides when groups start and stop, so a reader refuses these values.
        workload.phases().backlog().ifPresent(backlog -> values.keySet()
                .removeIf(path -> path.matches(".*]\\.(start|stop)")));
        PhaseSettings.SECTION.write(workload.phases(), "phases.", values);
        workload.phases()
                .backlog()
                .ifPresentOrElse(
                        backlog -> PhaseSettings.BACKLOG.write(backlog, "phases.backlog.", values),
                        () -> values.put("phases.backlog", YamlText.ABSENT));
    }

    /** Adds named destinations: those that the file names, and groups of several whose names follow a pattern. */
    private void destinations(Workload workload) {
        for (int i = 0; i < workload.producers().size(); i++) {
            destinations("producers[" + i + "].to", workload.producers().get(i).destinations());
        }
        for (int i = 0; i < workload.consumers().size(); i++) {
            destinations(
                    "consumers[" + i + "].from", workload.consumers().get(i).destinations());
        }
    }

    private void destinations(String path, List<Destination> destinations) {
        boolean oneKind =
                destinations.stream().map(Destination::kind).distinct().count() == 1;
        Optional<String> pattern = oneKind
                ? NamePattern.of(destinations.stream().map(Destination::name).toList())
                : Optional.empty();
        // A dot in the name would be read as the end of a step of the path.
        Optional<String> name = given.apply(path).filter(n -> YamlText.isPlain(n) && !n.contains("."));
        boolean one = destinations.size() == 1 && name.isPresent();
        if (names.containsKey(destinations) || (pattern.isEmpty() && !one)) {
            return;
        }
        String key = name.filter(n -> !names.containsValue(n)).orElseGet(() -> unused(pattern.orElseThrow()));
        names.put(destinations, key);
        String kind = destinations.get(0).isTopic() ? "topic" : "queue";
        String place = "destinations." + key + ".";
        values.put(
                place + kind, YamlText.text(pattern.orElse(destinations.get(0).name())));
        values.put(place + "count", Integer.toString(destinations.size()));
    }

    /** Unused name, made from the text before the number of a pattern. */
    private String unused(String pattern) {
        String base = pattern.replaceFirst("%.*", "")
                .replaceAll("[^A-Za-z0-9-]+", "-")
                .replaceAll("^-+|-+$", "");
        String first = base.isEmpty() ? "all" : base;
        String name = first;
        for (int i = 2; names.containsValue(name); i++) {
            name = first + "-" + i;
        }
        return name;
    }

    private String named(List<Destination> destinations) {
        return names.containsKey(destinations)
                ? YamlText.text(names.get(destinations))
                : YamlText.list(destinations.stream().map(Destination::toString).toList());
    }
}
