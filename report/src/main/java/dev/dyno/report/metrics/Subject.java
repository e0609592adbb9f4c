package dev.dyno.report.metrics;

import java.util.Map;

/**
 * Identity of the run of a page, used as labels of all series.
 *
 * @param run id of the run
 * @param workload name of the workload
 * @param broker name and version of a broker that Dyno has started, otherwise its address
 * @param driver name of the driver
 * @param tags labels that the user gave the run, by name
 */
public record Subject(String run, String workload, String broker, String driver, Map<String, String> tags) {}
