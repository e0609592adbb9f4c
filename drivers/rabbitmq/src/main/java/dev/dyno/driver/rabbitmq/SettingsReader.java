package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.ConnectionFactoryConfigurator;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Tls;
import dev.dyno.driver.rabbitmq.Settings.Io;
import dev.dyno.driver.rabbitmq.Settings.QueueType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@link Settings}, and refuses what it does not know. Used once. */
final class SettingsReader {

    private static final int MAX_PREFETCH = 65_535;
    private static final int DEFAULT_PREFETCH = 250;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s)");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    private static final List<String> FAMILIES =
            List.of("queue.arguments.", "exchange.arguments.", "consumer.arguments.");

    /** Of driver.properties, meant for the tool. */
    private static final Set<String> OF_THE_TOOL = Set.of("class", "description", "defaultUrl", "schemes");

    /** What the library reads from a properties file. */
    private static final Set<String> OF_THE_LIBRARY = Set.of(
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
            ConnectionFactoryConfigurator.CHANNEL_SHOULD_CHECK_RPC_RESPONSE_TYPE);

    private final Map<String, String> own = new TreeMap<>();
    private final Map<String, String> library = new TreeMap<>();
    private final Set<String> known = new HashSet<>();

    SettingsReader(Map<String, String> properties) throws DriverException {
        for (Map.Entry<String, String> each : properties.entrySet()) {
            String name = each.getKey();
            if (name.startsWith(Settings.PREFIX)) {
                own.put(name.substring(Settings.PREFIX.length()), each.getValue());
            } else if (OF_THE_LIBRARY.contains(name)
                    || name.startsWith(ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX)) {
                library.put(name, each.getValue());
            } else if (!OF_THE_TOOL.contains(name) && !name.startsWith("tls.")) {
                throw new DriverException(name + ": unknown property; must begin with " + Settings.PREFIX + " or "
                        + ConnectionFactoryConfigurator.CLIENT_PROPERTIES_PREFIX + ", or be one of "
                        + String.join(", ", sorted(OF_THE_LIBRARY)) + ", " + String.join(", ", sorted(Tls.SETTINGS)));
            }
        }
    }

    Settings read() throws DriverException {
        boolean confirms = flag("confirms", true);
        Optional<Boolean> mandatory = has("mandatory") ? Optional.of(flag("mandatory", true)) : Optional.empty();
        int prefetch = number("prefetch", 0, MAX_PREFETCH).orElse(DEFAULT_PREFETCH);
        OptionalInt multiAck = number("multi-ack", 1, Integer.MAX_VALUE);
        Settings settings = new Settings(
                choice("io", Io.values()).orElse(Io.SOCKET),
                confirms,
                mandatory,
                prefetch,
                multiAck,
                flag("auto-ack", false),
                duration("poll-interval", TimeUnit.MILLISECONDS.toNanos(1)),
                queue(),
                exchange(),
                new Settings.Consumer(arguments("consumer.arguments."), streamOffset()),
                Map.copyOf(library));
        refuseUnknown();
        refuseContradictions(settings);
        return settings;
    }

    private Settings.Queue queue() throws DriverException {
        return new Settings.Queue(
                choice("queue.type", QueueType.values()),
                flag("queue.durable", true),
                arguments("queue.arguments."),
                text("queue.exchange"));
    }

    private Settings.Exchange exchange() throws DriverException {
        String type = text("exchange.type").orElse("fanout");
        return new Settings.Exchange(
                type,
                flag("exchange.durable", true),
                arguments("exchange.arguments."),
                text("routing-key").orElse(""),
                text("binding-key").orElse(type.equals("topic") ? "#" : ""));
    }

    private Object streamOffset() {
        return typed(text("stream.offset").orElse("next"));
    }

    private void refuseUnknown() throws DriverException {
        for (String name : own.keySet()) {
            if (!known.contains(name)) {
                Set<String> expected = new HashSet<>(known);
                FAMILIES.forEach(family -> expected.removeIf(each -> each.startsWith(family)));
                FAMILIES.forEach(family -> expected.add(family + "NAME"));
                throw new DriverException(Settings.PREFIX + name + ": unknown setting; after " + Settings.PREFIX
                        + " must follow one of " + String.join(", ", sorted(expected)));
            }
        }
    }

    private static void refuseContradictions(Settings settings) throws DriverException {
        if (!settings.confirms() && settings.mandatory().orElse(false)) {
            throw new DriverException("rabbitmq.mandatory: true; must be false without confirms, because a message that"
                    + " comes back has been counted as sent by then");
        }
        int every = settings.multiAck().orElse(1);
        if (settings.prefetch() > 0 && every > settings.prefetch()) {
            throw new DriverException("rabbitmq.multi-ack: " + every + "; must be at most rabbitmq.prefetch, which is "
                    + settings.prefetch() + ": the broker would wait for the acknowledgement and the consumer for"
                    + " messages");
        }
        Optional<QueueType> type = settings.queue().type();
        if (type.isPresent()
                && type.get() != QueueType.CLASSIC
                && !settings.queue().durable()) {
            throw new DriverException(
                    "rabbitmq.queue.durable: false; must be true for queues of type " + Settings.word(type.get()));
        }
        if (settings.queue().isStream() && (settings.prefetch() == 0 || settings.autoAck())) {
            throw new DriverException("rabbitmq.queue.type: stream; needs rabbitmq.prefetch above 0 and"
                    + " rabbitmq.auto-ack=false, because the broker sends the next messages of a stream as earlier ones"
                    + " are acknowledged");
        }
    }

    private boolean has(String name) {
        return text(name).isPresent();
    }

    private Optional<String> text(String name) {
        known.add(name);
        @Nullable String given = own.get(name);
        return given == null ? Optional.empty() : Optional.of(given.strip());
    }

    private boolean flag(String name, boolean whenAbsent) throws DriverException {
        String given = text(name).orElse(String.valueOf(whenAbsent));
        if (!given.equals("true") && !given.equals("false")) {
            throw new DriverException(Settings.PREFIX + name + ": " + given + "; must be true or false");
        }
        return given.equals("true");
    }

    private OptionalInt number(String name, int min, int max) throws DriverException {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return OptionalInt.empty();
        }
        if (WHOLE.matcher(given.get()).matches()) {
            long value = Long.parseLong(given.get());
            if (value >= min && value <= max) {
                return OptionalInt.of((int) value);
            }
        }
        throw new DriverException(Settings.PREFIX + name + ": " + given.get() + "; must be a whole number from " + min
                + (max == Integer.MAX_VALUE ? "" : " to " + max));
    }

    private long duration(String name, long whenAbsentNs) throws DriverException {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return whenAbsentNs;
        }
        Matcher parts = DURATION.matcher(given.get());
        if (!parts.matches()) {
            throw new DriverException(
                    Settings.PREFIX + name + ": " + given.get() + "; must be a time such as 500us, 1ms or 1s");
        }
        TimeUnit unit =
                switch (parts.group(2)) {
                    case "us" -> TimeUnit.MICROSECONDS;
                    case "ms" -> TimeUnit.MILLISECONDS;
                    default -> TimeUnit.SECONDS;
                };
        return unit.toNanos(Long.parseLong(parts.group(1)));
    }

    private <E extends Enum<E>> Optional<E> choice(String name, E[] values) throws DriverException {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        for (E value : values) {
            if (Settings.word(value).equals(given.get())) {
                return Optional.of(value);
            }
        }
        throw new DriverException(Settings.PREFIX + name + ": " + given.get() + "; must be one of "
                + String.join(", ", Settings.words(values)));
    }

    private Map<String, Object> arguments(String family) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        own.forEach((name, value) -> {
            if (name.startsWith(family)) {
                known.add(name);
                arguments.put(name.substring(family.length()), typed(value.strip()));
            }
        });
        return arguments;
    }

    /** Brokers insist on the type of an argument: a whole number and a truth value must not be text. */
    private static Object typed(String value) {
        if (WHOLE.matcher(value).matches()) {
            return Long.valueOf(value);
        }
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        return value;
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }
}
