package dev.dyno.app.execute;

import dev.dyno.driver.Secrets;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resolved workload and its targets as plain maps, for the stored run. Never contains a password. */
final class ConfigMap {

    private ConfigMap() {}

    static Map<String, Object> of(Workload workload, RunSettings conduct, Target producers, Target consumers) {
        Map<String, Object> map = new LinkedHashMap<>();
        PhaseSettings.SECTION.store(workload.phases(), map);
        workload.phases().backlog().ifPresent(backlog -> map.put("backlog", backlog.toString()));
        map.put("producers", workload.producers().stream().map(ConfigMap::of).toList());
        map.put("consumers", workload.consumers().stream().map(ConfigMap::of).toList());
        ConductSettings.SECTION.store(conduct, map);
        map.put("producerTarget", of(producers));
        map.put("consumerTarget", of(consumers));
        conduct.workers().ifPresent(workers -> {
            Map<String, Object> some = new LinkedHashMap<>();
            WorkerSettings.SECTION.store(workers, some);
            map.put("workers", some);
        });
        return map;
    }

    private static Map<String, Object> of(ProducerGroup group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("destinations", destinations(group.destinations()));
        ProducerSettings.SECTION.store(group, map);
        MessageSettings.SECTION.store(group.message(), map);
        return map;
    }

    private static Map<String, Object> of(ConsumerGroup group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("destinations", destinations(group.destinations()));
        ConsumerSettings.SECTION.store(group, map);
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

    private static List<String> destinations(List<?> destinations) {
        return destinations.stream().map(Object::toString).toList();
    }
}
