package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.ResourceSample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerJvmRuleTest {

    @Test
    void memoryThatStillGrowsIsSaid() {
        Seconds grows = new Seconds().ordinary(40);
        Seconds rests = new Seconds().ordinary(40);
        for (int i = 0; i < 40; i++) {
            grows.sample(ResourceSample.BROKER, i, Map.of("rss-bytes", (100.0 + 5 * i) * (1 << 20)));
            rests.sample(ResourceSample.BROKER, i, Map.of("rss-bytes", (100.0 + 5 * Math.min(10, i)) * (1 << 20)));
        }

        assertThat(grows.findings("broker-memory-grew"))
                .containsExactly(
                        "The broker's memory was still growing: its RSS rose from 172 MiB to 273 MiB in the measured"
                                + " phase. Raise --duration to see how far.");
        assertThat(rests.findings("broker-memory-grew")).isEmpty();
        // Overloads fill it, and the search has no duration to raise.
        assertThat(grows.searching().findings("broker-memory-grew")).isEmpty();
    }
}
