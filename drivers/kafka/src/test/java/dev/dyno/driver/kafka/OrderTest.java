package dev.dyno.driver.kafka;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A topic keeps order within each of its partitions, and only there. */
@Timeout(60)
@Tag("broker")
class OrderTest {

    private static final int MESSAGES = 5_000;

    @ParameterizedTest
    @ValueSource(strings = {"none", "sequence"})
    void messagesOfSeveralPartitionsThatArriveInTheOrderOfEachAreNotReordered(String key) {
        String queue = Fixture.queue().toString();
        RunResult result = Loads.run(
                new KafkaDriver(),
                OnKafka.shared().url("kafka"),
                Map.of("kafka.partitions", "3", "kafka.key", key),
                "{ producers: { to: " + queue + ", count: 2, max-pending: 100, messages: " + MESSAGES
                        + " }, consumers: { from: " + queue + " }, phases: { measure: until stopped } }");
        assertCounts(result, "delivered " + MESSAGES + ", lost 0, duplicate 0, reordered 0");
        assertThat(result.semantics().facts()).containsEntry("order", "within each of 3 partitions");
    }
}
