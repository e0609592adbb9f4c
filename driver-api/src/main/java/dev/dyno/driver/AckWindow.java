package dev.dyno.driver;

/**
 * Limit of unacknowledged messages of a consumer; at the limit, the broker sends it no more.
 *
 * @param setting that gives the limit, in the user's notation
 * @param messages the limit, at least 1
 * @param shared whether all consumers of a queue, or of a shared subscription, have it together; otherwise each has its own
 * @param batch messages of one acknowledgement if the driver acknowledges by itself, as in {@link AckMode#AUTO}
 */
public record AckWindow(String setting, long messages, boolean shared, int batch) {}
