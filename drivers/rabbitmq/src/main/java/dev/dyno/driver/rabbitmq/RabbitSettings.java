package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.ConnectionFactoryConfigurator;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

final class RabbitSettings {

    /** Transport of the connection. */
    enum Io {
        SOCKET,
        NETTY
    }

    /** The broker's kinds of queues. */
    enum QueueType {
        CLASSIC,
        QUORUM,
        STREAM
    }

    /** Answer of a consumer to a message. */
    enum Answer {
        ACK,
        DROP,
        REQUEUE
    }

    private static final int LAZY_ACKS = 100;
    private static final int ACKS_IN_A_WRITE = 16;

    /** Argument with its type, because brokers refuse whole numbers and truth values as text. */
    private static final ValueType<Object> ARGUMENT = ValueType.anyText().map(RabbitSettings::typed);

    private static final SettingList.Builder OWN = new SettingList.Builder();

    static final Setting<Io> IO = OWN.add(
            "rabbitmq.io",
            ValueType.choice(Io.class),
            "socket",
            "how bytes get to the socket: the thread that sends writes, all-out what it sends without a pause"
                    + " together; or an event loop for each connection, which puts several sends into one write");

    static final Setting<Boolean> CONFIRMS = OWN.add(
            "rabbitmq.confirms",
            ValueType.flag(),
            "true",
            "whether the broker confirms what is published outside of transactions; without confirms, a send is"
                    + " complete when the client library has taken it",
            Decides.ACKNOWLEDGEMENT,
            Decides.DURABILITY);

    private static final Setting<Boolean> MANDATORY = OWN.optional(
            "rabbitmq.mandatory",
            ValueType.flag(),
            "true",
            "whether a message that no queue takes comes back, and so fails; without it, those to queues do if"
                    + " there are confirms, and those to topics do not",
            Decides.ACKNOWLEDGEMENT);

    static final Setting<Integer> PREFETCH = OWN.add(
            "rabbitmq.prefetch",
            ValueType.count(0, 65_535),
            "250",
            "unacknowledged messages that a consumer is sent; 0 = no limit");

    private static final Setting<Integer> MULTI_ACK = OWN.optional(
            "rabbitmq.multi-ack",
            ValueType.count(1, Integer.MAX_VALUE),
            "50",
            "in modes auto and dups-ok one acknowledgement for this many messages, at most the prefetch; without"
                    + " it 1, with dups-ok up to " + LAZY_ACKS);

    static final Setting<Boolean> AUTO_ACK = OWN.add(
            "rabbitmq.auto-ack",
            ValueType.flag(),
            "false",
            "no acknowledgements of consumers: a message is gone once it is sent to one",
            Decides.DELIVERY);

    static final Setting<Answer> ANSWER = OWN.add(
            "rabbitmq.answer",
            ValueType.choice(Answer.class),
            "ack",
            "the consumer's word on each message: ack; drop, which rejects it, for good or to the dead letters; requeue, which rejects"
                    + " it back into the queue, from where it comes again",
            Decides.DELIVERY);

    static final Setting<Duration> POLL_INTERVAL = OWN.add(
            "rabbitmq.poll-interval",
            ValueType.duration(),
            "1ms",
            "how long a synchronous receive (basic.get) waits before it asks again");

    static final Setting<QueueType> QUEUE_TYPE = OWN.optional(
            "rabbitmq.queue.type",
            ValueType.choice(QueueType.class),
            "quorum",
            "of queues that the driver declares; without it, the broker's default",
            Decides.DURABILITY,
            Decides.ACKNOWLEDGEMENT);

    static final Setting<Boolean> QUEUE_DURABLE = OWN.add(
            "rabbitmq.queue.durable",
            ValueType.flag(),
            "true",
            "whether a queue that the driver declares outlives the broker",
            Decides.DURABILITY);

    static final Setting<Boolean> QUEUE_AUTO_DELETE = OWN.add(
            "rabbitmq.queue.auto-delete",
            ValueType.flag(),
            "false",
            "whether a queue that the driver declares is deleted with its last consumer");

