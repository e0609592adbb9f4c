package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InFlightTest {

    private static int take(InFlight inFlight, long sequence) {
        return inFlight.take(10 + sequence, 20 + sequence, 30 + sequence, sequence);
    }

    private static List<Integer> take(InFlight inFlight, int from, int to) {
        return IntStream.range(from, to).map(i -> take(inFlight, i)).boxed().toList();
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void aSlotKeepsWhatIsKnownOfItsMessage() {
        var inFlight = new InFlight(2);
        int slot = take(inFlight, 7);

        assertThat(inFlight.intendedNs(slot)).isEqualTo(17);
        assertThat(inFlight.sentNs(slot)).isEqualTo(27);
        assertThat(inFlight.sequence(slot)).isEqualTo(7);
        assertThat(inFlight.count()).isEqualTo(1);
        assertThat(inFlight.isFull()).isFalse();
        take(inFlight, 8);
        assertThat(inFlight.isFull()).isTrue();
        inFlight.release(slot);
        assertThat(inFlight.count()).isEqualTo(1);
        assertThat(inFlight.isFull()).isFalse();
    }

    @Test
    void slotsAreUsedInTurnHoweverManyAreAcknowledgedAtATime() {
        var inFlight = new InFlight(8);
        List<Integer> used = new ArrayList<>(take(inFlight, 0, 8));
        int oldest = 0;
        for (int lump : new int[] {3, 1, 8, 2, 5, 4, 7, 1}) {
            for (int i = 0; i < lump; i++) {
                inFlight.release(used.get(oldest++));
            }
            used.addAll(take(inFlight, used.size(), used.size() + lump));
        }

        assertThat(used)
                .isEqualTo(IntStream.range(0, used.size()).mapToObj(i -> i % 8).toList());
    }

    @Test
    void aRefusedMessageLeavesTheOrderAsItIs() {
        var inFlight = new InFlight(3);
        take(inFlight, 0, 2);
        inFlight.release(0);
        for (int i = 0; i < 10; i++) {
            inFlight.putBack(take(inFlight, 2));
        }

        assertThat(inFlight.count()).isEqualTo(1);
        assertThat(take(inFlight, 2, 4)).containsExactly(2, 0);
        assertThat(inFlight.isFull()).isTrue();
        inFlight.release(2);
        inFlight.putBack(take(inFlight, 4));
        assertThat(take(inFlight, 4)).isEqualTo(2);
    }

    @Test
    void noMoreSlotsThanHaveEverBeenNeededAtOnceButForTheFirst() {
        var inFlight = new InFlight(100_000);
        for (int i = 0; i < 1_000; i++) {
            int slot = take(inFlight, i);
            assertThat(slot).isLessThan(64);
            inFlight.release(slot);
        }
    }

    @Test
    void thereIsRoomForAsManyAsAreAllowed() {
        var inFlight = new InFlight(1_500);

        assertThat(take(inFlight, 0, 1_500)).containsExactlyInAnyOrderElementsOf(numbers(0, 1_500));
        assertThat(inFlight.isFull()).isTrue();
        for (int slot = 0; slot < 1_500; slot++) {
            assertThat(inFlight.intendedNs(slot) - 10).isEqualTo(inFlight.sequence(slot));
        }
    }

    @Test
    void withoutALimitItIsNeverFull() {
        var inFlight = new InFlight(0);
        assertThat(inFlight.isFull()).isFalse();

        assertThat(take(inFlight, 0, 100_000)).doesNotHaveDuplicates();
        assertThat(inFlight.isFull()).isFalse();
        assertThat(inFlight.count()).isEqualTo(100_000);
    }

    @Test
    void whatIsGivenUpIsReportedOnce() {
        var inFlight = new InFlight(0);
        List<Integer> slots = take(inFlight, 0, 70);
        slots.subList(0, 67).forEach(inFlight::release);
        List<Long> told = new ArrayList<>();
        inFlight.clear(slot -> told.add(inFlight.sequence(slot)));
        inFlight.clear(slot -> told.add(inFlight.sequence(slot)));

        assertThat(told).containsExactlyInAnyOrder(67L, 68L, 69L);
        assertThat(inFlight.count()).isZero();
    }
}
