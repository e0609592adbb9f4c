package dev.dyno.driver.nats;

import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import io.nats.client.Options;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class NatsSettings {

    /** Mode of delivery to a consumer of a stream: the consumer requests messages, or the server pushes them. */
    enum Delivery {
        PULL,
        PUSH
    }

    private static final SettingList.Builder OWN = new SettingList.Builder();

    static final Setting<Boolean> JETSTREAM = OWN.add(
            "nats.jetstream",
            ValueType.flag(),
            "false",
            "messages are stored in streams and acknowledged; without it, only the queue group and the time of a"
                    + " publish have an effect",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    static final Setting<String> QUEUE_GROUP = OWN.add(
            "nats.queue-group",
            ValueType.text("a name without spaces, dots, *, > and slashes", "[^\\s.*>/\\\\]+"),
            "dyno",
            "what the consumers of a queue have in common: their queue group, or their durable consumer",
            Decides.DELIVERY);

    static final Setting<StorageType> STORAGE = OWN.add(
            "nats.stream.storage",
            ValueType.choice(Map.entry("file", StorageType.File), Map.entry("memory", StorageType.Memory)),
            "file",
            "where a stream that the driver creates keeps its messages",
            Decides.DURABILITY);

    static final Setting<Integer> REPLICAS = OWN.add(
            "nats.stream.replicas",
            ValueType.count(1, 5),
            "1",
            "servers that keep a stream that the driver creates",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    static final Setting<RetentionPolicy> TOPIC_RETENTION = OWN.add(
            "nats.stream.topic-retention",
            ValueType.choice(
                    Map.entry("interest", RetentionPolicy.Interest), Map.entry("limits", RetentionPolicy.Limits)),
            "interest",
            "of a stream that the driver creates for a topic: until all who want it have it, or until a limit; a"
                    + " stream for a queue is a work queue");

    /**
     * Better than a limit of bytes: servers before 2.10 count bytes differently when accepting a message and when making room for
     * it.
     */
    static final Setting<Long> MAX_MESSAGES = OWN.add(
            "nats.stream.max-messages",
            ValueType.whole(-1, Long.MAX_VALUE),
            "-1",
            "at which a stream that the driver creates refuses more; -1 = no limit");

    static final Setting<Long> MAX_BYTES = OWN.add(
            "nats.stream.max-bytes",
            ValueType.whole(-1, Long.MAX_VALUE),
            "-1",
            "at which a stream that the driver creates refuses more, or drops the oldest messages; -1 = no limit");

    static final Setting<DiscardPolicy> DISCARD = OWN.add(
            "nats.stream.discard",
            ValueType.choice(Map.entry("new", DiscardPolicy.New), Map.entry("old", DiscardPolicy.Old)),
            "new",
            "messages that a full stream, which the driver has created, does not keep: new ones are refused, or old ones are dropped",
            Decides.DELIVERY);

    static final Setting<Delivery> CONSUMER = OWN.add(
            "nats.consumer",
            ValueType.choice(Delivery.class),
            "pull",
            "how consumers of a stream get messages: they ask for nats.prefetch at a time, or the server pushes them, up to"
                    + " nats.max-ack-pending");

    static final Setting<Integer> PREFETCH = OWN.add(
            "nats.prefetch", ValueType.count(1, 1_000_000), "500", "messages that a consumer asks for at a time");

    static final Setting<Long> MAX_ACK_PENDING = OWN.add(
            "nats.max-ack-pending",
            ValueType.whole(-1, 10_000_000),
            "10000",
            "delivered messages without an acknowledgement at which the server stops delivering; -1 = no limit");

    static final Setting<Duration> ACK_WAIT = OWN.add(Setting.of(
                    "nats.ack-wait-seconds",
                    seconds(),
                    "after which a message that is not acknowledged is delivered again")
            .in("s")
            .defaultText("30")
            .deciding(Decides.DELIVERY));

    static final Setting<Boolean> ACK_SYNC = OWN.add(
            "nats.ack-sync",
            ValueType.flag(),
            "false",
            "whether the consumer waits until the server has its acknowledgement");

    static final Setting<Duration> PUBLISH_TIMEOUT = OWN.add(Setting.of(
                    "nats.publish-timeout-seconds",
                    seconds(),
                    "after which a message without an acknowledgement has failed")
            .in("s")
            .defaultText("30"));

    static final LibraryPart CLIENT = LibraryPart.of("jnats client", "", names());

    static final DriverSettings ALL =
            DriverSettings.of("the NATS driver", "nats.", OWN.list().and(Tls.SETTINGS), CLIENT);

    private NatsSettings() {}

    private static ValueType<Duration> seconds() {
        return ValueType.count(1, 86_400).map(Duration::ofSeconds);
    }

    /** Names of the library's properties, which are its constants; each is also accepted without the common prefix. */
    private static Set<String> names() {
        Set<String> names = LibraryPart.constants(Options.class, name -> name.startsWith("PROP_"));
        return names.stream()
                .flatMap(name -> Stream.of(name, name.replaceFirst("^io\\.nats\\.client\\.", "")))
                .collect(Collectors.toSet());
    }
}
