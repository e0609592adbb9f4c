package dev.dyno.app.execute;

import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.config.ConductSettings.Price;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.Warmup;
import dev.dyno.model.config.WorkerSettings.Workers;
import dev.dyno.model.parts.Components;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The resolved workload and its targets as plain maps, for the stored run: the components of their records. Never contains a
 * password.
 */
final class ConfigMap {

    /** Names of components in the store, where they differ from those in the records. */
    private static final Map<String, String> NAMES = Map.of(
            "onFailure", "onSendFailure",
            "sizes", "messageSize",
            "count", "payloads",
            "ack", "ackMode",
            "from", "begin");

    /** Settings of rare loads with their defaults, which are not stored. */
    private static final Map<String, Object> RARE = Map.of(
            "connectionsOfConsumers",
            false,
            "connectOnly",
            false,
            "spin",
            false,
            "reject",
            0.0,
            "thinkAtOnce",
            1,
            "messagesPerConnection",
            0);

    /** Maximum number of file sizes that are stored one by one. */
    private static final int STORED_SIZES = 10;

    private ConfigMap() {}

    static Map<String, Object> of(Workload workload, RunSettings settings, Target producers, Target consumers) {
        Map<String, Object> map = new LinkedHashMap<>();
        Phases phases = workload.phases();
        map.put("warmup", new Warmup(phases.warmup(), phases.untilSteady()).toString());
        put("duration", phases.duration(), map);
        put("drain", phases.drain(), map);
        put("connectTimeout", phases.connectTimeout(), map);
        put("backlog", phases.backlog(), map);
        map.put("producers", workload.producers().stream().map(ConfigMap::of).toList());
        map.put("consumers", workload.consumers().stream().map(ConfigMap::of).toList());
        map.put(
                "faults",
                settings.faults().faults().stream()
                        .map(fault -> CommandRun.shown(fault.toString()))
                        .toList());
        put("reconnectDelay", settings.faults().reconnectDelay(), map);
        put("profile", settings.profile().stream().map(ValueType::word).toList(), map);
        put("require", settings.conditions().require(), map);
        put("failIf", notEmpty(settings.conditions().failIf()), map);
        put("abortIf", notEmpty(settings.conditions().abortIf()), map);
        if (!settings.tags().isEmpty()) {
            map.put(RunConfig.TAGS, settings.tags());
        }
        put(RunConfig.PROCESSORS, notEmpty(settings.processors()), map);
        put(RunConfig.PRICE_PER_HOUR, settings.price().map(Price::perHour), map);
        map.put("producerTarget", of(producers));
        map.put("consumerTarget", of(consumers));
        settings.workers().ifPresent(workers -> map.put("workers", of(workers)));
        return map;
    }

    private static Optional<List<?>> notEmpty(List<?> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list);
    }

    private static Map<String, Object> of(Record group) {
        Map<String, Object> map = new LinkedHashMap<>();
        putAll(group, map);
        RARE.forEach(map::remove);
        return map;
    }

    private static void putAll(Record group, Map<String, Object> map) {
        Components.of(group).forEach((name, value) -> put(NAMES.getOrDefault(name, name), value, map));
    }

    private static void put(String name, Object value, Map<String, Object> map) {
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(present -> put(name, present, map));
        } else if (value instanceof Span || value instanceof MessageTemplate || value instanceof Payloads.Made) {
            putAll((Record) value, map);
        } else if (value instanceof Payloads.FromFiles files) {
            map.put("payloadFile", files.described());
            SizeDistribution sizes = files.sizes();
            if (sizes instanceof SizeDistribution.Weighted weighted
                    && weighted.weights().size() > STORED_SIZES) {
                map.put("messageSize", new SizeDistribution.Range(sizes.min(), sizes.max()).toString());
            }
        } else {
            map.put(name, plain(value));
        }
    }

    /** Numbers, booleans and mappings unchanged, lists element by element, everything else as text. */
    private static Object plain(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(ConfigMap::plain).toList();
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Map) {
            return value;
        }
        return value instanceof Duration duration ? Units.formatDuration(duration.toNanos()) : value.toString();
    }

    private static Map<String, Object> of(Workers workers) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", workers.size());
        put("producerWorkers", workers.producers(), map);
        put("consumerWorkers", workers.consumers(), map);
        put("brokerOn", workers.brokerOn(), map);
        map.put("onWorkerLoss", ValueType.word(workers.onLoss()));
        return map;
    }

    private static Map<String, Object> of(Target target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("driver", target.driver());
        map.put("url", Secrets.withoutPassword(target.url()));
        target.credentials().ifPresent(c -> map.put("user", c.user()));
        target.clientIdPrefix().ifPresent(p -> map.put("clientId", p));
        Map<String, String> properties = new TreeMap<>(target.properties());
        properties.replaceAll(Secrets::shown);
        map.put("properties", properties);
        return map;
    }
}
