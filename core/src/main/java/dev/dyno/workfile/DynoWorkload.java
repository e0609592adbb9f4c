package dev.dyno.workfile;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.setting.Units;
import dev.dyno.load.Limits;
import dev.dyno.pace.Arrivals;
import dev.dyno.pace.Load;
import dev.dyno.pace.Schedule;
import dev.dyno.workload.Backlog;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.Phases;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.ProducerGroup.MissedSlots;
import dev.dyno.workload.ProducerGroup.OnSendFailure;
import dev.dyno.workload.Span;
import dev.dyno.workload.Workload;
import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a workload file of our own format; {@code docs/guide/workloads.md} describes it. */
final class DynoWorkload {

    /** Of the measured phase. */
    static final String UNTIL_STOPPED = "until stopped";

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private final YamlFile file;
    private final YamlMap root;
    private final String fallbackName;
    private final Map<String, List<Destination>> destinations = new LinkedHashMap<>();
    private Phases phases = new Phases(Duration.ZERO, A_MINUTE, HALF_A_MINUTE);

    DynoWorkload(YamlFile file, YamlMap root, String fallbackName) {
        this.file = file;
        this.root = root;
        this.fallbackName = fallbackName;
    }

    WorkloadFile read() {
        String name = root.text("name").orElse(fallbackName);
        String description = root.text("description").orElse("");
        long seed = root.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
        Optional<Integer> partitions = root.has("partitions")
                ? Optional.of((int) root.number("partitions", 1, Limits.MAX_CLIENTS, 1))
                : Optional.empty();
        root.map("destinations").ifPresent(this::readDestinations);
        phases = root.map("phases").map(this::phases).orElse(phases);
        List<ProducerGroup> producers =
                root.maps("producers").stream().map(this::producers).toList();
        List<ConsumerGroup> consumers =
                root.maps("consumers").stream().map(this::consumers).toList();
        if (producers.isEmpty() && consumers.isEmpty()) {
            root.problem("there is nobody to load the broker; must have producers, consumers, or both.");
        } else if (phases.backlog().isPresent() && (producers.isEmpty() || consumers.isEmpty())) {
            root.problem("phases", "a backlog needs producers that build it and consumers that drain it.");
        }
        root.refuseOthers();
        Workload workload = new Workload(name, seed, producers, consumers, phases);
        return new WorkloadFile(workload, description.strip(), partitions, List.of(), file.problems());
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

    private Phases phases(YamlMap map) {
        Warmup asked = Values.parse(map, "warmup", Warmup::parse).orElse(Warmup.NONE);
        Duration warmup = asked.longest();
        Optional<Backlog> backlog = BacklogReader.read(map);
        boolean stops = backlog.filter(b -> !b.whileSending()).isPresent();
        refuseIf(
                map,
                "measure",
                stops,
                "the producers stop when the backlog stands, and the run ends when it is drained; leave it out, or say while-sending: true.");
        boolean endless = map.text("measure").filter(UNTIL_STOPPED::equals).isPresent();
        Duration measure = endless
                ? Duration.ZERO
                : Values.duration(map, "measure").orElse(backlog.isPresent() ? Duration.ZERO : A_MINUTE);
        Duration drain = Values.duration(map, "drain").orElse(HALF_A_MINUTE);
        if (measure.isZero() && map.has("measure") && !endless) {
            map.problem("measure", "0s; must be more than 0s, or " + UNTIL_STOPPED + ".");
        }
        map.refuseOthers();
        Duration duration = measure.isZero() ? Duration.ZERO : warmup.plus(measure);
        return new Phases(warmup, asked.untilSteady(), duration, drain, backlog);
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

    private Span span(YamlMap map) {
        if (phases.backlog().isPresent()) {
            refuseIf(
                    map,
                    "start",
                    true,
                    "contradicts the backlog, which says when producers and consumers work; leave one of them out.");
            refuseIf(
                    map,
                    "stop",
                    true,
                    "contradicts the backlog, which says when producers and consumers work; leave one of them out.");
            return Span.WHOLE;
        }
        Duration start = Values.duration(map, "start").orElse(Duration.ZERO);
        Optional<Duration> stop = Values.duration(map, "stop");
        boolean endless = phases.duration().isZero();
        String load = Units.formatDuration(phases.duration().toNanos());
        if (!endless && start.compareTo(phases.duration()) >= 0) {
            map.problem("start", "must be before the end of the load, which is " + load + " long.");
        }
        if (stop.filter(s -> s.compareTo(start) <= 0).isPresent()) {
            map.problem("stop", "must be after the start.");
        }
        if (!endless && stop.filter(s -> s.compareTo(phases.duration()) >= 0).isPresent()) {
            map.problem("stop", "must be before the end of the load, which is " + load + " long; or leave it out.");
        }
        return new Span(start, stop);
    }

    private ProducerGroup producers(YamlMap map) {
        List<Destination> to = destinations(map, "to");
        int count = (int) map.number("count", 1, Limits.MAX_CLIENTS, 1);
        Load load = load(map);
        MissedSlots missed = map.choice("missed", MissedSlots.class, MissedSlots.QUEUE);
        refuseIf(
                map,
                "missed",
                missed == MissedSlots.SKIP && load instanceof Load.AllOut,
                "skip; needs slots to miss. Give a rate or a load.");
        SendMode mode = map.choice("mode", SendMode.class, SendMode.ASYNC);
        int commitInterval = commitInterval(map, mode == SendMode.TRANSACTED);
        boolean async = mode == SendMode.ASYNC;
        int maxPending = (int) map.number("max-pending", 0, Limits.MAX_PENDING, 1);
        refuseIf(map, "max-pending", !async, "only mode async has more than one send in flight; leave it out.");
        int threads = (int) map.number("threads", 1, 1024, 1);
        refuseIf(map, "threads", !async, "only mode async has loops; the others have a thread for each producer.");
        boolean shared = map.flag("shared-connections", false);
        long messages = map.number("messages", 0, Long.MAX_VALUE, 0);
        OnSendFailure onFailure = map.choice("on-failure", OnSendFailure.class, OnSendFailure.STOP);
        Span span = span(map);
        MessageTemplate message = message(map.mapOrEmpty("message"));
        map.text("name");
        map.refuseOthers();
        return new ProducerGroup(
                to,
                count,
                load,
                missed,
                span,
                mode,
                commitInterval,
                maxPending,
                threads,
                shared,
                messages,
                onFailure,
                message);
    }

    private static void refuseIf(YamlMap map, String key, boolean wrong, String message) {
        if (wrong && map.has(key)) {
            map.problem(key, message);
        }
    }

    private static int commitInterval(YamlMap map, boolean transacted) {
        if (!transacted) {
            refuseIf(map, "commit-interval", true, "there is nothing to commit; use mode transacted, or leave it out.");
            return 0;
        }
        return (int) map.number("commit-interval", 1, Limits.MAX_PENDING, 1);
    }

    private static Load load(YamlMap map) {
        Optional<Load> load = Values.parse(map, "load", Load::parse);
        Optional<Load> rate = Values.parse(map, "rate", text -> Schedule.constant(Values.rate(text)));
        if (map.has("load") && map.has("rate")) {
            map.problem("rate", "contradicts load; leave one of them out.");
        }
        Load chosen = load.or(() -> rate).orElse(Load.ALL_OUT);
        Arrivals arrivals = map.choice("arrivals", Arrivals.class, Arrivals.REGULAR);
        if (arrivals == Arrivals.POISSON && chosen instanceof Schedule schedule) {
            return schedule.withArrivals(arrivals);
        }
        refuseIf(
                map,
                "arrivals",
                arrivals == Arrivals.POISSON && !map.has("load") && !map.has("rate"),
                "poisson; needs a rate to vary. Give a rate or a load.");
        return chosen;
    }

    private static MessageTemplate message(YamlMap map) {
        MessageTemplate message = new MessageTemplate(
                map.choice("body", BodyType.class, BodyType.BYTES),
                Values.parse(map, "size", Values::sizes).orElse(Values.ONE_KIB),
                map.flag("persistent", false),
                map.has("priority") ? Optional.of((int) map.number("priority", 0, 9, 4)) : Optional.empty(),
                Values.duration(map, "ttl").orElse(Duration.ZERO),
                map.text("group"),
                KeyReader.read(map),
                Values.properties(map.entries("properties")),
                map.flag("id", false),
                map.flag("timestamp", false));
        map.refuseOthers();
        return message;
    }

    private ConsumerGroup consumers(YamlMap map) {
        List<Destination> from = destinations(map, "from");
        boolean queues = from.stream().anyMatch(destination -> !destination.isTopic());
        int count = (int) map.number("count", 1, Limits.MAX_CLIENTS, 1);
        int subscriptions = (int) map.number("subscriptions", 0, Limits.MAX_CLIENTS, 0);
        boolean durable = map.flag("durable", false);
        refuseIf(map, "subscriptions", queues && subscriptions > 0, "a queue has no subscriptions; leave it out.");
        refuseIf(map, "durable", queues && durable, "a queue has no subscriptions; leave it out.");
        AckMode ack = map.choice("ack", AckMode.class, AckMode.AUTO);
        boolean batches = ack == AckMode.TRANSACTED || ack == AckMode.CLIENT;
        int commitInterval = (int) map.number("commit-interval", 1, Limits.MAX_PENDING, 1);
        refuseIf(
                map,
                "commit-interval",
                !batches,
                "there is nothing to commit or acknowledge; use ack transacted or client, or leave it out.");
        ConsumerGroup.Mode mode = map.choice("mode", ConsumerGroup.Mode.class, ConsumerGroup.Mode.LISTENER);
        Duration poll = Values.duration(map, "poll-interval").orElse(Duration.ofMillis(1));
        refuseIf(map, "poll-interval", poll.isZero(), "0s; must be more than 0s. Use mode receive.");
        refuseIf(map, "poll-interval", mode != ConsumerGroup.Mode.POLL, "only mode poll looks at it; leave it out.");
        ConsumerGroup group = new ConsumerGroup(
                from,
                count,
                subscriptions,
                durable,
                ack,
                commitInterval,
                mode,
                poll,
                Values.duration(map, "think-time").orElse(Duration.ZERO),
                span(map),
                map.text("selector"),
                (int) map.number("connections", 0, Limits.MAX_CLIENTS, 0),
                map.number("messages", 0, Long.MAX_VALUE, 0));
        map.text("name");
        map.refuseOthers();
        return group;
    }
}
