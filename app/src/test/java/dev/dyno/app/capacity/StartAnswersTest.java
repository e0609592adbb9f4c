package dev.dyno.app.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StartAnswersTest {

    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static Capacity found(double rate) {
        return capacity(OptionalDouble.of(rate * 0.9), OptionalDouble.of(rate), OptionalDouble.of(rate * 1.2));
    }

    private static Capacity capacity(OptionalDouble low, OptionalDouble estimate, OptionalDouble high) {
        return new Capacity(List.of(), low, high, estimate, 0.95, 0.03, List.of(), List.of());
    }

    private static StartAnswers two() {
        return new StartAnswers(List.of("A", "B"), 0.95);
    }

    @Test
    void oneStartOfTwoSetupsHasTheRatioOfItsEnds() {
        StartAnswers answers = two();
        answers.add(0, 0, found(1_000));
        answers.add(1, 0, found(2_000));
        assertThat(answers.lines()).containsExactly("B / A  2.00  (1.50 to 2.67, for these two starts)");
    }

    @Test
    void severalStartsOfOneSetupHaveTheirMeanWithAnInterval() {
        StartAnswers answers = new StartAnswers(List.of(""), 0.95);
        answers.add(0, 0, found(900));
        assertThat(answers.lines()).isEmpty();
        answers.add(0, 1, found(1_000));
        answers.add(0, 2, found(1_100));
        // Student's t of 2 degrees of freedom, 4.303, by the standard deviation of the logarithms, 0.1004, by the root
        // of 3.
        assertThat(answers.lines()).containsExactly("3 starts  997 msg/s  (95 %: 777 to 1,280)");
    }

    /** The second start of A has no capacity, so that of B has nothing beside it. */
    @Test
    void aStartWithoutACapacityIsLeftOutWithTheOtherSetupsSearchOfIt() {
        StartAnswers answers = two();
        answers.add(0, 0, found(1_000));
        answers.add(1, 0, found(2_000));
        answers.add(1, 1, found(8_000));
        answers.add(0, 1, capacity(NONE, NONE, OptionalDouble.of(10)));
        answers.add(0, 2, found(500));
        answers.add(1, 2, found(1_000));
        assertThat(answers.lines().get(answers.lines().size() - 1))
                .isEqualTo("B / A  2.00  (two starts have a capacity, too few for an interval)");

        StartAnswers one = two();
        one.add(0, 1, found(1_000));
        one.add(1, 0, found(9_000));
        assertThat(one.lines()).containsExactly("B / A  is not known: there is no start with a capacity of both");
        one.add(1, 1, found(3_000));
        assertThat(one.lines().get(one.lines().size() - 1))
                .isEqualTo("B / A  3.00  (2.25 to 4.00, for these two starts)");
    }

    /** The last answer is of a start in which an objective was not measured. */
    @Test
    void anAnswerThatIsNotShownToHoldIsLeftOut() {
        StartAnswers answers = new StartAnswers(List.of(""), 0.95);
        answers.add(0, 0, found(900));
        answers.add(0, 1, found(1_000));
        answers.add(0, 2, found(1_100));
        answers.add(0, 3, found(9_000).with(List.of(new Capacity.Note(Capacity.Kind.EXCEEDED, "not measured"))));
        assertThat(answers.lines()).containsExactly("3 starts  997 msg/s  (95 %: 777 to 1,280)");
    }

    /** The setup that comes second is slower by a tenth each time; without the order the ratio is 1.5 in all starts. */
    @Test
    void whatTheOrderDoesIsNoDifference() {
        StartAnswers answers = two();
        for (int start = 0; start < 4; start++) {
            boolean isFirst = StartAnswers.beginsWithA(start);
            answers.add(0, start, found(isFirst ? 1_000 : 900));
            answers.add(1, start, found(isFirst ? 1_350 : 1_500));
        }
        assertThat(answers.lines().get(answers.lines().size() - 1)).isEqualTo("B / A  1.50  (95 %: 1.50 to 1.50)");
    }
}
