package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.SizeDistribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendOrderTest {

    private static final long MS = 1_000_000;
    private static final long START = 5_000 * MS;
    private static final SizeDistribution SIZES = SizeDistribution.parse("48");

    private final List<MessageStream> streams = new ArrayList<>();

    /** Streams that share a message each millisecond: their first ones are a millisecond apart. */
    private SendOrder scheduled(int count, long limit) {
        return begun(Schedule.constant(Rate.perSecond(1_000)), count, limit);
    }

    private SendOrder allOut(int count, long limit) {
        return begun(LoadShape.ALL_OUT, count, limit);
    }

    private SendOrder begun(LoadShape load, int count, long limit) {
        for (int i = 0; i < count; i++) {
            streams.add(MessageStreamTest.stream(streams.size(), load, false, SIZES, new Slice(i, count), limit));
        }
        SendOrder turns = new SendOrder(streams);
        turns.begin();
        return turns;
    }

    /** Sends this number of messages, as the loop would. */
    private List<Integer> send(SendOrder turns, int messages) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            order.add(turns.first());
            MessageStream first = streams.get(turns.first());
            first.advance();
            turns.next(first);
        }
        return order;
    }

    @Test
    void streamThatIsDueFirstHasTheTurn() {
        SendOrder turns = scheduled(3, MessageStream.UNLIMITED);

        assertThat(send(turns, 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(turns.firstNs()).isEqualTo(START + 7 * MS);
    }

    @Test
    void allOutEachHasItsTurnAfterTheOthers() {
        SendOrder turns = allOut(3, MessageStream.UNLIMITED);

        assertThat(send(turns, 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(turns.firstNs()).isLessThan(START);
    }

    @Test
    void streamThatIsAtItsEndHasNoTurn() {
        SendOrder turns = allOut(2, 2);

        assertThat(send(turns, 4)).containsExactly(0, 1, 0, 1);
        assertThat(turns.isEmpty()).isTrue();
        assertThat(turns.isAnyHeldUp()).isFalse();
        assertThat(allOut(2, 0).isEmpty()).isTrue();
    }

    @Test
    void streamWhoseSpanIsOverHasNoTurn() {
        SendOrder turns = allOut(2, MessageStream.UNLIMITED);

        turns.markOver();

        assertThat(send(turns, 3)).containsExactly(1, 1, 1);
    }

    @Test
    void streamThatTriesAgainLetsTheOthersGoFirst() {
        SendOrder turns = scheduled(2, MessageStream.UNLIMITED);

        turns.retryAt(START + 2 * MS + 1);

        assertThat(send(turns, 2)).containsExactly(1, 0);
        // Its next one is due as if it had not been late.
        assertThat(turns.firstNs()).isEqualTo(START + 2 * MS);
    }

    @Test
    void fullStreamHasNoTurnUntilItHasRoom() {
        SendOrder turns = scheduled(2, MessageStream.UNLIMITED);

        turns.markFull();
        assertThat(turns.isAnyFull()).isTrue();
        assertThat(turns.isAnyHeldUp()).isTrue();
        assertThat(send(turns, 3)).containsExactly(1, 1, 1);

        turns.freed(1);
        assertThat(turns.first()).isEqualTo(1);
        turns.freed(0);
        turns.freed(0);
        assertThat(turns.isAnyHeldUp()).isFalse();
        // It makes up for what it has missed: 0, 2, 4 and 6 ms; the other one was at 7 ms.
        assertThat(send(turns, 5)).containsExactly(0, 0, 0, 0, 1);
    }

    @Test
    void streamWithoutConnectionHasNoTurnUntilItHasOne() {
        SendOrder turns = scheduled(2, MessageStream.UNLIMITED);

        turns.markDown();
        assertThat(turns.isAnyFull()).isFalse();
        assertThat(turns.isAnyHeldUp()).isTrue();
        turns.freed(0);
        assertThat(send(turns, 2)).containsExactly(1, 1);

        turns.reconnected(0);
        assertThat(turns.isAnyHeldUp()).isFalse();
        assertThat(send(turns, 1)).containsExactly(0);
    }

    @Test
    void fullStreamHasItsTurnWhenItsConnectionIsReplaced() {
        SendOrder turns = allOut(2, MessageStream.UNLIMITED);
        turns.markFull();
        turns.markDown();
        assertThat(turns.isEmpty()).isTrue();

        turns.reconnected(0);
        turns.reconnected(1);
        turns.reconnected(1);

        assertThat(turns.isAnyHeldUp()).isFalse();
        assertThat(send(turns, 4)).containsExactly(0, 1, 0, 1);
    }

    private record Entry(int index, long due) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 1000})
    void givesTheSameOrderAsAPriorityQueue(int senders) {
        SplittableRandom random = new SplittableRandom(senders);
        DueQueue queue = new DueQueue(senders);
        PriorityQueue<Entry> model = new PriorityQueue<>(Comparator.comparingLong(Entry::due));
        boolean[] in = new boolean[senders];
        long unique = 0;
        for (int step = 0; step < 10_000; step++) {
            // Due times differ, or the order of two would be anybody's.
            long due = random.nextLong(-1_000_000, 1_000_000) * 100_000 + unique++;
            int candidate = random.nextInt(senders);
            int action = random.nextInt(3);
            if (!in[candidate] && action == 0) {
                queue.add(candidate, due);
                model.add(new Entry(candidate, due));
                in[candidate] = true;
            } else if (!model.isEmpty()) {
                int first = model.remove().index();
                assertThat(queue.peek()).isEqualTo(first);
                if (action == 1) {
                    queue.changeFirst(due);
                    model.add(new Entry(first, due));
                } else {
                    queue.remove();
                    in[first] = false;
                }
            }
            assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
            if (!model.isEmpty()) {
                assertThat(queue.peek()).isEqualTo(model.element().index());
                assertThat(queue.peekDueNs()).isEqualTo(model.element().due());
            }
        }
    }
}
