package dev.dyno.model.config.file;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.config.LoadKinds;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.YamlReading;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a workload file of the OpenMessaging Benchmark; a setting that does not apply here becomes a note. */
record OmbWorkload(YamlFile file, YamlMap root, String fallbackName, List<String> notes) {

    /** Limit of sends in flight per producer. That tool has none; Dyno needs one to limit memory. */
    private static final int MAX_PENDING = 10_000;

    /** Number of keys of a key distribution, which that tool fixes. */
    private static final int KEYS = 10_000;

    /** Deliveries owed up to which that tool takes any backlog for drained. */
    private static final long UNDER_WAY = 1_000;

    /** Longest drain of a backlog: that tool waits without a limit. */
    private static final Duration DRAIN_DEADLINE = Duration.ofDays(1);

    /** Prefix of the topics in the workload; each driver of that tool has a prefix of its own. */
    private static final String TOPIC_PREFIX = "test-topic";

    private static final Pattern NUMBERED = Pattern.compile(TOPIC_PREFIX + "(-\\d{7})");

    private static final ValueType<Integer> WEIGHT = ValueType.count(1, Integer.MAX_VALUE);

    /** Maximum rate: one message per ns. */
    private static final long MAX_PER_SECOND = 1_000_000_000;

    private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*(B|KB|MB|GB)?");
    private static final long GIB = 1L << 30;

    OmbWorkload(YamlFile file, YamlMap root, String fallbackName) {
        this(file, root, fallbackName, new ArrayList<>());
    }

    WorkloadFile read() {
        String name = root.text("name").orElse(fallbackName);
        int topics = count("topics", 1);
        int partitions = count("partitionsPerTopic", 1);
        List<Destination> destinations = NamePattern.names(TOPIC_PREFIX + "-%07d", topics).stream()
                .map(topic -> new Destination(Destination.Kind.TOPIC, topic))
                .toList();
        SizeDistribution sizes = sizes();
        int subscriptions = count("subscriptionsPerTopic", 0);
        int consumers = count("consumerPerSubscription", 0);
        int producers = count("producersPerTopic", 0);
        boolean receives = subscriptions > 0 && consumers > 0;
        if (producers == 0 && !receives) {
            root.problem("producersPerTopic", "0; there must be producers or consumers.");
        }
        LoadShape load = load(producers > 0);
        Duration warmup = Duration.ofMinutes(root.number("warmupDurationMinutes", 0, 100_000, 1));
        long minutes = root.number("testDurationMinutes", 0, 100_000, 0);
        Optional<Backlog> backlog = backlog(sizes);
        Duration duration = minutes == 0 ? Duration.ZERO : warmup.plus(Duration.ofMinutes(minutes));
        Payloads payloads = payloads(sizes);
        Optional<KeyDistribution> keys = keys();
        Phases phases = new Phases(warmup, duration, Duration.ofMinutes(1), backlog);
        if (backlog.isPresent() && (producers == 0 || !receives)) {
            root.problem("consumerBacklogSizeGB", "a backlog needs both producers and consumers.");
        }
        RunSettings settings = RunSettings.read(new YamlReading(root, phases));
        // Without producers, the messages come from other programs, which do not know fresh names.
        settings = producers > 0 ? settings.withFreshNamesByDefault() : settings;
        for (String key : root.others()) {
            notes.add(key + " is not known here and left out");
        }
        Workload workload = new Workload(
                name,
                1,
                producers == 0 ? List.of() : List.of(producers(destinations, producers, load, sizes, payloads, keys)),
                receives ? List.of(consumers(destinations, consumers, subscriptions)) : List.of(),
                phases);
        return new WorkloadFile(workload, "", Optional.of(partitions), settings, Set.of(), notes, file.problems());
    }

    private int count(String key, int least) {
        if (!root.has(key)) {
            root.problem(key, "is missing; must be a whole number of at least " + least + ".");
            return 1;
        }
        return (int) root.number(key, least, Limits.MAX_CLIENTS * 10L, 1);
    }

