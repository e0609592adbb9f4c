package dev.dyno.report.metrics;

/**
 * Which run a page tells of; each of its series carries these as labels.
 *
 * @param run its id
 * @param workload by name
 * @param broker name and version of one that Dyno has started, or else where it is
 * @param driver by name
 */
public record Subject(String run, String workload, String broker, String driver) {}
