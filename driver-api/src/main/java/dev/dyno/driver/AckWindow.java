package dev.dyno.driver;

/**
 * Limit of messages that a consumer may have without having acknowledged them: at it, no more are handed to it.
 *
 * @param setting that gives the limit, as users write it
 * @param messages the limit, at least 1
 * @param shared whether all consumers of a queue, or of a shared subscription, have it together; otherwise each has its own
 * @param batch messages of one acknowledgement where the driver acknowledges by itself, as in {@link AckMode#AUTO}
 */
public record AckWindow(String setting, long messages, boolean shared, int batch) {}