    private LoadShape load(boolean sends) {
        if (!root.has("producerRate") && sends) {
            root.problem("producerRate", "is missing; must be the messages a second of all producers together.");
        }
        long rate = sends ? root.number("producerRate", 0, MAX_PER_SECOND, 1) : 1;
        if (rate == 0) {
            notes.add("producerRate: 0 is 100% of held: a search before the load finds the highest rate that holds");
            return new OfHeld(100, ArrivalProcess.REGULAR);
        }
        return Schedule.constant(Rate.perSecond(rate));
    }

    private SizeDistribution sizes() {
        if (root.has("messageSizeDistribution")) {
            Map<String, String> weights = root.entries("messageSizeDistribution");
            root.has("messageSize");
            try {
                return LoadKinds.checked(
                        "sizes",
                        new SizeDistribution.Weighted(weights.entrySet().stream()
                                .map(entry -> new SizeDistribution.Weight(
                                        middle(entry.getKey()), WEIGHT.parse(entry.getValue())))
                                .toList()));
            } catch (IllegalArgumentException e) {
                root.problem("messageSizeDistribution", String.valueOf(e.getMessage()));
            }
        }
        return root.parse("messageSize", LoadKinds.sizes()::parse).orElseGet(() -> {
            if (!root.has("messageSize") && !root.has("messageSizeDistribution")) {
                root.problem("messageSize", "is missing; must be the size of a message in bytes.");
            }
            return SizeDistribution.fixed(1024);
        });
    }

    /** Middle of a range of sizes: that tool sends messages of this size. */
    private static int middle(String range) {
        String[] ends = range.split("-", -1);
        if (ends.length > 2) {
            throw new IllegalArgumentException(range + "; must be a size or a range of sizes, like 1KB-4KB.");
        }
        long from = bytes(ends[0]);
        long to = bytes(ends[ends.length - 1]);
        return (int) ((from + to) / 2);
    }

