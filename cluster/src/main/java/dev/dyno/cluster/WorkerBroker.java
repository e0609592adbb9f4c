package dev.dyno.cluster;

import java.util.Map;

/**
 * A broker that a worker has started, as it answers the coordinator.
 *
 * @param name of its recipe
 * @param version reported by the broker
 * @param pid of its process, on the worker's machine
 * @param urls by driver
 * @param facts for the semantics card
 */
public record WorkerBroker(
        String name, String version, long pid, Map<String, String> urls, Map<String, String> facts) {}
