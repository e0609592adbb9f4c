package dev.dyno.config;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.setting.Kind;
import dev.dyno.workload.KeyDistribution;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.SizeDistribution;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The settings of messages. */
public final class MessageSettings {

    public static final Section<MessageTemplate> SECTION = new Section<>("producers[].message.");

    public static final LoadSetting<MessageTemplate, BodyType> BODY = SECTION.add(
                    "body", Kind.choice(BodyType.class), BodyType.BYTES, MessageTemplate::body)
            .means("bytes or text messages.")
            .flag("TYPE", "--body");

    public static final LoadSetting<MessageTemplate, SizeDistribution> SIZE = SECTION.add(
                    "size", LoadKinds.sizes(), Values.ONE_KIB, MessageTemplate::sizes)
            .means("Body size: 1024, 4KiB, a range 100..200, or a list with weights 256:70,1KiB:20,4KiB:10.")
            .flag("SIZE", "--message-size")
            .storedAs("messageSize");

    public static final LoadSetting<MessageTemplate, Boolean> PERSISTENT = SECTION.add(
                    "persistent", Kind.flag(), false, MessageTemplate::persistent)
            .means("Ask the broker to keep the messages over a restart.")
            .flag("", "--persistent");

    public static final LoadSetting<MessageTemplate, Optional<Integer>> PRIORITY = SECTION.add(
                    "priority", LoadKinds.optional(Kind.count(0, 9)), Optional.empty(), MessageTemplate::priority)
            .means("Priority.")
            .flag("0-9", "--priority")
            .otherwise("the client library's");

    public static final LoadSetting<MessageTemplate, Duration> TTL = SECTION.add(
                    "ttl", Kind.duration(), Duration.ZERO, MessageTemplate::timeToLive)
            .means("Time to live, as 5s (a bare number is ms as a flag, and seconds in a file).")
            .flag("TIME", "--ttl")
            .otherwise("for ever")
            // Its users know this option in milliseconds.
            .typedAs(text -> text.matches("\\d+") ? text + "ms" : text)
            .storedAs("timeToLive");

    public static final LoadSetting<MessageTemplate, Optional<String>> GROUP = SECTION.add(
                    "group", LoadKinds.optional(LoadKinds.text()), Optional.empty(), MessageTemplate::group)
            .means("Message group (JMSXGroupID), all messages of which go to one consumer.")
            .flag("NAME", "--group")
            .otherwise("none");

    public static final LoadSetting<MessageTemplate, Optional<KeyDistribution>> KEY = SECTION.add(
                    "key", LoadKinds.optional(LoadKinds.keys()), Optional.empty(), MessageTemplate::keys)
            .means("Key of each message: one word, or one of many in turn or at random.")
            .readBy((map, key) -> Optional.of(KeyReader.read(map)))
            .storedAs("keys");

    public static final LoadSetting<MessageTemplate, Map<String, Object>> PROPERTIES = SECTION.add(
                    "properties", LoadKinds.properties(), Map.of(), MessageTemplate::properties)
            .means("Application property of each message: a whole number, a decimal number, true, false, or a word;"
                    + " may be repeated.")
            .ofEntries(Values::properties)
            .flag("NAME=VALUE", "--property")
            .otherwise("none");

    public static final LoadSetting<MessageTemplate, Boolean> ID = SECTION.add(
                    "id", Kind.flag(), false, MessageTemplate::messageId)
            .means("Let the client library make message IDs.")
            .flag("", "--enable-msg-id")
            .storedAs("messageId");

    public static final LoadSetting<MessageTemplate, Boolean> TIMESTAMP = SECTION.add(
                    "timestamp", Kind.flag(), false, MessageTemplate::timestamp)
            .means("Let the client library timestamp messages.")
            .flag("", "--enable-timestamp");

    static {
        SECTION.refuse(KEY, in -> in.has(KEY) && in.has(GROUP), "contradicts {group}; leave one of them out.");
    }

    private MessageSettings() {}

    /** The messages that are given, with all that contradicts itself told. */
    public static MessageTemplate read(Reading in) {
        MessageTemplate message = new MessageTemplate(
                in.get(BODY),
                in.get(SIZE),
                in.get(PERSISTENT),
                in.get(PRIORITY),
                in.get(TTL),
                in.get(GROUP),
                in.get(KEY),
                in.get(PROPERTIES),
                in.get(ID),
                in.get(TIMESTAMP));
        in.check(SECTION);
        return message;
    }
}
