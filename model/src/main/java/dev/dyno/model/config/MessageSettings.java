package dev.dyno.model.config;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.yaml.YamlMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public final class MessageSettings {

    private static final double MAX_EXPONENT = 10;

    /** Order of the keys of messages. */
    private enum Order {
        SEQUENCE,
        UNIFORM,
        ZIPF
    }

    public static final Section<MessageTemplate> SECTION = new Section<>("producers[].message.", HelpPart.MESSAGES);

    public static final LoadSetting<MessageTemplate, BodyType> BODY = SECTION.choice(
                    "body", BodyType.BYTES, MessageTemplate::body)
            .means("bytes or text messages.")
            .flag("TYPE", "--body");

    public static final LoadSetting<MessageTemplate, SizeDistribution> SIZE = SECTION.add(
                    "size", LoadKinds.sizes(), SizeDistribution.fixed(1024), MessageTemplate::sizes)
            .means("Body size: 1024, 4KiB, a range 100..200, or weights 256:70,1KiB:30.")
            .flag("SIZE", "--message-size")
            .often()
            .writtenIf(message -> message.payloads() instanceof Payloads.Made);

    public static final LoadSetting<MessageTemplate, Optional<Double>> COMPRESSIBILITY = SECTION.optional(
                    "compressibility", ValueType.share(), message -> made(message)
                            .map(Payloads.Made::compressibility))
            .means(
                    "Share of each body that compresses away: 0 = random bytes, 0.5 = about half of it, 1 = nothing random.")
            .flag("SHARE", "--compressibility")
            .defaultWords("0")
            .writtenIf(message -> made(message).isPresent())
            .writtenAs(share -> share.map(LoadKinds::plainNumber).orElse(YamlText.ABSENT));

    public static final LoadSetting<MessageTemplate, Optional<Integer>> PAYLOADS = SECTION.optional(
                    "payloads", ValueType.count(1, Limits.MAX_PAYLOADS), message -> made(message)
                            .map(Payloads.Made::count))
            .means("Different bodies that a group's messages have in turn; each sending thread has its part of them.")
            .flag("N", "--payloads")
            .defaultWords("1,000, or as many as fit into 16 MiB")
            .writtenIf(message -> made(message).isPresent());

    public static final LoadSetting<MessageTemplate, Optional<Payloads.FromFiles>> PAYLOAD_FILE = SECTION.optional(
                    "payload-file",
                    LoadKinds.payloadFiles("a readable file, or a folder of readable files"),
                    MessageSettings::files)
            .means("File with the body of each message, or a folder whose files are the bodies in turn; Dyno's"
                    + " head replaces the first "
                    + Limits.MIN_MESSAGE_BYTES + " bytes.")
            .flag("FILE", "--payload-file")
            .defaultWords("random bytes");

    public static final LoadSetting<MessageTemplate, Boolean> PERSISTENT = SECTION.add(
                    "persistent", ValueType.flag(), false, MessageTemplate::persistent)
            .means("Let the broker keep messages over a restart.")
            .flag("", "--persistent")
            .often();

    public static final LoadSetting<MessageTemplate, Optional<Integer>> PRIORITY = SECTION.optional(
                    "priority", ValueType.count(0, 9), MessageTemplate::priority)
            .means("Priority.")
            .flag("0-9", "--priority")
            .defaultWords("the client library's")
            .writtenIfAbsent();

    public static final LoadSetting<MessageTemplate, Duration> TTL = SECTION.add(
                    "ttl", LoadKinds.withUnit(ValueType.duration()), Duration.ZERO, MessageTemplate::timeToLive)
            .means("Time to live, like 5s (a bare number is ms as a flag, and refused in a file).")
            .flag("TIME", "--ttl")
            .defaultWords("for ever");

    public static final LoadSetting<MessageTemplate, Optional<String>> GROUP = SECTION.optional(
                    "group", LoadKinds.text(), MessageTemplate::group)
            .means("Message group (JMSXGroupID), all messages of which go to one consumer.")
            .flag("NAME", "--group")
            .writtenIfAbsent();

    public static final LoadSetting<MessageTemplate, Optional<KeyDistribution>> KEY = SECTION.optional(
                    "key", LoadKinds.keys(), MessageTemplate::keys)
            .means("Key of each message: one word, or one of many in turn or at random.")
            .readBy((map, key) -> Optional.of(key(map)))
            .writtenIfAbsent();

    public static final LoadSetting<MessageTemplate, Map<String, Object>> PROPERTIES = SECTION.add(
                    "properties", LoadKinds.properties(), Map.of(), MessageTemplate::properties)
            .means("Application property of each message: a whole number, a decimal number, true, false, or a word;"
                    + " may be repeated.")
            .ofEntries(LoadKinds::properties)
            .flag("NAME=VALUE", "--property")
            .writtenIfAbsent();

    public static final LoadSetting<MessageTemplate, Boolean> ID = SECTION.add(
                    "id", ValueType.flag(), false, MessageTemplate::messageId)
            .means("Let the client library make message IDs.")
            .flag("", "--enable-msg-id");

    public static final LoadSetting<MessageTemplate, Boolean> TIMESTAMP = SECTION.add(
                    "timestamp", ValueType.flag(), false, MessageTemplate::timestamp)
            .means("Let the client library timestamp messages.")
            .flag("", "--enable-timestamp");

    static {
        for (LoadSetting<?, ?> other : List.of(SIZE, COMPRESSIBILITY, PAYLOADS)) {
            SECTION.refuse(
                    other,
                    in -> in.has(other) && in.has(PAYLOAD_FILE),
                    "contradicts {payload-file}; leave one of them out.");
        }
        SECTION.refuse(
                PAYLOADS,
                in -> in.get(PAYLOADS).orElse(0) * Payloads.Made.memoryOfOne(in.get(SIZE)) > Limits.MAX_PAYLOAD_BYTES,
                "{given}; they must fit into " + Units.formatBytes(Limits.MAX_PAYLOAD_BYTES)
                        + " of memory. Give fewer, or a smaller {size}.");
        SECTION.refuse(KEY, in -> in.has(KEY) && in.has(GROUP), "contradicts {group}; leave one of them out.");
    }

    private MessageSettings() {}

    /** Reads the given message properties and reports contradictions. */
    public static MessageTemplate read(Reading in) {
        Optional<Payloads.FromFiles> files = in.get(PAYLOAD_FILE);
        SizeDistribution sizes = files.map(Payloads.FromFiles::sizes).orElseGet(() -> in.get(SIZE));
        MessageTemplate message = new MessageTemplate(
                in.get(BODY),
                sizes,
                in.get(PERSISTENT),
                in.get(PRIORITY),
                in.get(TTL),
                in.get(GROUP),
                in.get(KEY),
                in.get(PROPERTIES),
                in.get(ID),
                in.get(TIMESTAMP),
                files.<Payloads>map(some -> some)
                        .orElseGet(() -> new Payloads.Made(
                                in.get(PAYLOADS).orElseGet(() -> Payloads.Made.defaultCount(sizes)),
                                in.get(COMPRESSIBILITY).orElse(0.0))));
        in.check(SECTION);
        return message;
    }

    private static Optional<Payloads.Made> made(MessageTemplate message) {
        return message.payloads() instanceof Payloads.Made made ? Optional.of(made) : Optional.empty();
    }

    private static Optional<Payloads.FromFiles> files(MessageTemplate message) {
        return message.payloads() instanceof Payloads.FromFiles files ? Optional.of(files) : Optional.empty();
    }

    /** Reads the key of messages: a word, or a number of keys and their order. */
    private static Optional<KeyDistribution> key(YamlMap message) {
        if (message.has("key") && message.has("group")) {
            message.problem("key", "contradicts group; leave one of them out.");
        }
        if (message.isMap("key")) {
            return message.map("key").map(MessageSettings::many);
        }
        return message.parse("key", text -> {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("is empty; must be a word, or { count: 1000, order: sequence }.");
            }
            return new KeyDistribution.Fixed(text);
        });
    }

    private static KeyDistribution many(YamlMap map) {
        if (!map.has("count")) {
            map.problem("count", "is missing; must say how many keys there are.");
        }
        int count = (int) map.number("count", 1, Limits.MAX_KEYS, 1);
        Order order = map.choice("order", Order.class, Order.SEQUENCE);
        double exponent = map.parse("exponent", MessageSettings::exponent).orElse(1.0);
        if (order != Order.ZIPF && map.has("exponent")) {
            map.problem("exponent", "only order zipf has one; leave it out.");
        }
        map.refuseOthers();
        return switch (order) {
            case SEQUENCE -> new KeyDistribution.Sequence(count);
            case UNIFORM -> new KeyDistribution.Uniform(count);
            case ZIPF -> new KeyDistribution.Zipf(count, exponent);
        };
    }

    private static double exponent(String text) {
        if (text.matches("\\d{1,2}(\\.\\d{1,9})?")) {
            double exponent = Double.parseDouble(text);
            if (exponent > 0 && exponent <= MAX_EXPONENT) {
                return exponent;
            }
        }
        throw new IllegalArgumentException(text + "; must be a number above 0, up to 10, like 1.1.");
    }
}
