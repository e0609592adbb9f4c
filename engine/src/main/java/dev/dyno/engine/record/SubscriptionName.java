package dev.dyno.engine.record;

import dev.dyno.driver.Destination;
import java.util.Optional;

/**
 * Receiver that must get each message of a destination once: a queue, or a subscription of a topic.
 *
 * @param destination the queue or topic
 * @param name of the subscription
 * @param shared whether several consumers may share its messages
 * @param group name of the groups with its consumers
 */
public record SubscriptionName(Destination destination, String name, boolean shared, Optional<String> group) {}
