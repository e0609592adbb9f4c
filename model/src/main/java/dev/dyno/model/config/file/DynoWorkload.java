package dev.dyno.model.config.file;

import dev.dyno.driver.Destination;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.HeadSettings;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.YamlReading;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads a workload file of our own format; {@code docs/guide/workloads.md} describes it. */
final class DynoWorkload {

    private final YamlFile file;
    private final YamlMap root;
    private final String fallbackName;
    private final Map<String, List<Destination>> destinations = new LinkedHashMap<>();
    private Phases phases = new Phases(Duration.ZERO, Duration.ofMinutes(1), Duration.ofSeconds(30));

    DynoWorkload(YamlFile file, YamlMap root, String fallbackName) {
        this.file = file;
        this.root = root;
        this.fallbackName = fallbackName;
    }

    WorkloadFile read() {
        YamlReading head = new YamlReading(
                root,
                HeadSettings.SECTION,
                Stream.concat(
                                Stream.of("destinations", "phases", "producers", "consumers"),
                                RunSettings.keys().stream())
                        .toList());
        root.map("destinations").ifPresent(this::readDestinations);
        phases = root.map("phases").map(DynoWorkload::phases).orElse(phases);
        List<YamlMap> groups = root.maps("producers");
        List<ProducerGroup> producers = groups.stream()
                .map(map -> producers(map, !root.has("consumers")))
                .toList();
        Set<Integer> ownWindows = IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).has(ProducerSettings.MAX_PENDING.key()))
                .boxed()
                .collect(Collectors.toSet());
        List<ConsumerGroup> consumers = root.maps("consumers").stream()
                .map(map -> consumers(map, producers.isEmpty()))
                .toList();
        if (producers.isEmpty() && consumers.isEmpty()) {
            root.problem("there are no clients; must have producers, consumers, or both.");
        } else if (phases.backlog().isPresent() && (producers.isEmpty() || consumers.isEmpty())) {
            root.problem("phases", "a backlog needs producers that build it and consumers that drain it.");
        }
        refuseMixed(consumers, ConsumerGroup::name, "names", "name");
        refuseMixed(consumers, ConsumerGroup::replyTo, "reply-to", "reply-to");
        refuseRepliesAmongRequests(producers, consumers);
        RunSettings settings = RunSettings.read(new YamlReading(root, phases));
        Workload workload = new Workload(
                head.get(HeadSettings.NAME).orElse(fallbackName),
                head.get(HeadSettings.SEED),
                producers,
                Workload.withReplies(consumers),
                phases);
        return new WorkloadFile(
                workload,
                head.get(HeadSettings.DESCRIPTION).orElse(""),
                head.get(HeadSettings.PARTITIONS),
                settings,
                ownWindows,
                List.of(),
                file.problems());
    }

    private void refuseRepliesAmongRequests(List<ProducerGroup> producers, List<ConsumerGroup> consumers) {
        consumers.stream()
                .flatMap(group -> group.replyTo().stream())
                .filter(queue -> Stream.concat(
                                consumers.stream()
                                        .filter(group -> group.replyTo().isPresent())
                                        .map(ConsumerGroup::destinations),
                                producers.stream().map(ProducerGroup::destinations))
                        .anyMatch(requests -> requests.contains(queue)))
                .limit(1)
                .forEach(queue -> root.problem(
                        "consumers",
                        "reply-to: " + queue
                                + "; has requests, too, and their latencies are others than those of replies."
                                + " Name a queue of its own for the replies."));
    }

    /** Refuses groups that differ in a setting and consume from one queue or shared subscription, where any may get a message. */
    private void refuseMixed(
            List<ConsumerGroup> consumers, Function<ConsumerGroup, Optional<?>> setting, String values, String value) {
        Map<Destination, Optional<?>> first = new HashMap<>();
        consumers.forEach(group -> group.destinations().stream()
                .filter(queue -> !queue.isTopic() || group.sharedSubscriptions() > 0)
                .filter(queue -> !first.computeIfAbsent(queue, any -> setting.apply(group))
                        .equals(setting.apply(group)))
                .limit(1)
                .forEach(queue -> root.problem(
                        "consumers",
                        queue + " has consumers of groups with different " + values
                                + ", and each of its messages could go" + " to any; give these groups one " + value
                                + ", or none.")));
    }

    private void readDestinations(YamlMap map) {
        for (String name : map.keys()) {
            map.map(name).ifPresent(one -> destinations.put(name, destination(one)));
        }
    }

    private List<Destination> destination(YamlMap map) {
        Optional<String> queue = map.text("queue");
        Optional<String> topic = map.text("topic");
        int count = (int) map.number("count", 1, Limits.MAX_CLIENTS, 1);
        map.refuseOthers();
        if (queue.isPresent() == topic.isPresent()) {
            map.problem("must have either a queue or a topic, like { queue: orders-%03d, count: 10 }.");
            return List.of();
        }
        String key = queue.isPresent() ? "queue" : "topic";
        Destination.Kind kind = queue.isPresent() ? Destination.Kind.QUEUE : Destination.Kind.TOPIC;
        try {
            return NamePattern.names(queue.or(() -> topic).orElseThrow(), count).stream()
                    .map(name -> new Destination(kind, name))
                    .toList();
        } catch (IllegalArgumentException e) {
            map.problem(key, String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    private static Phases phases(YamlMap map) {
        Phases backlog = new Phases(
                Duration.ZERO, Duration.ZERO, Duration.ZERO, map.map("backlog").map(DynoWorkload::backlog));
        return PhaseSettings.read(new YamlReading(map, PhaseSettings.SECTION, List.of("backlog"), List.of(), backlog));
    }

    private static Backlog backlog(YamlMap map) {
        YamlReading in = new YamlReading(map, PhaseSettings.BACKLOG, List.of());
        if (Stream.of(PhaseSettings.MESSAGES, PhaseSettings.BYTES, PhaseSettings.LENGTH)
                        .filter(in::has)
                        .count()
                != 1) {
            map.problem(
                    "must say how large it is to be by one of messages, bytes and duration, like { messages: 1000000 }.");
        }
        return PhaseSettings.readBacklog(in);
    }

    private List<Destination> destinations(YamlMap map, String key) {
        List<String> names = map.texts(key);
        if (names.isEmpty()) {
            map.problem(key, "is missing; must name one of the destinations, or queue://NAME or topic://NAME.");
        }
        List<Destination> all = new ArrayList<>();
        for (String name : names) {
            if (destinations.containsKey(name)) {
                all.addAll(destinations.get(name));
            } else if (name.matches("(queue|topic)://.+")) {
                all.add(Destination.parse(name));
            } else {
                map.problem(
                        key,
                        name + "; must be one of the destinations"
                                + (destinations.isEmpty() ? "" : " (" + String.join(", ", destinations.keySet()) + ")")
                                + ", or queue://NAME or topic://NAME.");
            }
        }
        return all;
    }

    private ProducerGroup producers(YamlMap map, boolean alone) {
        YamlReading in = new YamlReading(
                map, ProducerSettings.SECTION, List.of("to", "message"), destinations(map, "to"), phases);
        YamlReading message = new YamlReading(map.mapOrEmpty("message"), MessageSettings.SECTION, List.of());
        return ProducerSettings.read(in, message, alone);
    }

    private ConsumerGroup consumers(YamlMap map, boolean alone) {
        YamlReading in =
                new YamlReading(map, ConsumerSettings.SECTION, List.of("from"), destinations(map, "from"), phases);
        return ConsumerSettings.read(in, alone);
    }
}
