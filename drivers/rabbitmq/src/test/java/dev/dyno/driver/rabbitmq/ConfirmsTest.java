package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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

    @Test
    void aConfirmCompletesTheMessageOfItsTag() {
        confirms.begin(7);
        confirms.begin(3);
        confirms.confirmed(2, false, null);
        confirms.confirmed(1, false, null);
        assertThat(completions).containsExactly("3", "7");
    }

    @Test
    void aMultipleConfirmCompletesAllUpToItsTagThatAreLeft() {
        for (int token = 0; token < 5; token++) {
            confirms.begin(token);
        }
        confirms.confirmed(2, false, null);
        confirms.confirmed(4, true, null);
        assertThat(completions).containsExactly("1", "0", "2", "3");
        confirms.confirmed(5, true, null);
        assertThat(completions).containsExactly("1", "0", "2", "3", "4");
    }

    @Test
    void aMultipleConfirmOfTagZeroCompletesAll() {
        confirms.begin(4);
        confirms.begin(5);
        confirms.confirmed(0, true, null);
        assertThat(completions).containsExactlyInAnyOrder("4", "5");
    }

    @Test
    void aSecondConfirmOfATagIsIgnored() {
        confirms.begin(4);
        confirms.confirmed(1, false, null);
        confirms.confirmed(1, false, null);
        confirms.confirmed(1, true, refused);
        assertThat(completions).containsExactly("4");
    }

    @Test
    void aRefusalIsAFailure() {
        confirms.begin(4);
        confirms.begin(5);
        confirms.confirmed(2, true, refused);
        assertThat(completions).containsExactly("4 refused", "5 refused");
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
