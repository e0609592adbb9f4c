package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/**
 * Share groups at the broker.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class ShareGroups {

    private final Cluster cluster;
    private final Topics topics;

    ShareGroups(Cluster cluster, Topics topics) {
        this.cluster = cluster;
        this.topics = topics;
    }

    /** Sets the configuration of a group. A new group begins with the first message, unless the settings say otherwise. */
    void configure(String group, Map<String, String> settings) throws DriverException {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("share.auto.offset.reset", "earliest");
        List<AlterConfigOp> changes = new ArrayList<>();
        all.forEach((name, value) ->
                changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        try {
            failIfSwitchedOff();
            Failures.get(cluster.admin()
                    .incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), changes))
                    .all());
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot configure share group " + group, e);
        }
    }

    private void failIfSwitchedOff() throws ExecutionException, DriverException {
        @Nullable
        FinalizedVersionRange level = Failures.get(
                        cluster.admin().describeFeatures().featureMetadata())
                .finalizedFeatures()
                .get("share.version");
        if (level == null || level.maxVersionLevel() < 1) {
            throw new DriverException(
                    "kafka.group-type: share; the broker has no share groups. It must be Kafka 4.2 or newer,"
                            + " with its feature share.version at 1 (kafka-features.sh upgrade --feature share.version=1)."
                            + " Otherwise leave kafka.group-type out");
        }
    }

    /**
     * Number of unacknowledged messages of a group; an upper bound until the broker has an offset for each partition.
     */
    long left(Source source) throws DriverException {
        try {
            Map<TopicPartition, Long> ends =
                    topics.offsets(source.partitions(), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, SharePartitionOffsetInfo> known = Failures.get(cluster.admin()
                    .listShareGroupOffsets(Map.of(
                            source.group(), new ListShareGroupOffsetsSpec().topicPartitions(source.partitions())))
                    .partitionsToOffsetInfo(source.group()));
            long left = 0;
            for (TopicPartition partition : source.partitions()) {
                long end = Objects.requireNonNull(ends.get(partition));
                @Nullable SharePartitionOffsetInfo info = known.get(partition);
                left += info == null ? end : info.lag().orElse(end - info.startOffset());
            }
            return left;
        } catch (ExecutionException | KafkaException e) {
            throw Failures.of("cannot find out what is left for share group " + source.group(), e);
        }
    }
}
