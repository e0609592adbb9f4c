package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks topics.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class Topics {

    private static final long USABLE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Cluster cluster;
    private final KafkaSettings settings;
    private final TimeSource time;

    /** Longest wait in ms of a check of topics, because its thread also checks whether any broker is alive. */
    private static final int ANSWER_MS = 1_000;

    /** Maximum number of topics in a check; if there are more, they are checked in turns. */
    private static final int WATCHED = 100;

    /** Topics known to be usable. */
    private final Map<String, TopicDescription> usable = new ConcurrentHashMap<>();

    private Set<String> missed = Set.of();
    private int checks;

    Topics(Cluster cluster, KafkaSettings settings, TimeSource time) {
        this.cluster = cluster;
        this.settings = settings;
        this.time = time;
    }

    /** Creates missing topics, and waits until each partition has a leader that answers. Skips topics known to be usable. */
    void ensure(Set<String> names) throws DriverException {
        List<String> unknown =
                names.stream().filter(name -> !usable.containsKey(name)).toList();
        if (unknown.isEmpty()) {
            return;
        }
        try {
            create(missing(unknown, Map.of(), new DescribeTopicsOptions()));
            awaitUsable(unknown);
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot prepare " + (unknown.size() == 1 ? "topic " : "topics ") + listed(unknown), e);
        }
    }

    /** The partitions of a topic that was ensured. */
    List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        @Nullable TopicDescription known = usable.get(topic);
        for (int i = 0; known != null && i < known.partitions().size(); i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        return partitions;
    }

    /**
     * Topics that were removed, or removed and created again, since they were ensured, and must be ensured again. A topic counts
     * as removed when it was missing twice in a row, because a broker may not know it yet. Used by one thread.
     */
    Set<String> removed() throws ExecutionException {
        List<String> all = List.copyOf(usable.keySet());
        int turns = 1 + Math.max(0, all.size() - 1) / WATCHED;
        // Two checks in a row ask for the same topics, because a topic that is missing once may still exist.
        int from = checks++ / 2 % turns * WATCHED;
        List<String> asked = all.subList(from, Math.min(from + WATCHED, all.size()));
        Set<String> gone = new HashSet<>(missing(asked, usable, new DescribeTopicsOptions().timeoutMs(ANSWER_MS)));
        Set<String> before = missed;
        missed = Set.copyOf(gone);
        gone.retainAll(before);
        gone.forEach(usable::remove);
        return gone;
    }

    /** @param known expected identity of existing topics, by name */
    private List<String> missing(
            Collection<String> names, Map<String, TopicDescription> known, DescribeTopicsOptions options)
            throws ExecutionException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
                cluster.admin().describeTopics(names, options).topicNameValues().entrySet()) {
            try {
                TopicDescription found = Failures.get(each.getValue());
                if (!found.topicId()
                        .equals(known.getOrDefault(each.getKey(), found).topicId())) {
                    missing.add(each.getKey());
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                missing.add(each.getKey());
            }
        }
        return missing;
    }

    private void create(List<String> names) throws ExecutionException {
        List<NewTopic> topics = names.stream()
                .map(name ->
                        new NewTopic(name, settings.partitions, settings.replication).configs(settings.topicSettings))
                .toList();
        for (KafkaFuture<Void> each :
                cluster.admin().createTopics(topics).values().values()) {
            try {
                Failures.get(each);
            } catch (ExecutionException e) {
                // Another worker may have been faster.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private void awaitUsable(List<String> names) throws ExecutionException, DriverException {
        long giveUpNs = time.nanoTime() + USABLE_NS;
        while (true) {
            @Nullable Throwable notYet = check(names);
            if (notYet == null) {
                return;
            }
            if (time.nanoTime() - giveUpNs > 0) {
                throw Failures.of(
                        "topics not usable within " + TimeUnit.NANOSECONDS.toSeconds(USABLE_NS) + " s: "
                                + listed(names),
                        notYet);
            }
            time.parkUntil(time.nanoTime() + LOOK_NS);
        }
    }

    /** Reason why the topics are not usable yet; null if they are. */
    private @Nullable Throwable check(List<String> names) throws ExecutionException {
        try {
            Map<String, TopicDescription> descriptions =
                    Failures.get(cluster.admin().describeTopics(names).allTopicNames());
            List<TopicPartition> partitions = new ArrayList<>();
            for (TopicDescription description : descriptions.values()) {
                description
                        .partitions()
                        .forEach(p -> partitions.add(new TopicPartition(description.name(), p.partition())));
            }
            offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            usable.putAll(descriptions);
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                return e.getCause();
            }
            throw e;
        }
    }

    /** Earliest or latest offset of each partition. */
    Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation)
            throws ExecutionException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, which));
        Map<TopicPartition, ListOffsetsResultInfo> answers = Failures.get(cluster.admin()
                .listOffsets(asked, new ListOffsetsOptions(isolation))
                .all());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        answers.forEach((partition, answer) -> offsets.put(partition, answer.offset()));
        return offsets;
    }

    private static String listed(List<String> names) {
        return names.size() <= 3
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }
}
