package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostDrainTest {

    private static final long SECOND = 1_000_000_000L;

    private final LostDrain drain = new LostDrain(0);

    @Test
    void itLastsWhileAnythingArrivesAndAFewSecondsMoreWhileSomethingIsOwed() {
        for (long i = 0; i < 20; i++) {
            assertThat(drain.isOver(i * 4 * SECOND, i, 7)).isFalse();
        }
        assertThat(drain.isOver(81 * SECOND - 1, 19, 7)).isFalse();
        assertThat(drain.isOver(81 * SECOND, 19, 7)).isTrue();
    }

    @Test
    void messagesOfTheLostWorkerAreWaitedForThoughNothingIsKnownToBeOwed() {
        assertThat(drain.isOver(0, 5, 0)).isFalse();
        assertThat(drain.isOver(SECOND - 1, 6, 0)).isFalse();
        assertThat(drain.isOver(2 * SECOND - 2, 6, 0)).isFalse();
        assertThat(drain.isOver(2 * SECOND - 1, 6, 0)).isTrue();
    }
}