    static final Setting<Object> QUEUE_ARGUMENTS =
            OWN.add(Setting.of("rabbitmq.queue.arguments.NAME", ARGUMENT, "argument of queues that the driver declares")
                    .like("1000")
                    .deciding(Decides.DURABILITY, Decides.ACKNOWLEDGEMENT)
                    .knowing(Set.of(
                            "x-consumer-timeout",
                            "x-dead-letter-exchange",
                            "x-dead-letter-routing-key",
                            "x-dead-letter-strategy",
                            "x-delivery-limit",
                            "x-expires",
                            "x-initial-cluster-size",
                            "x-max-age",
                            "x-max-in-memory-bytes",
                            "x-max-in-memory-length",
                            "x-max-length",
                            "x-max-length-bytes",
                            "x-max-priority",
                            "x-message-ttl",
                            "x-overflow",
                            "x-queue-leader-locator",
                            "x-queue-master-locator",
                            "x-queue-mode",
                            "x-queue-type",
                            "x-queue-version",
                            "x-quorum-initial-group-size",
                            "x-quorum-target-group-size",
                            "x-single-active-consumer",
                            "x-stream-filter-size-bytes",
                            "x-stream-max-segment-size-bytes")));

    static final Setting<String> QUEUE_EXCHANGE = OWN.optional(
            "rabbitmq.queue.exchange",
            ValueType.anyText(),
            "amq.direct",
            "exchange that queues are bound to by their names, for brokers without a default exchange");

    static final Setting<String> EXCHANGE_TYPE = OWN.add(
            "rabbitmq.exchange.type",
            ValueType.text(),
            "fanout",
            "of exchanges that the driver declares, for topics",
            Decides.DELIVERY);

    static final Setting<Boolean> EXCHANGE_DURABLE = OWN.add(
            "rabbitmq.exchange.durable", ValueType.flag(), "true", "whether such an exchange outlives the broker");

    static final Setting<Object> EXCHANGE_ARGUMENTS =
            OWN.add(Setting.of("rabbitmq.exchange.arguments.NAME", ARGUMENT, "argument of such an exchange")
                    .like("other")
                    .knowing(Set.of("alternate-exchange", "x-delayed-type")));

    static final Setting<String> CONTENT_TYPE = OWN.optional(
            "rabbitmq.content-type",
            ValueType.text(),
            "application/json",
            "of messages; without it, application/octet-stream, and text/plain of texts");

    static final Setting<String> ROUTING_KEY =
            OWN.add("rabbitmq.routing-key", ValueType.anyText(), "", "of messages to a topic");

    private static final Setting<String> BINDING_KEY = OWN.optional(
            "rabbitmq.binding-key",
            ValueType.anyText(),
            "orders.*",
            "of subscriptions of a topic; without it, # where the exchange is of type topic, and empty otherwise");

    static final Setting<Object> CONSUMER_ARGUMENTS = OWN.add(
            Setting.of("rabbitmq.consumer.arguments.NAME", ARGUMENT, "argument of consumers, for example x-priority")
                    .like("10")
                    .knowing(Set.of(
                            "x-cancel-on-ha-failover",
                            "x-priority",
                            "x-stream-filter",
                            "x-stream-match-unfiltered",
                            "x-stream-offset")));

    static final Setting<Object> STREAM_OFFSET = OWN.add(
            "rabbitmq.stream.offset",
            ARGUMENT,
            "next",
            "where the consumer of a stream begins: first, last, next, or a number",
            Decides.DELIVERY);

    static final Setting<List<Address>> MORE_HOSTS = OWN.optional(
            "rabbitmq.more-hosts",
            ValueType.text("hosts with commas between, like b:5672,c:5672", "[^,]+(,[^,]+)*")
                    .map(RabbitSettings::addresses),
            "b:5672,c:5672",
            "further nodes of the cluster: connections are made to that of the URL and to these in turn, and to the next one where"
                    + " one does not answer");

    private static final Setting<String> CLIENT_PROPERTIES = OWN.optional(
            ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX + Setting.ANY_NAME,
            ValueType.anyText(),
            "mine",
            "what the client library says of itself to the broker");

    /** Names that the library reads from a properties file, except those that the URL and the TLS settings determine. */
    private static final LibraryPart LIBRARY = LibraryPart.of(
            "RabbitMQ client",
            "",
            Set.of(
                    ConnectionFactoryConfigurator.VIRTUAL_HOST,
                    ConnectionFactoryConfigurator.CONNECTION_CHANNEL_MAX,
                    ConnectionFactoryConfigurator.CONNECTION_FRAME_MAX,
                    ConnectionFactoryConfigurator.CONNECTION_HEARTBEAT,
                    ConnectionFactoryConfigurator.CONNECTION_TIMEOUT,
                    ConnectionFactoryConfigurator.HANDSHAKE_TIMEOUT,
                    ConnectionFactoryConfigurator.SHUTDOWN_TIMEOUT,
                    ConnectionFactoryConfigurator.CONNECTION_RECOVERY_ENABLED,
                    ConnectionFactoryConfigurator.CONNECTION_RECOVERY_INTERVAL,
                    ConnectionFactoryConfigurator.TOPOLOGY_RECOVERY_ENABLED,
                    ConnectionFactoryConfigurator.CHANNEL_RPC_TIMEOUT,
                    ConnectionFactoryConfigurator.CHANNEL_SHOULD_CHECK_RPC_RESPONSE_TYPE));

