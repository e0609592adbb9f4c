package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Management API of RabbitMQ: totals of all queues, and sums over the nodes. */
final class RabbitManagementProbe extends HttpProbe {

    private static final String ACCEPT = "application/json";

    private final HttpPage overview;
    private final HttpPage nodes;
    private final BrokerCountClock counts = new BrokerCountClock();

    RabbitManagementProbe(String subject, HttpPage server) {
        super(subject, server.toString());
        overview = server.resolve("/api/overview");
        nodes = server.resolve("/api/nodes?columns=mem_used,fd_used,run_queue,uptime");
    }

    @Override
    ResourceReading read(boolean first, long nowNs, long withinNs) throws ProbeException {
        ResourceReading reading = new ResourceReading();
        JsonNode all = Json.parse(overview.get(ACCEPT, withinNs / 2));
        if (!all.has("rabbitmq_version") && !all.has("management_version")) {
            throw new ProbeException("it does not answer as the management API of RabbitMQ does");
        }
        JsonNode queues = all.path("queue_totals");
        JsonNode objects = all.path("object_totals");
        JsonNode messages = all.path("message_stats");
        reading.level(ResourceMetric.QUEUED, Json.number(queues.path("messages")))
                .level(ResourceMetric.READY, Json.number(queues.path("messages_ready")))
                .level(ResourceMetric.UNACKNOWLEDGED, Json.number(queues.path("messages_unacknowledged")))
                .level(ResourceMetric.CONNECTIONS, Json.number(objects.path("connections")))
                .counter(ResourceMetric.PUBLISHED, Json.number(messages.path("publish")))
                .counter(ResourceMetric.DELIVERED, Json.number(messages.path("deliver_get")));
        JsonNode each = Json.parse(nodes.get(ACCEPT, withinNs / 2));
        nodes(each, reading);
        return counts.reading(uptimes(each), reading, nowNs);
    }

    private static void nodes(JsonNode all, ResourceReading into) {
        for (JsonNode node : all) {
            addLevel(into, ResourceMetric.MEMORY, node.path("mem_used"));
            addLevel(into, ResourceMetric.OPEN_FILES, node.path("fd_used"));
            addLevel(into, ResourceMetric.RUN_QUEUE, node.path("run_queue"));
        }
    }

    /** Uptimes of the nodes at their counts. The plugin counts every 5 s by default (collect_statistics_interval). */
    private static List<Long> uptimes(JsonNode all) {
        List<Long> uptimes = new ArrayList<>();
        for (JsonNode node : all) {
            if (node.path("uptime").isNumber()) {
                uptimes.add(node.path("uptime").longValue());
            }
        }
        return uptimes;
    }

    private static void addLevel(ResourceReading into, ResourceMetric metric, JsonNode value) {
        if (value.isNumber()) {
            into.addToLevel(metric, value.doubleValue());
        }
    }
}
