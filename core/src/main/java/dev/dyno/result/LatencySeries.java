package dev.dyno.result;

/** One latency in each interval of a run; missing where no message had it. */
public record LatencySeries(
        Column count,
        Column meanNs,
        Column p50Ns,
        Column p90Ns,
        Column p99Ns,
        Column p999Ns,
        Column p9999Ns,
        Column maxNs) {}
