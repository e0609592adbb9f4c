package dev.dyno.report.metrics;

import java.util.Map;

/**
 * Identity of the run of a page, used as labels of all series.
 *
 * @param run its id
 * @param workload by name
 * @param broker name and version of a broker that Dyno has started, otherwise its address
 * @param driver by name
 * @param tags labels that the user gave it, by name
 */
public record Subject(String run, String workload, String broker, String driver, Map<String, String> tags) {}
