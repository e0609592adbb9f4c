package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.result.Verdict.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static Reason reason(Level level, String code) {
        return new Reason(level, code, "It was so.");
    }

    @Test
    void withoutAReasonARunIsValid() {
        assertThat(Verdict.of(List.of())).isEqualTo(new Verdict(Level.VALID, List.of()));
    }

    @Test
    void theWorstReasonDecidesAndStandsFirst() {
        Reason mild = reason(Level.SUSPECT, "mild");
        Reason bad = reason(Level.INVALID, "bad");
        Reason alsoMild = reason(Level.SUSPECT, "also-mild");
        assertThat(Verdict.of(List.of(mild)).level()).isEqualTo(Level.SUSPECT);
        assertThat(Verdict.of(List.of(mild, bad, alsoMild)))
                .isEqualTo(new Verdict(Level.INVALID, List.of(bad, mild, alsoMild)));
    }

    @Test
    void aRunThatFailedIsNoSuccessAndNamesItsCause() {
        assertThat(Outcome.failed("no broker").success()).isFalse();
        assertThat(Outcome.failed("no broker").interrupted()).isFalse();
        assertThat(Outcome.failed("no broker").cause()).contains("no broker");
    }
}
