package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairnessTest {

    @Test
    void jainsIndexIsOneOfEqualsAndOneByTheirNumberOfAWinner() {
        assertThat(RunningGroup.jain(5, 5, 5)).isEqualTo(1);
        assertThat(RunningGroup.jain(0, 7)).isEqualTo(0.5);
        assertThat(RunningGroup.jain(4, 2)).isEqualTo(0.9);
    }
}
