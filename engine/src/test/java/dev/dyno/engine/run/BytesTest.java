package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.SizeDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes of message bodies are counted where they are sent and received. */
class BytesTest {

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void bytesAreThoseOfTheBodies(SendMode mode) {
        Simulation simulation = new Simulation();
        simulation.mode = mode;
        simulation.commitInterval = mode == SendMode.TRANSACTED ? 7 : 0;
        simulation.producers = 2;
        simulation.sizes = new SizeDistribution.Fixed(200);
        simulation.load = LoadShape.parse("constant 100/s");
        simulation.messageCount = 220;
        RunResult result = simulation.run();
        assertThat(result.totals().sentBytes()).isEqualTo(220 * 200);
        assertThat(result.totals().receivedBytes()).isEqualTo(220 * 200);
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
