package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadShapeTest {

    private static final Rate SLOW = Rate.perSecond(50);
    private static final Rate FAST = Rate.perSecond(1_000);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all-out",
                "constant 30000/s",
                "constant 30000/s poisson",
                "ramp 1000/s to 20000/s in 60s",
                "ramp 0/s to 20000/s in 7d poisson",
                "steps 1000/s for 30s, 2000/s for 30s",
                "steps 0/s for 1500ms, 100/min for 1h30m, 0/s for 1ns",
                "burst 50/s for 30s, 1000/s for 10s",
                "burst 50/s for 30s, 1000/s for 10s poisson",
                // The longest ones.
                "ramp 1/s to 2/s in 7d",
                "burst 1/s for 36499d, 2/s for 1d",
                "steps 1/s for 36500d",
            })
    void theTextComesBackAsItWas(String text) {
        assertThat(LoadShape.parse(text)).hasToString(text);
        assertThat(LoadShape.parse(LoadShape.parse(text).toString())).isEqualTo(LoadShape.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                constant 30000                                | constant 30000/s
                constant   1.5k/s\tpoisson                  | constant 1500/s poisson
                ramp 1k to 20k in 60                          | ramp 1000/s to 20000/s in 60s
                steps 1000/s for 30s ,2000/s for 0.5           | steps 1000/s for 30s, 2000/s for 500ms
                burst 50/s for 3600s                          | burst 50/s for 1h
                """)
    void otherSpellingsMeanTheSame(String text, String canonical) {
        assertThat(LoadShape.parse(text)).isEqualTo(LoadShape.parse(canonical)).hasToString(canonical);
    }

    @Test
    void aStepTakesTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shape.Step(FAST, 0))
                .withMessage("0s; must be more than 0s.");
        assertThatIllegalArgumentException().isThrownBy(() -> new Shape.Step(FAST, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Shape.Ramp(SLOW, FAST, -1));
    }

    private static Schedule of(Shape shape) {
        return new Schedule(shape, ArrivalProcess.REGULAR);
    }

    @Test
    void theTextIsWhatTheCodeSays() {
        final List<Shape.Step> steps =
                List.of(new Shape.Step(SLOW, 30_000_000_000L), new Shape.Step(FAST, 10_000_000_000L));
        assertThat(LoadShape.parse("all-out")).isEqualTo(LoadShape.ALL_OUT);
        assertThat(LoadShape.parse("constant 50/s")).isEqualTo(Schedule.constant(SLOW));
        assertThat(LoadShape.parse("ramp 50/s to 1000/s in 10s"))
                .isEqualTo(of(new Shape.Ramp(SLOW, FAST, 10_000_000_000L)));
        assertThat(LoadShape.parse("steps 50/s for 30s, 1000/s for 10s")).isEqualTo(of(new Shape.Steps(steps, false)));
        assertThat(LoadShape.parse("burst 50/s for 30s, 1000/s for 10s")).isEqualTo(of(new Shape.Steps(steps, true)));
        assertThat(LoadShape.parse("constant 50/s poisson"))
                .isEqualTo(Schedule.constant(SLOW).withArrivals(ArrivalProcess.POISSON))
                .isNotEqualTo(Schedule.constant(SLOW));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                ''                      | ""; must be constant, ramp, steps, burst or all-out, like constant 30000/s.
                30000/s                 | 30000/s; must begin with constant, ramp, steps, burst or all-out, like constant 30000/s or ramp 1000/s to 20000/s in 60s.
                all-out 5/s             | all-out: 5/s at the end; must be alone.
                constant                | constant: ends too early; must be followed by a rate, like 1000/s.
                constant 0/s            | constant: 0/s; must be more than 0/s. Write all-out for no pace.
                constant 5/s 6/s        | constant: 6/s at the end; must be the end, or poisson.
                constant 5/s poisson x  | constant: x at the end; must be the end.
                constant fast           | constant: fast; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per second.
                ramp 1/s 2/s in 3s      | ramp: 2/s; must be the word to here.
                ramp 1/s to 2/s         | ramp: ends too early; must be followed by the word in.
                ramp 1/s to 2/s in      | ramp: ends too early; must be followed by a duration, like 30s.
                ramp 1/s to 2/s in 0s   | ramp: in 0s; must be more than 0s and at most 7d.
                ramp 1/s to 2/s in 8d   | ramp: in 8d; must be more than 0s and at most 7d.
                ramp 0/s to 0/s in 3s   | ramp: 0/s to 0/s; one of them must be more than 0/s.
                ramp 1/s to -2/s in 3s  | ramp, to: -2/s; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per second.
                steps                   | steps, step 1: ends too early; must be followed by a rate, like 1000/s.
                steps 1/s for 3s,       | steps, step 2: ends too early; must be followed by a rate, like 1000/s.
                steps 1/s for 3s 2/s    | steps: 2/s at the end; must be the end, or poisson.
                steps 1/s for 3s, 2/s for 0s | steps, step 2: duration: 0s; must be more than 0s.
                steps 1/s for 3s, 2/s for 9x | steps, step 2: 9x; must be a number with ns, us, ms, s, m, h or d, like 250us, 10s or 1h30m, or a bare number of seconds.
                steps 0/s for 3s        | steps: never more than 0/s; must have a step of more than 0/s.
                burst 0/s for 3s, 0/s for 1s | burst: never more than 0/s; must have a step of more than 0/s.
                burst 1/s for 36500d, 2/s for 1ns | burst: longer than 36500d; must be at most that in all.
                burst 1/999999937ns for 1s, 1/999999893ns for 1s | 1/999999893ns; must have a smaller common denominator with the other rates. Give fewer decimals.
                """)
    void whatIsWrongIsSaid(String text, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadShape.parse(text))
                .withMessage(sentence);
    }
}
