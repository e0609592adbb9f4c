package dev.dyno.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class DriverExceptionTest {

    /** Some of the words are those of a broker. */
    @Test
    void itsMessageCommandsNoTerminal() {
        String words = "refused: \u001b]0;x\u0007\u009b31m\tGröße\r\n\u007f";
        String plain = "refused: ?]0;x??31m\tGröße\n?";
        assertThat(new DriverException(words)).hasMessage(plain);
        assertThat(new DriverException(words, new IOException())).hasMessage(plain);
        assertThat(new RefusedException(words)).hasMessage(plain);
    }

    @Test
    void wordsOfALibraryCommandNoTerminal() {
        assertThat(Causes.of(new IOException("no\u001b[2J\r\n\tway")).words(Causes::message))
                .isEqualTo("no?[2J way");
    }
}
