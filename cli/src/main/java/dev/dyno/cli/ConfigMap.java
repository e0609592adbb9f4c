package dev.dyno.cli;

import dev.dyno.workfile.Warmup;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.Span;
import dev.dyno.workload.Target;
import dev.dyno.workload.Workload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resolved workload and its targets as plain maps, for the stored run. Never holds a password. */
final class ConfigMap {

    private ConfigMap() {}

    static Map<String, Object> of(Workload workload, FaultPlan faults, Target producers, Target consumers) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "warmup",
                new Warmup(workload.phases().warmup(), workload.phases().untilSteady()).toString());
        map.put("duration", text(workload.phases().duration()));
        map.put("drain", text(workload.phases().drain()));
        workload.phases().backlog().ifPresent(backlog -> map.put("backlog", backlog.toString()));
        map.put("producers", workload.producers().stream().map(ConfigMap::of).toList());
        map.put("consumers", workload.consumers().stream().map(ConfigMap::of).toList());
        map.put(
                "faults",
                faults.faults().stream()
                        .map(fault -> text(fault.at()) + " " + fault.action().word())
                        .toList());
        faults.reconnectDelay().ifPresent(delay -> map.put("reconnectDelay", text(delay)));
        map.put("producerTarget", of(producers));
        map.put("consumerTarget", of(consumers));
        return map;
    }

    private static Map<String, Object> of(ProducerGroup group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("destinations", destinations(group.destinations()));
        map.put("perDestination", group.perDestination());
        map.put("load", group.load().toString());
        map.put("missedSlots", group.missedSlots().toString());
        span(map, group.span());
        map.put("mode", group.mode().toString());
        map.put("commitInterval", group.commitInterval());
        map.put("maxPending", group.maxPending());
        map.put("threads", group.threads());
        map.put("sharedConnections", group.sharedConnections());
        map.put("messageCount", group.messageCount());
        map.put("onSendFailure", group.onFailure().toString());
        MessageTemplate message = group.message();
        map.put("body", message.body().toString());
        map.put("messageSize", message.sizes().toString());
        map.put("persistent", message.persistent());
        message.priority().ifPresent(p -> map.put("priority", p));
        map.put("timeToLive", text(message.timeToLive()));
        message.group().ifPresent(g -> map.put("group", g));
        message.keys().ifPresent(keys -> map.put("keys", keys.toString()));
        map.put("properties", new LinkedHashMap<>(message.properties()));
        map.put("messageId", message.messageId());
        map.put("timestamp", message.timestamp());
        return map;
    }

    private static Map<String, Object> of(ConsumerGroup group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("destinations", destinations(group.destinations()));
        map.put("perSubscription", group.perSubscription());
        map.put("sharedSubscriptions", group.sharedSubscriptions());
        map.put("durable", group.durable());
        map.put("ackMode", group.ack().toString());
        map.put("commitInterval", group.commitInterval());
        map.put("mode", group.mode().toString());
        map.put("pollInterval", text(group.pollInterval()));
        map.put("thinkTime", text(group.thinkTime()));
        span(map, group.span());
        group.selector().ifPresent(s -> map.put("selector", s));
        map.put("connections", group.connections());
        map.put("messageCount", group.messageCount());
        return map;
    }

    private static void span(Map<String, Object> map, Span span) {
        map.put("start", text(span.start()));
        span.stop().ifPresent(stop -> map.put("stop", text(stop)));
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

    private static String text(Duration duration) {
        return dev.dyno.driver.setting.Units.formatDuration(duration.toNanos());
    }
}
