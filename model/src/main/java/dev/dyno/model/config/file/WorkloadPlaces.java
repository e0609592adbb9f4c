package dev.dyno.model.config.file;

import dev.dyno.model.config.Section;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Lines of the values in a workload file. */
public final class WorkloadPlaces {

    /** Keys of the OpenMessaging Benchmark's files, by Dyno's paths. */
    private static final Map<String, List<String>> OF_OMB = Map.ofEntries(
            Map.entry("partitions", List.of("partitionsPerTopic")),
            Map.entry("phases.warmup", List.of("warmupDurationMinutes")),
            Map.entry("phases.measure", List.of("testDurationMinutes")),
            Map.entry("producers[0].to", List.of("topics")),
            Map.entry("consumers[0].from", List.of("topics")),
            Map.entry("producers[0].count", List.of("producersPerTopic")),
            Map.entry("producers[0].rate", List.of("producerRate")),
            Map.entry("producers[0].message.size", List.of("messageSizeDistribution", "messageSize")),
            Map.entry("producers[0].message.payloads", List.of("randomizedPayloadPoolSize")),
            Map.entry("producers[0].message.compressibility", List.of("randomBytesRatio")),
            Map.entry("producers[0].message.payload-file", List.of("payloadFile")),
            Map.entry("producers[0].message.key", List.of("keyDistributor")),
            Map.entry("consumers[0].count", List.of("consumerPerSubscription")),
            Map.entry("consumers[0].subscriptions", List.of("subscriptionsPerTopic")),
            Map.entry("consumers[0].start", List.of("consumerBacklogSizeGB")));

    /** Paths of values that have that tool's defaults where its file lacks them; all others but destinations have Dyno's. */
    private static final Set<String> AS_OMB_HAS_IT = Set.of(
            "name",
            "fresh-names",
            "phases.warmup",
            "phases.backlog.while-sending",
            "phases.backlog.left",
            "phases.backlog.measured-after",
            "producers[0].missed",
            "producers[0].mode",
            "producers[0].message.body",
            "producers[0].message.persistent",
            "producers[0].message.key",
            "consumers[0].durable",
            "consumers[0].mode");

    /** Maximum depth of keys that are read: more levels than a workload has. */
    private static final int LEVELS = 10;

    private final Map<String, YamlPlace> places;
    private final boolean omb;

    private WorkloadPlaces(YamlFile file) {
        omb = WorkloadFile.isOfOmb(file);
        places = file.places(omb ? 1 : LEVELS);
    }

    public static WorkloadPlaces of(Path file) {
        return new WorkloadPlaces(YamlFile.read(file));
    }

    /** Whether the file has the OpenMessaging Benchmark's format. */
    public boolean isOfOmb() {
        return omb;
    }

    /** Whether a value missing in the file is the OpenMessaging Benchmark's default. */
    public boolean isAsOmbHasIt(String path) {
        return omb && (AS_OMB_HAS_IT.contains(path) || path.startsWith("destinations."));
    }

    /** Line of a value, from 1; empty if it is not in the file. */
    public Optional<Integer> line(String path) {
        return keys(path)
                .map(places::get)
                .flatMap(place -> Stream.ofNullable(place).map(YamlPlace::line))
                .findFirst();
    }

    private Stream<String> keys(String path) {
        if (omb) {
            return path.startsWith("destinations.")
                    ? Stream.of("topics")
                    : OF_OMB.getOrDefault(path, List.of(path)).stream();
        }
        String before = path.substring(0, path.lastIndexOf('.') + 1);
        return Section.settingAt(path)
                .map(setting -> setting.allKeys().stream().map(key -> before + key))
                .orElse(Stream.of(path))
                .flatMap(key -> Stream.of(key, key.replace("[0]", "")));
    }

    /** Name that the file gives to the destinations of a group, if it has one and lists no other destination. */
    public Optional<String> destinationsAt(String path) {
        return Stream.of(path, path.replace("[0]", ""))
                .map(places::get)
                .flatMap(Stream::ofNullable)
                .map(YamlPlace::text)
                .filter(name -> places.containsKey("destinations." + name))
                .findFirst();
    }
}
