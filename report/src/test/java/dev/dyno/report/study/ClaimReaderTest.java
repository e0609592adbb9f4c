package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.report.study.Claim.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimReaderTest {

    private static StudyFile read(String claim) {
        return StudyFile.of("s.yaml", """
                workloads: { w: { producers: { to: queue://q } }, v: { producers: { to: queue://q } } }
                steps: { w: {}, v: {} }
                axes:
                  version: { settings: { 2.6.3: {}, 2.7.0: {} } }
                  heap: { values: [1g, 2g] }
                  only: { settings: { one: {} } }
                claims:
                """ + "  - " + claim + "\nquick: { axes: { heap: [3g] } }\n", false);
    }

    private static Claim claim(String claim) {
        StudyFile file = read(claim);
        assertThat(file.problems()).isEmpty();
        return file.study().output().claims().get(0);
    }

    @Test
    void aRatioNamesCellsByTheirValues() {
        Claim claim = claim("{ says: more, figure: 3k → 30k, in: w heap=1g,"
                + " holds: acknowledged-rate of 2.7.0 / acknowledged-rate of 2.6.3 = 10 within 20% }");
        assertThat(claim.says()).isEqualTo("more");
        assertThat(claim.figure()).isEqualTo("3k → 30k");
        assertThat(claim.above())
                .extracting(Term::cell)
                .containsExactly(Map.of("version", "2.7.0", "heap", "1g", "only", "one", "step", "w"));
        assertThat(claim.below())
                .extracting(Term::cell)
                .extracting(cell -> cell.get("version"))
                .containsExactly("2.6.3");
        assertThat(claim.comparison()).isEqualTo(Comparison.EQUAL);
        assertThat(claim.limit()).isEqualTo(10);
        assertThat(claim.margin()).isEqualTo(0.2);
    }

    @Test
    void aSumHasALimitInTheUnitOfItsFigures() {
        Claim claim = claim("{ says: all, holds: sent-rate of w 1g 2.7.0 + received-rate of v 1g 2.7.0 > 43000/s }");
        assertThat(claim.above())
                .extracting(term -> term.figure().name())
                .containsExactly("sent-rate", "received-rate");
        assertThat(claim.limit()).isEqualTo(43_000);
        assertThat(claim("{ says: fast, holds: response-p99 of w 3g 2.7.0 < 10ms }")
                        .limit())
                .isEqualTo(10_000_000);
        assertThat(claim("{ says: group, holds: web/response-p99 of w 1g 2.7.0 / web/response-p99 of v 1g 2.7.0 > 2 }")
                        .below())
                .extracting(term -> term.figure().name())
                .containsExactly("web/response-p99");
        assertThat(claim("{ says: it dies, holds: broker-deaths of w 1g 2.7.0 = 1 }")
                        .isOfCounts())
                .isTrue();
        assertThat(claim("{ says: 80 %, holds: end-to-end-share-6ms-14ms of w 1g 2.7.0 > 80% }")
                        .limit())
                .isEqualTo(80);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sent-rate of w 1g 2.7.1 > 1/s                              | 2.7.1 is no value of an axis; must be one of version: 2.6.3, 2.7.0; heap: 1g, 2g, 3g; only: one; step: w, v.
            sent-rate of w 1g > 1/s                                    | names no version. Must be one of 2.6.3, 2.7.0, here or in 'in'.
            sent-rate of w 1g 2g 2.7.0 > 1/s                           | has two values of heap. Leave one of them out.
            sent-rate of w 1g 2.7.0 > 1ms                              | the limit of sent-rate must be a rate, like 20000/s.
            response-p99 of w 1g 2.7.0 < 10                            | the limit of p99(response) must be a duration with its unit, like 20ms.
            sent-rate of w 1g 2.7.0 / response-p99 of w 1g 2.7.0 > 1   | sent-rate and response-p99 have different units. Must be figures of one unit.
            sent-rate of w 1g 2.7.0 / sent-rate of v 1g 2.7.0 > 1/s    | the limit of a ratio must be a number above 0, like 1.5, without a unit.
            sent-rate of w 1g 2.7.0 = 1/s                              | an equality must have a margin, like '= 1 within 5%'.
            sent-rate of w 1g 2.7.0 > 1/s within 5%                    | only an equality of a figure that is no count has a margin. Leave out 'within'.
            sent-rate of w 1g 2.7.0 = 1/s within 5                     | the margin must be a percentage with its sign, like 5%.
            sent-rate of w 1g 2.7.0 = 1/s within 0%                    | the margin must be a percentage with its sign, like 5%.
            sent-rate of w 1g 2.7.0                                    | must be FIGURE of CELL, a sum or a ratio of them, and a limit, like 'sent-rate of a / sent-rate of b > 1'.
            sent-rate w 1g 2.7.0 > 1/s                                 | must be FIGURE of CELL, a sum or a ratio of them, and a limit, like 'sent-rate of a / sent-rate of b > 1'.
            """)
    void aBadClaimIsRefusedWithItsPlace(String condition, String sentence) {
        assertThat(read("{ says: x, holds: '" + condition + "' }").problems())
                .singleElement()
                .asString()
                .startsWith("s.yaml:8:")
                .contains(": holds: \"" + condition + "\"; " + sentence);
    }

    @Test
    void anUnknownFigureIsRefused() {
        assertThat(read("{ says: x, holds: speed of w 1g 2.7.0 > 1 }").problems())
                .singleElement()
                .asString()
                .contains("; speed; must be one of worker-cpu-per-message,", "sent-rate");
        assertThat(read("{ says: x, hold: a }").problems()).hasSize(2);
    }
}