    static final DriverSettings ALL =
            DriverSettings.of("the RabbitMQ driver", "rabbitmq.", OWN.list().and(Tls.SETTINGS), LIBRARY);

    private RabbitSettings() {}

    static SettingValues read(Map<String, String> properties) throws DriverException {
        SettingValues values = ALL.read(properties);
        refuseContradictions(values);
        return values;
    }

    private static void refuseContradictions(SettingValues values) throws DriverException {
        int prefetch = values.get(PREFETCH);
        Optional<QueueType> type = values.given(QUEUE_TYPE);
        if (!values.get(CONFIRMS) && values.given(MANDATORY).orElse(false)) {
            throw new DriverException("rabbitmq.mandatory: true; must be false without confirms, because a message that"
                    + " comes back has been counted as sent by then");
        }
        if (values.get(ANSWER) != Answer.ACK && (values.get(AUTO_ACK) || isStream(values))) {
            throw new DriverException("rabbitmq.answer: " + ValueType.word(values.get(ANSWER))
                    + "; must be ack for streams and with rabbitmq.auto-ack=true, where nothing is rejected");
        }
        if (type.isPresent() && type.get() != QueueType.CLASSIC && values.get(QUEUE_AUTO_DELETE)) {
            throw new DriverException("rabbitmq.queue.auto-delete: true; must be false for queues of type "
                    + ValueType.word(type.get()) + "; give them x-expires (rabbitmq.queue.arguments.x-expires)");
        }
        if (type.isPresent() && type.get() != QueueType.CLASSIC && !values.get(QUEUE_DURABLE)) {
            throw new DriverException(
                    "rabbitmq.queue.durable: false; must be true for queues of type " + ValueType.word(type.get()));
        }
        if (isStream(values) && (prefetch == 0 || values.get(AUTO_ACK))) {
            throw new DriverException("rabbitmq.queue.type: stream; needs rabbitmq.prefetch above 0 and"
                    + " rabbitmq.auto-ack=false, because the broker sends the next messages of a stream as earlier ones"
                    + " are acknowledged");
        }
    }

    private static List<Address> addresses(String text) {
        return Arrays.asList(Address.parseAddresses(text));
    }

    private static Object typed(String value) {
        if (value.matches("-?\\d{1,18}")) {
            return Long.valueOf(value);
        }
        return value.equals("true") || value.equals("false") ? Boolean.valueOf(value) : value;
    }

    static boolean isStream(SettingValues values) {
        return values.given(QUEUE_TYPE).filter(type -> type == QueueType.STREAM).isPresent();
    }

    static String bindingKey(SettingValues values) {
        return values.given(BINDING_KEY).orElse(values.get(EXCHANGE_TYPE).equals("topic") ? "#" : "");
    }

    /** Whether a message to a queue, or with {@code topic} to a topic, comes back if no queue takes it. */
    static boolean mandatory(SettingValues values, boolean topic) {
        return values.given(MANDATORY).orElse(values.get(CONFIRMS) && !topic);
    }

    /** Number of messages for one acknowledgement; {@code lazily} where duplicates are allowed. */
    static int acknowledgeEvery(SettingValues values, boolean lazily) {
        int prefetch = values.get(PREFETCH);
        // Often enough that the broker never runs into the prefetch limit.
        int often = prefetch == 0 ? LAZY_ACKS : Math.max(1, Math.min(LAZY_ACKS, prefetch / 4));
        return values.given(MULTI_ACK).orElse(lazily ? often : 1);
    }

    /** Largest number of acknowledgements in one write, each for {@code every} messages. */
    static int acknowledgementsInOneWrite(SettingValues values, int every) {
        int prefetch = values.get(PREFETCH);
        // More would save nothing, but delay acknowledgements that the broker needs before it sends more.
        return prefetch == 0 ? ACKS_IN_A_WRITE : Math.max(1, Math.min(ACKS_IN_A_WRITE, prefetch / every / 4));
    }

    /** Settings of the client library, with their names and values as given. */
    static Map<String, String> library(SettingValues values) {
        Map<String, String> library = new TreeMap<>(values.of(LIBRARY));
        values.family(CLIENT_PROPERTIES).forEach((name, text) -> library.put(CLIENT_PROPERTIES.prefix() + name, text));
        return library;
    }
}
