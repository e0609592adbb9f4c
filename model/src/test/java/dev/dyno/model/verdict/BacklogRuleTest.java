package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BacklogRuleTest {

    @Test
    void consumersThatFallBehindAreSaid() {
        assertThat(new Seconds().outstandingGrowsBy(500).ordinary(10).findings("backlog"))
                .containsExactly(
                        "The consumers did not keep up: 5,000 deliveries were outstanding at 10 s, 5,000 at the end of"
                                + " the load. Raise --consumers or lower --rate.");
        assertThat(new Seconds().outstandingGrowsBy(100).ordinary(10).findings("backlog"))
                .isEmpty();
    }
}
