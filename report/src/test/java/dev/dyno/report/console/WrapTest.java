package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrapTest {

    @Test
    void aNumberStaysWithItsUnit() {
        assertThat(Wrap.broken("", "  ", "a processor was waited for 80.8 % of the time, 12 ms each", 32))
                .containsExactly("a processor was waited for", "  80.8 % of the time, 12 ms each");
        assertThat(Wrap.broken("", "  ", "the broker was restarted 80.8 seconds later", 32))
                .containsExactly("the broker was restarted 80.8", "  seconds later");
    }
}
