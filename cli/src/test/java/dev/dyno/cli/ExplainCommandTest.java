package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.verdict.Explanation;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code dyno explain}: the sections of the guide, in the terminal. */
class ExplainCommandTest extends WithDyno {

    static Stream<String> codes() {
        return Explanation.all().stream().flatMap(each -> each.codes().stream());
    }

    @ParameterizedTest
    @MethodSource("codes")
    void everyCodeIsExplainedInLinesOfTheTerminalsWidth(String code) {
        Ran ran = dyno.run("explain", code).ended(Exit.GOOD);
        assertThat(ran.outLines().get(0)).contains(code);
        assertThat(ran.outLines())
                .anySatisfy(line -> assertThat(line).startsWith("- Decided: "))
                .anySatisfy(line -> assertThat(line).startsWith("- To do: "))
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(80).doesNotContain("](", "```"));
    }

    @Test
    void withoutACodeAllAreListedWithALine() {
        Ran ran = dyno.run("explain").ended(Exit.GOOD);
        assertThat(codes()).isNotEmpty().allSatisfy(code -> assertThat(ran.out())
                .containsPattern("\n  " + code + " +(NOTE|SUSPECT|INVALID): "));
        assertThat(ran.outLines()).contains("Deliveries", "Machine");
    }

    @Test
    void severalCodesAreExplainedOneAfterTheOther() {
        assertThat(dyno.run("explain", "few-samples", "worker-gc").outLines()).contains("few-samples", "", "worker-gc");
    }

    @Test
    void aMisspeltCodeIsAnsweredWithAGuess() {
        Ran ran = dyno.run("explain", "rate-not-stedy", "nonsense").ended(Exit.USAGE);
        assertThat(ran.errLines())
                .contains(
                        "dyno explain: CODE: rate-not-stedy; did you mean rate-not-steady?",
                        "dyno explain: CODE: nonsense; there is no such code; dyno explain lists all.");
    }
}
