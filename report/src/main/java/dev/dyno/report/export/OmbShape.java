package dev.dyno.report.export;

import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.SizeDistribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of a result file of the OpenMessaging Benchmark about workload and driver, from the configuration of a run. */
final class OmbShape {

    private OmbShape() {}

    /** The fields; of several groups the first one, where that tool has only one number. */
    static Map<String, Object> of(RunResult result) {
        List<Map<?, ?>> producers = groups(result, "producers");
        List<Map<?, ?>> consumers = groups(result, "consumers");
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("workload", result.name());
        shape.put("driver", driver(result));
        shape.put(
                "messageSize",
                producers.stream()
                        .map(group -> group.get("messageSize"))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .map(size -> Math.round(
                                SizeDistribution.parse(size.toString()).mean()))
                        .orElse(0L));
        shape.put(
                "topics",
                Stream.concat(producers.stream(), consumers.stream())
                        .map(group -> group.get("destinations"))
                        .flatMap(all -> all instanceof Collection<?> names ? names.stream() : Stream.empty())
                        .distinct()
                        .count());
        shape.put("partitions", partitions(result));
        shape.put("producersPerTopic", number(producers, "perDestination"));
        shape.put("consumersPerTopic", number(consumers, "perSubscription"));
        return shape;
    }

    private static List<Map<?, ?>> groups(RunResult result, String side) {
        return result.config().get(side) instanceof Collection<?> groups
                ? groups.stream()
                        .<Map<?, ?>>map(group -> group instanceof Map<?, ?> map ? map : Map.of())
                        .toList()
                : List.of();
    }

    private static int number(List<Map<?, ?>> groups, String name) {
        return !groups.isEmpty() && groups.get(0).get(name) instanceof Number number ? number.intValue() : 0;
    }

    /** Number of partitions, as drivers with partitions report it; for others one, as in that tool. */
    private static int partitions(RunResult result) {
        String text = result.semantics().facts().getOrDefault("partitions", "");
        return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : 1;
    }

    /** Name of the line in a chart: driver and, for a broker that Dyno started, its version and, if different, its name. */
    private static String driver(RunResult result) {
        Map<String, String> facts = result.semantics().facts();
        List<String> words = new ArrayList<>();
        if (result.config().get("producerTarget") instanceof Map<?, ?> target
                && target.get("driver") instanceof String driver) {
            words.add(driver);
        }
        Stream.of("broker broker", "broker version")
                .flatMap(name -> Optional.ofNullable(facts.get(name)).stream())
                .filter(word -> !words.contains(word))
                .forEach(words::add);
        return String.join(" ", words);
    }
}
