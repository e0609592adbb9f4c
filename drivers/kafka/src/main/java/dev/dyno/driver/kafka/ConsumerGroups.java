package dev.dyno.driver.kafka;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Consumer groups at the broker.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class ConsumerGroups {

    private static final long SETTLED_NS = TimeUnit.SECONDS.toNanos(15);
    private static final long EMPTY_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Cluster cluster;
    private final Topics topics;
    private final TimeSource time;
    final ShareGroups shares;
    private final Set<PollingConsumer> consumers = ConcurrentHashMap.newKeySet();

    ConsumerGroups(Cluster cluster, Topics topics, TimeSource time) {
        this.cluster = cluster;
        this.topics = topics;
        this.time = time;
        this.shares = new ShareGroups(cluster, topics);
    }

    /**
     * Commits the start of a group in each partition without a committed offset, so that the start does not depend on the
     * members: the library would choose a start only when a first member asks for the partition.
     *
     * @param which the beginning for a queue, the beginning or the end for a subscription
     */
    void fixOffsets(String group, List<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation)
            throws DriverException {
        try {
            Set<TopicPartition> open = uncommitted(group, partitions);
            if (open.isEmpty()) {
                return;
            }
            Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
            topics.offsets(open, which, isolation)
                    .forEach((partition, offset) -> begin.put(partition, new OffsetAndMetadata(offset)));
            try {
                Failures.get(
                        cluster.admin().alterConsumerGroupOffsets(group, begin).all());
            } catch (ExecutionException e) {
                // A member that joined in the meantime has already done it.
                if (!uncommitted(group, partitions).isEmpty()) {
                    throw e;
                }
            }
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot say where consumer group " + group + " begins to read", e);
        }
    }

    private Set<TopicPartition> uncommitted(String group, List<TopicPartition> partitions) throws ExecutionException {
        Set<TopicPartition> open = new HashSet<>(partitions);
        try {
            open.removeAll(committed(group).keySet());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
        }
        return open;
    }

    private Map<TopicPartition, Long> committed(String group) throws ExecutionException {
        Map<TopicPartition, Long> committed = new HashMap<>();
        Failures.get(cluster.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    /**
     * Waits, for a limited time, until a group is stable and its members have all partitions of a topic: a load that began
     * earlier would include the rebalance for each further member.
     */
    void awaitSettled(String group, List<TopicPartition> partitions) {
        long giveUpNs = time.nanoTime() + SETTLED_NS;
        try {
            while (!isSettled(group, partitions) && time.nanoTime() - giveUpNs < 0) {
                time.parkUntil(time.nanoTime() + LOOK_NS);
            }
        } catch (ExecutionException | KafkaException e) {
            // A user without permission for groups may still consume.
        }
    }

    private boolean isSettled(String group, List<TopicPartition> partitions) throws ExecutionException {
        Set<TopicPartition> open = new HashSet<>(partitions);
        boolean stable = true;
        for (ConsumerGroupDescription description : Failures.get(
                        cluster.admin().describeConsumerGroups(List.of(group)).all())
                .values()) {
            stable &= description.groupState() == GroupState.STABLE;
            description
                    .members()
                    .forEach(member -> open.removeAll(member.assignment().topicPartitions()));
        }
        return stable && open.isEmpty();
    }

    void add(PollingConsumer consumer) {
        consumers.add(consumer);
    }

    void remove(PollingConsumer consumer) {
        consumers.remove(consumer);
    }

    /**
     * Number of messages that a group has yet to receive: in each partition from the position of its member, or from the
     * committed offset if no consumer of this client has the partition, to the end. Control records of transactions count until a
     * member has passed them.
     */
    long left(String group, List<TopicPartition> partitions) throws DriverException {
        try {
            Map<TopicPartition, Long> ends =
                    topics.offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> next = new HashMap<>();
            for (PollingConsumer consumer : consumers) {
                if (consumer.isOf(group)) {
                    next.putAll(consumer.next());
                }
            }
            if (!next.keySet().containsAll(partitions)) {
                committed(group).forEach(next::putIfAbsent);
            }
            return partitions.stream()
                    .mapToLong(partition ->
                            Math.max(0, Objects.requireNonNull(ends.get(partition)) - next.getOrDefault(partition, 0L)))
                    .sum();
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot find out what is left for consumer group " + group, e);
        }
    }

    /**
     * Removes a group with its offsets, if it exists.
     *
     * @throws DriverException if the group still has members after {@link #EMPTY_NS}, or the broker refuses
     */
    void delete(String group) throws DriverException {
        long giveUpNs = time.nanoTime() + EMPTY_NS;
        while (true) {
            try {
                Failures.get(
                        cluster.admin().deleteConsumerGroups(List.of(group)).all());
                return;
            } catch (ExecutionException | KafkaException e) {
                if (Causes.of(e).first(GroupIdNotFoundException.class).isPresent()) {
                    return;
                }
                // The last member may have left only a moment ago.
                if (Causes.of(e).first(GroupNotEmptyException.class).isEmpty() || time.nanoTime() - giveUpNs > 0) {
                    throw Failures.of("cannot remove consumer group " + group, e);
                }
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }
}
