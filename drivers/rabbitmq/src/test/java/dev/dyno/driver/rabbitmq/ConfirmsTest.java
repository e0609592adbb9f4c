package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delivery tags and tokens, without a broker. */
class ConfirmsTest {

    private final DriverException refused = new DriverException("refused");

    private final List<String> completions = new ArrayList<>();
    private final Confirms confirms = new Confirms(
            8, (token, failure) -> completions.add(token + (failure == null ? "" : " " + failure.getMessage())));

    @Test
    void tagsCountFromOne() {
        assertThat(confirms.begin(7)).isEqualTo(1);
        assertThat(confirms.begin(3)).isEqualTo(2);
    }

    /** Tokens that begin, then confirms: {@code 2} of tag 2, {@code 2*} of all up to it, {@code 2-} and {@code 2*-} refusals. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                7 3       | 2 1       | 3, 7
                0 1 2 3 4 | 2 4*      | 1, 0, 2, 3
                0 1 2 3 4 | 2 4* 5*   | 1, 0, 2, 3, 4
                # A multiple confirm of tag zero completes all.
                4 5       | 0*        | 4, 5
                # A second confirm of a tag is ignored.
                4         | 1 1 1*-   | 4
                4 5       | 2*-       | 4 refused, 5 refused
                """)
    void confirmsCompleteTheMessagesOfTheirTags(String tokens, String tags, String completed) {
        for (String token : tokens.split(" ", -1)) {
            confirms.begin(Integer.parseInt(token));
        }
        for (String tag : tags.split(" ", -1)) {
            boolean multiple = tag.contains("*");
            confirms.confirmed(Long.parseLong(tag.replaceAll("\\D", "")), multiple, tag.endsWith("-") ? refused : null);
        }
        assertThat(completions).containsExactly(completed.split(", ", -1));
    }

    @Test
    void aMessageThatCameBackFailsWithItsConfirm() {
        confirms.begin(4);
        confirms.begin(5);
        confirms.returned(5, new DriverException("no queue"));
        assertThat(completions).isEmpty();
        confirms.confirmed(2, true, null);
        assertThat(completions).containsExactly("4", "5 no queue");
        confirms.begin(5);
        confirms.confirmed(3, false, null);
        assertThat(completions).containsExactly("4", "5 no queue", "5");
    }

    @Test
    void oneThatIsLeftBehindIsStillKnownAfterManyOthers() {
        confirms.begin(0);
        for (long tag = 2; tag <= 50_000; tag++) {
            assertThat(confirms.begin(1)).isEqualTo(tag);
            confirms.confirmed(tag, false, null);
        }
        assertThat(completions).hasSize(49_999).containsOnly("1");
        confirms.confirmed(1, false, null);
        assertThat(completions).hasSize(50_000).last().isEqualTo("0");
    }

    @Test
    void afterAMillionOthersItHasToBeWaitedFor() {
        final int room = 1 << 20;
        final long[] count = {0};
        final Confirms counting = new Confirms(8, (token, failure) -> count[0]++);
        counting.begin(0);
        for (long tag = 2; tag <= room; tag++) {
            assertThat(counting.begin(1)).isEqualTo(tag);
            counting.confirmed(tag, false, null);
        }
        assertThat(counting.begin(1)).isZero();
        counting.confirmed(1, false, null);
        assertThat(counting.begin(1)).isEqualTo(room + 1);
        assertThat(count[0]).isEqualTo(room);
    }

    @Test
    void whatWasNotPublishedGivesItsTagBack() {
        confirms.begin(0);
        confirms.takeBack(confirms.begin(1));
        assertThat(confirms.begin(2)).isEqualTo(2);
        confirms.confirmed(2, true, null);
        assertThat(completions).containsExactly("0", "2");
    }

    @Test
    void whatFailedWithTheConnectionIsNotWithdrawn() {
        long tag = confirms.begin(3);
        confirms.failAll(refused);
        assertThat(confirms.withdraw(tag)).isFalse();
        assertThat(completions).containsExactly("3 refused");
    }

    @Test
    void whatIsWithdrawnDoesNotComplete() {
        long tag = confirms.begin(3);
        assertThat(confirms.withdraw(tag)).isTrue();
        confirms.failAll(refused);
        assertThat(completions).isEmpty();
    }

    @Test
    void onAnotherChannelTagsBeginAgain() {
        confirms.begin(3);
        confirms.begin(4);
        confirms.failAll(refused);
        confirms.startAgain();
        assertThat(confirms.begin(5)).isEqualTo(1);
        confirms.confirmed(1, false, null);
        assertThat(completions).containsExactlyInAnyOrder("3 refused", "4 refused", "5");
    }
}
