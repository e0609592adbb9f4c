package dev.dyno.report.export;

import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.SizeDistribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of a result file of the OpenMessaging Benchmark about workload and driver, from the configuration of a run. */
final class OmbShape {

    private OmbShape() {}

    /** The fields. If there are several groups, a field with a single number has that of the first. */
    static Map<String, Object> of(RunResult result) {
        List<RunConfig.Group> producers = result.configured().producers();
        List<RunConfig.Group> consumers = result.configured().consumers();
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("workload", result.name());
        shape.put("driver", driver(result));
        shape.put(
                "messageSize",
                producers.stream()
                        .flatMap(group -> group.text("messageSize").stream())
                        .findFirst()
                        .map(size -> Math.round(SizeDistribution.parse(size).mean()))
                        .orElse(0L));
        shape.put(
                "topics",
                Stream.concat(producers.stream(), consumers.stream())
                        .flatMap(group -> group.destinations().stream())
                        .distinct()
                        .count());
        shape.put("partitions", partitions(result));
        shape.put("producersPerTopic", number(producers, "perDestination"));
        shape.put("consumersPerTopic", number(consumers, "perSubscription"));
        return shape;
    }

    private static int number(List<RunConfig.Group> groups, String name) {
        return groups.isEmpty() ? 0 : (int) groups.get(0).number(name, 0);
    }

    /** Number of partitions, as drivers with partitions report it; for others one, as in that tool. */
    private static int partitions(RunResult result) {
        String text = result.semantics().facts().getOrDefault("partitions", "");
        return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : 1;
    }

    /** Name of the line in a chart: driver and, for a broker that Dyno started, its version and, if different, its name. */
    private static String driver(RunResult result) {
        Map<String, String> facts = result.semantics().facts();
        List<String> words =
                new ArrayList<>(result.configured().producerDriver().stream().toList());
        Stream.of("broker broker", "broker version")
                .flatMap(name -> Optional.ofNullable(facts.get(name)).stream())
                .filter(word -> !words.contains(word))
                .forEach(words::add);
        return String.join(" ", words);
    }
}
