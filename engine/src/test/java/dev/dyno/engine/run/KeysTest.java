package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.KeyDistribution.Sampler;
import dev.dyno.model.workload.KeyDistribution.Samplers;
import dev.dyno.model.workload.SizeDistribution;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of a run as the simulated broker sees them. */
class KeysTest extends SimulatedRun {

    private RunResult run(KeyDistribution keys, long messages) {
        simulation.keys = Optional.of(keys);
        simulation.messageCount = messages;
        return simulation.run();
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void aSequenceGivesEachKeyTheSameNumberOfMessages(SendMode mode) {
        simulation.set("mode %s; commitInterval %s; producers 2", mode, mode == SendMode.TRANSACTED ? 7 : 0);
        RunResult result = run(new KeyDistribution.Sequence(11), 220);
        assertThat(result.ledger().delivered()).isEqualTo(220);
        assertThat(simulation.sentByKey).hasSize(11).containsKeys("key-00", "key-10");
        assertThat(simulation.sentByKey.values()).containsOnly(20L);
    }

    /** The first producer sends keys 0 and 1, the second keys 1 and 2. */
    @Test
    void eachProducerBeginsItsSequenceWithAnotherKey() {
        simulation.producers = 2;
        run(new KeyDistribution.Sequence(4), 4);
        assertThat(simulation.sentByKey).isEqualTo(Map.of("key-0", 1L, "key-1", 2L, "key-2", 1L));
    }

    @Test
    void aRefusedMessageKeepsItsKey() {
        simulation.set("maxPending 20; service=1ms; capacity=3");
        run(new KeyDistribution.Sequence(5), 500);
        assertThat(simulation.truth().refused()).isPositive();
        assertThat(simulation.sentByKey.values()).hasSize(5).containsOnly(100L);
    }

    @Test
    void drawnKeysAreThoseOfTheSeed() {
        simulation.set("producers 2; seed 42");
        KeyDistribution keys = new KeyDistribution.Zipf(10, 1.1);
        run(keys, 2_000);
        Map<String, Long> expected = new TreeMap<>();
        Samplers samplers = keys.samplers();
        for (int producer = 0; producer < 2; producer++) {
            Sampler sampler = samplers.of(producer, Seeds.derive(Seeds.derive(42, producer), 1));
            for (int i = 0; i < 1_000; i++) {
                expected.merge(keys.key(sampler.next()), 1L, Long::sum);
            }
        }
        assertThat(simulation.sentByKey).isEqualTo(expected);
    }

    @Test
    void withoutKeysThereAreNone() {
        simulation.messageCount = 10;
        simulation.run();
        assertThat(simulation.sentByKey).isEmpty();
    }

    // Bytes of message bodies are counted where they are sent and received.

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void bytesAreThoseOfTheBodies(SendMode mode) {
        simulation.set("mode %s; commitInterval %s; producers 2", mode, mode == SendMode.TRANSACTED ? 7 : 0);
        simulation.sizes = SizeDistribution.fixed(200);
        RunResult result = run("load constant 100/s; messageCount 220");
        assertCounts(result, "sentBytes " + (220 * 200) + ", receivedBytes " + (220 * 200));
        double perSecond = result.measured().receivedBytes() * 1e9 / result.measuredNs();
        assertThat(Figures.RECEIVED_BYTES_RATE
                        .of(Numbers.of(result))
                        .orElseThrow()
                        .low())
                .isEqualTo(perSecond);
        assertThat(Figures.BYTES_RATE.of(Numbers.of(result)).orElseThrow().low())
                .isEqualTo(perSecond);
    }
}
