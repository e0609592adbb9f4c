package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DueQueueTest {

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
