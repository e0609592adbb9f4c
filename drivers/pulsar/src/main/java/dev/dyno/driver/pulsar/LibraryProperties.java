package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConfigurationDataUtils;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/**
 * The client library's own properties, under the names of its configuration. One without a prefix goes wherever there is one of
 * that name; {@code producer.} and {@code consumer.} single them out, and are preferred.
 */
record LibraryProperties(
        Map<String, Object> client,
        Map<String, Object> producer,
        Map<String, Object> consumer,
        ProducerConfigurationData producerData,
        ConsumerConfigurationData<?> consumerData,
        ClientConfigurationData clientData) {

    private static final String PRODUCER = "producer.";
    private static final String CONSUMER = "consumer.";

    /** What the driver decides itself; a second word on it would not be heard. */
    private static final Map<String, String> DECIDED = Map.of(
            "serviceUrl", "give the URL",
            "topicName", "give the destination",
            "topicNames", "give the destination",
            "subscriptionName", "use pulsar.subscription",
            "subscriptionType", "use pulsar.subscription-type",
            "subscriptionMode", "the subscription says whether it is durable",
            "subscriptionInitialPosition", "a queue begins with its first message and a topic with its next",
            "poolMessages", "the driver reads messages where they are",
            "startPaused", "the driver starts deliveries");

    /** @throws DriverException if there is no such property, or the value is not of its type */
    static LibraryProperties of(Map<String, String> properties) throws DriverException {
        Map<String, Class<?>> ofClient = names(ClientConfigurationData.class);
        Map<String, Class<?>> ofProducer = names(ProducerConfigurationData.class);
        Map<String, Class<?>> ofConsumer = names(ConsumerConfigurationData.class);
        Map<String, Object> client = new HashMap<>();
        Map<String, Object> producer = new HashMap<>();
        Map<String, Object> consumer = new HashMap<>();
        for (Map.Entry<String, String> property : new TreeMap<>(properties).entrySet()) {
            String key = property.getKey();
            boolean known;
            if (key.startsWith(PRODUCER)) {
                known = put(key, key.substring(PRODUCER.length()), property.getValue(), ofProducer, producer, true);
            } else if (key.startsWith(CONSUMER)) {
                known = put(key, key.substring(CONSUMER.length()), property.getValue(), ofConsumer, consumer, true);
            } else {
                boolean forClient = put(key, key, property.getValue(), ofClient, client, false);
                boolean forProducer = put(key, key, property.getValue(), ofProducer, producer, false);
                boolean forConsumer = put(key, key, property.getValue(), ofConsumer, consumer, false);
                known = forClient || forProducer || forConsumer;
            }
            if (!known) {
                throw unknown(key, ofClient, ofProducer, ofConsumer);
            }
        }
        return new LibraryProperties(
                client,
                producer,
                consumer,
                load(producer, ProducerConfigurationData::new, ProducerConfigurationData.class),
                load(consumer, ConsumerConfigurationData::new, ConsumerConfigurationData.class),
                load(client, ClientConfigurationData::new, ClientConfigurationData.class));
    }

    private static boolean put(
            String key,
            String name,
            String value,
            Map<String, Class<?>> names,
            Map<String, Object> into,
            boolean replace)
            throws DriverException {
        Class<?> type = names.get(name);
        if (type == null) {
            return false;
        }
        if (DECIDED.containsKey(name)) {
            throw new DriverException(key + ": is decided by the driver; " + DECIDED.get(name));
        }
        Object converted = type == Set.class ? List.of(value.split(",", -1)) : value;
        if (replace) {
            into.put(name, converted);
        } else {
            into.putIfAbsent(name, converted);
        }
        return true;
    }

    private static DriverException unknown(
            String key, Map<String, Class<?>> client, Map<String, Class<?>> producer, Map<String, Class<?>> consumer) {
        if (key.startsWith(PRODUCER) || key.startsWith(CONSUMER)) {
            Set<String> names = key.startsWith(PRODUCER) ? producer.keySet() : consumer.keySet();
            return new DriverException(key + ": unknown property; expected one of " + listed(names) + " after the dot");
        }
        Set<String> all = new TreeSet<>(client.keySet());
        all.addAll(producer.keySet());
        all.addAll(consumer.keySet());
        return new DriverException(key + ": unknown property; expected one of " + listed(all) + ", or a setting of "
                + "the driver: " + String.join(", ", Settings.NAMES));
    }

    private static String listed(Set<String> names) {
        Set<String> free = new TreeSet<>(names);
        free.removeAll(DECIDED.keySet());
        return String.join(", ", free);
    }

    /** The properties that can be given as text. */
    private static Map<String, Class<?>> names(Class<?> type) {
        Map<String, Class<?>> names = new TreeMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> method.getName().startsWith("set") && method.getParameterCount() == 1)
                .filter(method -> isText(method.getParameterTypes()[0]))
                .forEach(method -> names.put(name(method), method.getParameterTypes()[0]));
        return names;
    }

    private static String name(Method setter) {
        String name = setter.getName().substring("set".length());
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean isText(Class<?> type) {
        return type.isPrimitive()
                || type == String.class
                || type == Set.class
                || type.isEnum()
                || type == Boolean.class
                || Number.class.isAssignableFrom(type);
    }

    private static <T> T load(Map<String, Object> given, Supplier<T> defaults, Class<T> type) throws DriverException {
        T loaded = defaults.get();
        // One by one, so that it can be said which was not right.
        for (Map.Entry<String, Object> property : given.entrySet()) {
            try {
                loaded = ConfigurationDataUtils.loadData(Map.of(property.getKey(), property.getValue()), loaded, type);
            } catch (RuntimeException e) {
                throw new DriverException(
                        property.getKey() + ": '" + property.getValue() + "'; " + Failures.words(e), e);
            }
        }
        return loaded;
    }
}