    private static long bytes(String text) {
        String size = text.strip().toUpperCase(Locale.ROOT);
        if (!SIZE.matcher(size).matches()) {
            throw new IllegalArgumentException(text + "; must be a size, like 256 or 4KB.");
        }
        // The units of that tool are binary: a KB has 1024 bytes.
        long bytes = Units.parseBytes(size.replaceAll("\\s", "").replaceFirst("(?<=[KMG])B$", "iB"));
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(text + "; must be less than 2GiB.");
        }
        return bytes;
    }

    /** Backlog of that tool: drained when no more is owed than the ratio leaves, or than {@link #UNDER_WAY} if that is more. */
    private Optional<Backlog> backlog(SizeDistribution sizes) {
        long gib = root.number("consumerBacklogSizeGB", 0, 1_000_000, 0);
        double ratio =
                root.parse("backlogDrainRatio", ValueType.decimal(0, 1)::parse).orElse(1.0);
        if (gib == 0) {
            return Optional.empty();
        }
        long messages = Math.round(gib * GIB / sizes.mean());
        long left = Math.max(UNDER_WAY, (long) ((1 - ratio) * messages));
        return Optional.of(new Backlog(
                new Backlog.Size(Backlog.Measure.BYTES, gib * GIB), DRAIN_DEADLINE, true, Optional.of(left), true));
    }

    /** Payloads of that tool: random bytes with zeros ({@code useRandomizedPayloads}), a file, or else random bytes. */
    private Payloads payloads(SizeDistribution sizes) {
        boolean random = root.flag("useRandomizedPayloads", false);
        double ratio =
                root.parse("randomBytesRatio", ValueType.decimal(0, 1)::parse).orElse(0.0);
        Payloads.Made byDefault = Payloads.Made.byDefault(sizes);
        int pool =
                (int) root.number("randomizedPayloadPoolSize", random ? 1 : 0, Limits.MAX_PAYLOADS, byDefault.count());
        Optional<String> file = root.text("payloadFile");
        if (random) {
            if (pool * Payloads.Made.memoryOfOne(sizes) > Limits.MAX_PAYLOAD_BYTES) {
                root.problem(
                        "randomizedPayloadPoolSize",
                        pool + "; they must fit into " + Units.formatBytes(Limits.MAX_PAYLOAD_BYTES) + " of memory.");
            }
            double zeros = BigDecimal.ONE.subtract(BigDecimal.valueOf(ratio)).doubleValue();
            return new Payloads.Made(pool, zeros);
        }
        return file.<Payloads>flatMap(name -> fromFile(name, sizes)).orElse(byDefault);
    }

    private Optional<Payloads.FromFiles> fromFile(String name, SizeDistribution sizes) {
        Optional<Path> path = placeOf(name);
        if (path.isEmpty()) {
            notes.add("payloadFile: " + name + " was not found here or beside the workload; bodies are random bytes");
            return Optional.empty();
        }
        Optional<Payloads.FromFiles> read =
                root.parse("payloadFile", text -> LoadKinds.payloadFiles("a file that can be read")
                        .parse(path.get().toString()));
        if (read.isPresent() && !read.get().sizes().equals(sizes)) {
            root.problem(
                    "payloadFile",
                    name + "; has " + read.get().sizes().max() + " bytes, must have as many as messageSize says.");
        }
        notes.add("payloadFile: the head that Dyno checks replaces the first " + Limits.MIN_MESSAGE_BYTES + " bytes");
        return read;
    }

    /** Path of a payload file: in the current folder, beside the workload, or beside its folder, where that tool has them. */
    private Optional<Path> placeOf(String name) {
        Path beside = Path.of(file.name()).toAbsolutePath().resolveSibling(name);
        Path besideFolder = Path.of(file.name())
                .toAbsolutePath()
                .resolveSibling("..")
                .resolve(name)
                .normalize();
        return Stream.of(Path.of(name), beside, besideFolder)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Optional<KeyDistribution> keys() {
        return root.parse("keyDistributor", word -> switch (word) {
                    case "NO_KEY" -> Optional.<KeyDistribution>empty();
                    case "KEY_ROUND_ROBIN" -> Optional.<KeyDistribution>of(new KeyDistribution.Sequence(KEYS));
                    case "RANDOM_NANO" -> Optional.<KeyDistribution>of(new KeyDistribution.Uniform(KEYS));
                    default ->
                        throw new IllegalArgumentException(
                                word + "; must be one of NO_KEY, KEY_ROUND_ROBIN, RANDOM_NANO.");
                })
                .flatMap(Function.identity());
    }

    private static ProducerGroup producers(
            List<Destination> topics,
            int count,
            LoadShape load,
            SizeDistribution sizes,
            Payloads payloads,
            Optional<KeyDistribution> keys) {
        MessageTemplate message = new MessageTemplate(
                BodyType.BYTES,
                sizes,
                true,
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                keys,
                Map.of(),
                false,
                false,
                payloads);
        return ProducerGroup.of(topics, message, parts -> {
            parts.perDestination = count;
            parts.load = load;
            parts.maxPending = MAX_PENDING;
        });
    }

    private static ConsumerGroup consumers(List<Destination> topics, int count, int subscriptions) {
        return ConsumerGroup.of(topics, parts -> {
            parts.perSubscription = count;
            parts.sharedSubscriptions = subscriptions;
            parts.durable = true;
        });
    }

    /** A topic named by this class, with the prefix that a driver of that tool has; any other destination unchanged. */
    static Destination withPrefix(Destination topic, String prefix) {
        Matcher numbered = NUMBERED.matcher(topic.name());
        return topic.isTopic() && numbered.matches()
                ? new Destination(Destination.Kind.TOPIC, prefix + numbered.group(1))
                : topic;
    }
}
