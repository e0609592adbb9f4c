package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Verdict.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static Finding reason(Finding.Level level, String code) {
        return Finding.of(level, code, "It was so.");
    }

    /** A run that is not VALID reaches nothing, however good its marks. */
    @Test
    void validVerdictReachesPercentilesUpToItsReach() {
        Verdict valid = Verdict.of(List.of()).with(Map.of(), Optional.of(Percentile.P99));
        assertThat(Percentile.values())
                .filteredOn(valid::reaches)
                .containsExactly(Percentile.P50, Percentile.P90, Percentile.P99);
        assertThat(valid.text()).isEqualTo("VALID to p99");
        Verdict suspect =
                Verdict.of(List.of(Finding.suspect("others-busy"))).with(Map.of(), Optional.of(Percentile.P99));
        assertThat(Percentile.values()).noneMatch(suspect::reaches);
        assertThat(suspect.text()).isEqualTo("SUSPECT");
    }

    @Test
    void withoutAReasonARunIsValid() {
        assertThat(Verdict.of(List.of())).isEqualTo(new Verdict(Level.VALID, List.of(), Map.of(), Optional.empty()));
    }

    @Test
    void theWorstReasonDecidesAndStandsFirst() {
        Finding mild = reason(Finding.Level.SUSPECT, "mild");
        Finding bad = reason(Finding.Level.INVALID, "bad");
        Finding alsoMild = reason(Finding.Level.SUSPECT, "also-mild");
        assertThat(Verdict.of(List.of(mild)).level()).isEqualTo(Level.SUSPECT);
        assertThat(Verdict.of(List.of(mild, bad, alsoMild)))
                .isEqualTo(new Verdict(Level.INVALID, List.of(bad, mild, alsoMild), Map.of(), Optional.empty()));
    }

    @Test
    void aNoteIsNoDoubt() {
        Finding note = reason(Finding.Level.NOTE, "note");
        Finding doubt = reason(Finding.Level.SUSPECT, "doubt");
        assertThat(Verdict.of(List.of(note)).level()).isEqualTo(Level.VALID);
        assertThat(Verdict.of(List.of(note, doubt)).reasons()).containsExactly(doubt);
        assertThat(Verdict.of(List.of(note, doubt)).notes()).containsExactly(note);
    }

    @Test
    void aRunThatFailedIsNoSuccessAndNamesItsCause() {
        assertThat(Outcome.failed("no broker").success()).isFalse();
        assertThat(Outcome.failed("no broker").interrupted()).isFalse();
        assertThat(Outcome.failed("no broker").cause()).contains("no broker");
    }
}
