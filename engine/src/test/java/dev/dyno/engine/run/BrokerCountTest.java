package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrokerCountTest {

    private static final long STANDS_NS = 7_000_000_000L;

    private static boolean isOf2500(double messages, long afterNs) {
        return new BacklogPhase.BrokerCount(messages, STANDS_NS + afterNs).isOf(2_500, STANDS_NS);
    }

    @Test
    void whatAgreesIsTakenAtOnce() {
        assertThat(isOf2500(2_500, 0)).isTrue();
        assertThat(isOf2500(2_500, 300_000_000)).isTrue();
    }

    /** It is of a backlog that still grows. */
    @Test
    void nothingIsTakenThatWasSaidBefore() {
        assertThat(isOf2500(2_500, -1)).isFalse();
        assertThat(isOf2500(949, -1_500_000_000)).isFalse();
    }

    @Test
    void whatDiffersIsTakenWhenItCannotBeLateAnyMore() {
        assertThat(isOf2500(949, 300_000_000)).isFalse();
        assertThat(isOf2500(949, BacklogPhase.SETTLED_NS - 1)).isFalse();
        assertThat(isOf2500(949, BacklogPhase.SETTLED_NS)).isTrue();
        assertThat(isOf2500(2_600, BacklogPhase.SETTLED_NS)).isTrue();
    }
}
