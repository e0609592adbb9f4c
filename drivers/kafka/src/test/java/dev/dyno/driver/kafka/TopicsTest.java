package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestClient;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(90)
@Tag("broker")
class TopicsTest {

    private static final int TOPICS = 150;
    private static final int REMOVED_OF_EACH = 10;

    /** A request asks about a part of them. */
    @Test
    void anyOfManyTopicsThatIsRemovedIsNoticed() throws Exception {
        List<String> names = IntStream.range(0, TOPICS)
                .mapToObj(i -> TestClient.queue().name())
                .toList();
        Set<String> removed = IntStream.range(0, TOPICS / REMOVED_OF_EACH)
                .mapToObj(i -> names.get(i * REMOVED_OF_EACH))
                .collect(Collectors.toSet());
        KafkaSettings settings = KafkaSettings.of(OnKafka.spec(Map.of()));
        JdkTime time = new JdkTime();
        try (Cluster cluster = new Cluster(settings, time)) {
            Topics topics = new Topics(cluster, settings, time);
            topics.ensure(Set.copyOf(names));
            cluster.admin().deleteTopics(removed).all().get(30, TimeUnit.SECONDS);
            Set<String> found = new HashSet<>();
            ClusterNode.await("all that were removed", 10, () -> {
                found.addAll(topics.removed());
                return found.size() >= removed.size();
            });
            assertThat(found).isEqualTo(removed);
        }
    }
}
