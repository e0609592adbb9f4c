package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Setting.Decides;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConfigurationDataUtils;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/**
 * Properties of the client library, under the names of its configuration. One without a prefix applies wherever a property of
 * this name exists; those with {@code producer.} and {@code consumer.} apply to one kind only, and take precedence.
 */
record LibraryProperties(
        Map<String, Object> client,
        Map<String, Object> producer,
        Map<String, Object> consumer,
        ProducerConfigurationData producerData,
        ConsumerConfigurationData<?> consumerData,
        ClientConfigurationData clientData) {

    /** Properties that the driver itself sets, each with the setting to use instead. */
    private static final Map<String, String> DECIDED = Map.of(
            "serviceUrl", "give the URL",
            "topicName", "give the destination",
            "topicNames", "give the destination",
            "subscriptionName", "use pulsar.subscription",
            "subscriptionType", "use pulsar.subscription-type",
            "subscriptionMode", "the subscription says whether it is durable",
            "subscriptionInitialPosition",
                    "the consumers say whether a topic begins with its next message or its earliest; a queue begins with its first",
            "poolMessages", "the driver reads messages where they are",
            "startPaused", "the driver starts deliveries");

    private static final Map<String, Class<?>> OF_CLIENT = names(ClientConfigurationData.class);
    private static final Map<String, Class<?>> OF_PRODUCER = names(ProducerConfigurationData.class);
    private static final Map<String, Class<?>> OF_CONSUMER = names(ConsumerConfigurationData.class);

    static final LibraryPart CLIENT =
            LibraryPart.of("Pulsar client", "", OF_CLIENT.keySet()).taking(DECIDED);
    static final LibraryPart PRODUCER = LibraryPart.of(
                    "producer of the Pulsar client", "producer.", OF_PRODUCER.keySet())
            .taking(DECIDED);
    static final LibraryPart CONSUMER = LibraryPart.of(
                    "consumer of the Pulsar client", "consumer.", OF_CONSUMER.keySet())
            .taking(DECIDED)
            .deciding("batchIndexAckEnabled", Decides.DELIVERY);

    /** @throws DriverException if a value is not of its type */
    static LibraryProperties of(SettingValues values) throws DriverException {
        Map<String, Object> client = typed(values.of(CLIENT), OF_CLIENT);
        Map<String, Object> producer = typed(values.of(PRODUCER), OF_PRODUCER);
        Map<String, Object> consumer = typed(values.of(CONSUMER), OF_CONSUMER);
        return new LibraryProperties(
                client,
                producer,
                consumer,
                load(producer, ProducerConfigurationData::new, ProducerConfigurationData.class),
                load(consumer, ConsumerConfigurationData::new, ConsumerConfigurationData.class),
                load(client, ClientConfigurationData::new, ClientConfigurationData.class));
    }

    private static Map<String, Object> typed(Map<String, String> given, Map<String, Class<?>> types) {
        Map<String, Object> typed = new HashMap<>();
        given.forEach((name, text) ->
                typed.put(name, types.get(name) == Set.class ? List.of(text.split(",", -1)) : text.strip()));
        return typed;
    }

    /** Properties of a configuration class that can be given as text, with their types. */
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
        // Loads the properties one by one, so that the error names the wrong property.
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
