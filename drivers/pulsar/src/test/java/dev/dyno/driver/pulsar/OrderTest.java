package dev.dyno.driver.pulsar;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A topic keeps order within each of its partitions, and only there. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class OrderTest {

    private static final int MESSAGES = 5_000;

    @Test
    void messagesOfSeveralPartitionsThatArriveInTheOrderOfEachAreNotReordered() {
        Map<String, String> properties =
                new HashMap<>(ManagedPulsar.spec(Map.of()).properties());
        properties.put("pulsar.partitions", "3");
        String queue = Fixture.queue().toString();
        RunResult result = Loads.run(
                new PulsarDriver(),
                ManagedPulsar.url(),
                properties,
                "{ producers: { to: " + queue + ", count: 2, max-pending: 100, messages: " + MESSAGES
                        + " }, consumers: { from: " + queue + " }, phases: { measure: until stopped } }");
        assertCounts(result, "delivered " + MESSAGES + ", reordered 0");
        assertThat(result.semantics().facts()).containsEntry("order", "within each of 3 partitions");
    }
}
