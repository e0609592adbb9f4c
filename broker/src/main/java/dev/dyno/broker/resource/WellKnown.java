package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.List;
import java.util.Map;

/**
 * Names that the usual client libraries of Prometheus, its JMX exporter, Micrometer and RabbitMQ use for the figures of our
 * catalogue. Several series of one name, for example one for each collector, are added up.
 */
final class WellKnown {

    private record Name(ResourceMetric metric, Map<String, String> labels) {}

    private static final Map<String, String> HEAP = Map.of("area", "heap");

    private static final Map<String, Name> NAMES = Map.ofEntries(
            entry("process_resident_memory_bytes", ResourceMetric.RSS),
            entry("process_virtual_memory_bytes", ResourceMetric.VSS),
            entry("process_cpu_seconds_total", ResourceMetric.CPU),
            entry("process_open_fds", ResourceMetric.OPEN_FILES),
            entry("process_files_open_files", ResourceMetric.OPEN_FILES),
            entry("jvm_threads_current", ResourceMetric.THREADS),
            entry("jvm_threads_live_threads", ResourceMetric.THREADS),
            Map.entry("jvm_memory_used_bytes", new Name(ResourceMetric.HEAP_USED, HEAP)),
            Map.entry("jvm_memory_bytes_used", new Name(ResourceMetric.HEAP_USED, HEAP)),
            Map.entry("jvm_memory_committed_bytes", new Name(ResourceMetric.HEAP_COMMITTED, HEAP)),
            Map.entry("jvm_memory_bytes_committed", new Name(ResourceMetric.HEAP_COMMITTED, HEAP)),
            entry("jvm_gc_collection_seconds_count", ResourceMetric.GC_COUNT),
            entry("jvm_gc_collection_seconds_sum", ResourceMetric.GC_TIME),
            entry("jvm_gc_pause_seconds_count", ResourceMetric.GC_COUNT),
            entry("jvm_gc_pause_seconds_sum", ResourceMetric.GC_TIME),
            entry("rabbitmq_process_resident_memory_bytes", ResourceMetric.RSS),
            entry("rabbitmq_process_open_fds", ResourceMetric.OPEN_FILES),
            entry("rabbitmq_connections", ResourceMetric.CONNECTIONS),
            entry("rabbitmq_queue_messages", ResourceMetric.QUEUED),
            entry("rabbitmq_queue_messages_ready", ResourceMetric.READY),
            entry("rabbitmq_queue_messages_unacked", ResourceMetric.UNACKNOWLEDGED),
            entry("rabbitmq_global_messages_received_total", ResourceMetric.PUBLISHED),
            entry("rabbitmq_global_messages_delivered_total", ResourceMetric.DELIVERED));

    private WellKnown() {}

    private static Map.Entry<String, Name> entry(String name, ResourceMetric metric) {
        return Map.entry(name, new Name(metric, Map.of()));
    }

    /** Adds a series to the reading, if it has one of these names. */
    static void add(PrometheusText.Series series, ResourceReading into) {
        Name known = NAMES.get(series.name());
        if (known == null
                || !series.labels().entrySet().containsAll(known.labels().entrySet())) {
            return;
        }
        if (known.metric().kind() == ResourceMetric.Kind.LEVEL) {
            into.addToLevel(known.metric(), series.value());
        } else {
            into.addToCounter(known.metric(), series.value());
        }
    }

    /** Examples of the names, for a sentence. */
    static List<String> examples() {
        return List.of("process_resident_memory_bytes", "process_cpu_seconds_total", "jvm_memory_used_bytes");
    }
}
