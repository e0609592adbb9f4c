package dev.dyno.driver;

/**
 * Limit of unacknowledged messages of a consumer; at the limit, the broker sends no more to the consumer.
 *
 * @param setting name of the setting that gives the limit, in the user's notation
 * @param messages the limit, at least 1
 * @param shared whether the limit is for all consumers of a queue or shared subscription together; otherwise for each alone
 * @param batch number of messages that the driver acknowledges together in a mode in which it acknowledges by itself, such as
 *     {@link AckMode#AUTO}; at least 1
 */
public record AckWindow(String setting, long messages, boolean shared, int batch) {}
