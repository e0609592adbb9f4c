package dev.dyno.driver.kafka;

import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Topic, group and partitions that a consumer reads. Its subscription exists, so messages sent from now on will arrive.
 *
 * @param group share group of the consumer, or consumer group to which it commits its offsets
 * @param partitions all partitions of the topic
 * @param from start in each partition, if the consumer reads all of them itself; empty if it is a member of the group
 * @param inShareGroup whether the group is a share group, whose members get messages of the same partitions
 */
record Source(
        String topic,
        String group,
        List<TopicPartition> partitions,
        Optional<Map<TopicPartition, Long>> from,
        boolean inShareGroup) {

    static Source of(
            ConsumerSpec consumer,
            Optional<String> clientId,
            KafkaSettings settings,
            List<TopicPartition> partitions,
            Topics topics,
            ConsumerGroups groups)
            throws DriverException {
        String topic = consumer.destination().name();
        IsolationLevel isolation = settings.isolation();
        if (!consumer.destination().isTopic()) {
            String group = settings.groupOf(topic);
            if (settings.sharing) {
                groups.shares.configure(group, settings.groupSettings);
            } else {
                groups.fixOffsets(group, partitions, OffsetSpec.earliest(), isolation);
            }
            return new Source(topic, group, partitions, Optional.empty(), settings.sharing);
        }
        OffsetSpec begin = consumer.fromEarliest() ? OffsetSpec.earliest() : OffsetSpec.latest();
        if (consumer.subscription().isPresent()) {
            String group = groupOf(consumer.subscription().get(), clientId);
            groups.fixOffsets(group, partitions, begin, isolation);
            return new Source(topic, group, partitions, Optional.empty(), false);
        }
        try {
            return new Source(
                    topic,
                    "dyno." + topic + "." + UUID.randomUUID(),
                    partitions,
                    Optional.of(topics.offsets(partitions, begin, isolation)),
                    false);
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot find where " + consumer.destination() + " begins or ends", e);
        }
    }

    /** Group of a subscription: its name, after the client id unless the subscription is shared. */
    static String groupOf(Subscription subscription, Optional<String> clientId) {
        return subscription.shared()
                ? subscription.name()
                : clientId.map(id -> id + ".").orElse("") + subscription.name();
    }

    /** Whether the consumer shares the messages with the other members of its group, instead of reading all partitions. */
    boolean isMember() {
        return from.isEmpty();
    }
}
