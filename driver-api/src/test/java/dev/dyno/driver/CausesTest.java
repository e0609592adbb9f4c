package dev.dyno.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CausesTest {

    @Test
    void theWordsAreThoseOfAllCausesFromTheOutsideIn() {
        Throwable failure = new IllegalStateException("not open.", new IOException(" no\n  route "));

        assertThat(Causes.of(failure).words(Causes::message)).isEqualTo("not open: no route");
    }

    @Test
    void wordsThatSayTheSameAgainAreLeftOut() {
        assertThat(Causes.of(new ExecutionException(new IOException("no route")))
                        .words(Causes::message))
                .isEqualTo("java.io.IOException: no route");
        assertThat(Causes.of(new IOException("no", new IOException("to A", new IOException("no route to B"))))
                        .words(Causes::message))
                .isEqualTo("to A: no route to B");
    }

    @Test
    void aFailureWithoutWordsIsCalledByItsClass() {
        assertThat(Causes.of(new InterruptedException()).words(Causes::message)).isEqualTo("InterruptedException");
        assertThat(Causes.of(new IOException("", new IOException("  ."))).words(each -> ""))
                .isEqualTo("IOException");
    }

    @Test
    void aDriverChoosesTheWords() {
        Throwable failure = new ExecutionException(new IOException("no route"));

        assertThat(Causes.of(failure).words(each -> each instanceof ExecutionException ? "" : Causes.message(each)))
                .isEqualTo("no route");
    }

    @Test
    void theFirstOfATypeIsFound() {
        IOException inner = new IOException("inner");
        IOException outer = new IOException("outer", inner);
        Causes causes = Causes.of(new UncheckedIOException(outer));

        assertThat(causes.first(IOException.class)).containsSame(outer);
        assertThat(causes.first(InterruptedException.class)).isEmpty();
    }

    @Test
    void aFailureWithARefusalAmongItsCausesIsARefusal() {
        Causes known = Causes.of(new IOException("closed", new RefusedException("not permitted")));
        assertThat(known.failure("no", Causes::message, each -> "", each -> false))
                .isInstanceOf(RefusedException.class)
                .hasMessage("no: closed: not permitted");
        Causes refused = Causes.of(new IOException("closed", new InterruptedException()));
        assertThat(refused.failure("no", Causes::message, each -> "", InterruptedException.class::isInstance))
                .isInstanceOf(RefusedException.class);
        assertThat(refused.failure("no", Causes::message, each -> "", each -> false))
                .isExactlyInstanceOf(DriverException.class);
    }

    @Test
    void causesThatGoRoundInACircleEnd() {
        IOException failure = new IOException("round");

        assertThat(Causes.of(failure, Optional::of).chain()).hasSize(8);
        assertThat(Causes.of(failure, Optional::of).words(Causes::message)).isEqualTo("round");
    }
}
