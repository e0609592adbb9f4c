package dev.dyno.cluster;

import java.util.Map;

/**
 * Broker that a worker has started: its answer to {@link Command.StartBroker}.
 *
 * @param name of its recipe
 * @param version reported by the broker
 * @param pid of its process, on the worker's machine
 * @param urls by driver
 * @param facts for the semantics card
 */
public record WorkerBroker(
        String name, String version, long pid, Map<String, String> urls, Map<String, String> facts) {}
