package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
 * Creates topics and looks at them.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class Topics {

    private static final long USABLE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Cluster cluster;
    private final KafkaSettings settings;
    private final TimeSource time;

    /** Those known to be usable, with their number of partitions. */
    private final Map<String, Integer> usable = new ConcurrentHashMap<>();

    Topics(Cluster cluster, KafkaSettings settings, TimeSource time) {
        this.cluster = cluster;
        this.settings = settings;
        this.time = time;
    }

    /** Creates those that do not exist, and waits until each partition of all has a leader that answers. */
    void ensure(Set<String> names) throws DriverException {
        List<String> unknown =
                names.stream().filter(name -> !usable.containsKey(name)).toList();
        if (unknown.isEmpty()) {
            return;
        }
        try {
            create(absent(unknown));
            awaitUsable(unknown);
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot prepare " + (unknown.size() == 1 ? "topic " : "topics ") + listed(unknown), e);
        }
    }

    /** The partitions of a topic that was ensured. */
    List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < usable.getOrDefault(topic, 0); i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        return partitions;
    }

    private List<String> absent(List<String> names) throws ExecutionException {
        List<String> absent = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
                cluster.admin().describeTopics(names).topicNameValues().entrySet()) {
            try {
                Failures.get(each.getValue());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                absent.add(each.getKey());
            }
        }
        return absent;
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
                // Another worker may have been quicker.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private void awaitUsable(List<String> names) throws ExecutionException, DriverException {
        long giveUpNs = time.nanoTime() + USABLE_NS;
        while (true) {
            @Nullable Throwable notYet = lookAt(names);
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

    /** Why they are not usable yet; null if they are. */
    private @Nullable Throwable lookAt(List<String> names) throws ExecutionException {
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
            descriptions.forEach((name, description) ->
                    usable.put(name, description.partitions().size()));
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                return e.getCause();
            }
            throw e;
        }
    }

    /** Where partitions begin or end. */
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
