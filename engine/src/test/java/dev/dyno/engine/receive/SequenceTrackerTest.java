package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTrackerTest {

    /** The window moves by 64 sequences: 32 gaps where every second one is missing. */
    private static final long MAX_GAPS_IN_WORDS = SequenceTracker.MAX_GAPS / 32 * 32;

    private final SequenceTracker tracker = new SequenceTracker(SequenceTracker.MAX_WINDOW);

    /** Reference implementation: sequences kept in a set. */
    private static final class Model {
        final Set<Long> seen = new HashSet<>();
        long duplicates;
        long highest = -1;

        boolean add(long sequence) {
            highest = Math.max(highest, sequence);
            boolean first = seen.add(sequence);
            duplicates += first ? 0 : 1;
            return first;
        }
    }

    /** Assertions are made on failure only: there are too many of them. */
    private static void addToBoth(SequenceTracker tracker, Model model, long sequence) {
        boolean expected = model.add(sequence);
        if (tracker.add(sequence) != expected) {
            fail("add(%d) should have returned %s", sequence, expected);
        }
    }

    private static void assertAgree(SequenceTracker tracker, Model model, LongUnaryOperator probes) {
        assertThat(tracker.distinct()).isEqualTo(model.seen.size());
        assertThat(tracker.duplicates()).isEqualTo(model.duplicates);
        assertThat(tracker.highest()).isEqualTo(model.highest);
        assertThat(tracker.isExact()).isTrue();
        for (int i = 0; i < 20_000; i++) {
            long sequence = probes.applyAsLong(i);
            boolean expected = model.seen.contains(sequence);
            if (tracker.contains(sequence) != expected) {
                fail("contains(%d) should have returned %s", sequence, expected);
            }
        }
    }

    /** Far behind the window, in a remembered gap, within the window, and beyond the highest. */
    @Test
    void theNextMissingIsTheFirstThatHasNotCome() {
        SequenceTracker narrow = new SequenceTracker(64);
        Set<Long> seen = new HashSet<>();
        SplittableRandom random = new SplittableRandom(7);
        for (long sequence = 3; sequence < 2_000; sequence++) {
            if (random.nextInt(10) > 0) {
                narrow.add(sequence);
                seen.add(sequence);
            }
        }
        assertThat(narrow.gaps.size()).isPositive();
        for (long from = 0; from < 2_010; from++) {
            long expected = from;
            while (seen.contains(expected)) {
                expected++;
            }
            assertThat(narrow.nextMissing(from)).as("from %d", from).isEqualTo(expected);
        }
    }

    /** Messages wander off by up to a distance, some are lost, some come again at once or much later. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.0, 0.0", "1, 0.01, 0.01", "50, 0.0, 0.0", "50, 0.2, 0.1",
        "1023, 0.05, 0.05", "1025, 0.05, 0.05", "5000, 0.1, 0.1", "29000, 0.3, 0.3"
    })
    void agreesWithASetOnRandomOrders(int distance, double loss, double duplication) {
        for (int seed = 0; seed < 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SequenceTracker underTest = new SequenceTracker(SequenceTracker.MAX_WINDOW);
            Model model = new Model();
            int n = 30_000;
            long[] order = new long[n];
            for (int i = 0; i < n; i++) {
                order[i] = i;
            }
            for (int i = 0; i < n; i++) {
                int other = Math.min(n - 1, i + random.nextInt(distance));
                long swapped = order[i];
                order[i] = order[other];
                order[other] = swapped;
            }
            for (int i = 0; i < n; i++) {
                if (random.nextDouble() >= loss) {
                    addToBoth(underTest, model, order[i]);
                }
                if (random.nextDouble() < duplication) {
                    long again = order[random.nextInt(i + 1)];
                    addToBoth(underTest, model, again);
                }
            }
            assertAgree(underTest, model, i -> random.nextInt(n + 1_000));
        }
    }

    @ParameterizedTest
    @CsvSource({"1000", "65536", "1048576", "1048640", "3000000", "100000000000"})
    void agreesWithASetOnJumpsAndLateComersIntoThem(long jump) {
        for (int seed = 0; seed < 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SequenceTracker underTest = new SequenceTracker(SequenceTracker.MAX_WINDOW);
            Model model = new Model();
            long at = random.nextInt(100);
            for (int i = 0; i < 40; i++) {
                for (int k = 0; k < 200; k++) {
                    long sequence = random.nextInt(10) == 0 ? random.nextLong(at + 1) : at++;
                    addToBoth(underTest, model, sequence);
                }
                at += random.nextLong(jump);
            }
            long end = at;
            Long[] seen = model.seen.toArray(Long[]::new);
            assertAgree(underTest, model, i -> {
                long near = seen[(int) (i % seen.length)];
                return i % 3 == 0 ? random.nextLong(end) : Math.max(0, near + random.nextInt(5) - 2);
            });
        }
    }

    @Tag("slow")
    @Test
    void aFarJumpAndAllThatWasMissingInAnyOrderLeavesNothingMissing() {
        int n = 2_500_000;
        tracker.add(n);
        for (int i = n - 1; i >= 0; i--) {
            tracker.add(i);
        }
        for (int i = 0; i <= n; i += 1_000) {
            assertThat(tracker.add(i)).isFalse();
        }
        assertThat(tracker.distinct()).isEqualTo(n + 1);
        assertThat(tracker.duplicates()).isEqualTo(n / 1_000 + 1);
        assertThat(tracker.isExact()).isTrue();
    }

    @Test
    void missingOnesAreCountedInGapsInTheWindowAndBeyondTheHighest() {
        SplittableRandom random = new SplittableRandom(4);
        SequenceTracker underTest = new SequenceTracker(1 << 10);
        Model model = new Model();
        for (long at = 0; at < 30_000; at += random.nextInt(20) == 0 ? random.nextInt(300) : 1) {
            addToBoth(underTest, model, random.nextInt(3) == 0 ? at / 2 : at);
        }
        assertThat(underTest.gaps.size()).isGreaterThan(100);
        for (int i = 0; i < 2_000; i++) {
            long first = random.nextLong(model.highest + 100);
            long end = first + random.nextInt(300);
            long missing = LongStream.range(first, end)
                    .filter(sequence -> !model.seen.contains(sequence))
                    .count();
            if (underTest.missing(first, end) != missing) {
                fail("missing(%d, %d) should have returned %d", first, end, missing);
            }
        }
    }

    @Test
    void remembersAsManyGapsAsItPromises() {
        // Every second one is lost: a gap each once the window, which is as wide as it gets, has left it behind.
        long lost = MAX_GAPS_IN_WORDS + SequenceTracker.MAX_WINDOW / 2;
        for (long i = 0; i < lost; i++) {
            tracker.add(2 * i);
        }
        assertThat(tracker.isExact()).isTrue();
        for (long i = 0; i < lost; i++) {
            tracker.add(2 * i + 1);
        }
        assertThat(tracker.distinct()).isEqualTo(2 * lost);
        assertThat(tracker.duplicates()).isZero();
    }

    @Test
    void isNotExactOnceItHasForgottenAGap() {
        long lost = MAX_GAPS_IN_WORDS + SequenceTracker.MAX_WINDOW / 2 + 32;
        for (long i = 0; i < lost; i++) {
            tracker.add(2 * i);
        }
        assertThat(tracker.isExact()).isFalse();
        // The oldest gap is the one given up: its message looks like a duplicate now, a later one does not.
        assertThat(tracker.add(1)).isFalse();
        assertThat(tracker.add(2 * lost - 3)).isTrue();
        assertThat(tracker.distinct()).isEqualTo(lost + 1);
    }

    @Test
    void lateMessagesThatCutAGapInPiecesDoNotGrowItsMemory() {
        tracker.add(0);
        tracker.add(100_000_000);
        for (long i = 2; i <= 2L * SequenceTracker.MAX_GAPS; i += 2) {
            tracker.add(i);
        }
        // One before each of them and the rest above: one too many.
        assertThat(tracker.isExact()).isFalse();
        assertThat(tracker.gaps.size()).isEqualTo(SequenceTracker.MAX_GAPS);
    }

    @Tag("slow")
    @Test
    void fiftyMillionInOrderNeedNothing() {
        long n = 50_000_000;
        for (long i = 0; i < n; i++) {
            tracker.add(i);
        }
        assertThat(tracker.distinct()).isEqualTo(n);
        assertThat(tracker.highest()).isEqualTo(n - 1);
        assertThat(tracker.gaps.size()).isZero();
        assertThat(tracker.window()).isEqualTo(1 << 10);
    }

    @Test
    void theWindowGrowsWithTheDistanceOfReorderingOnlyAndStaysSo() {
        for (long i = 0; i < 1_000_000; i++) {
            // 0, 5000, 1, 5001, …: each pair 5,000 apart.
            tracker.add(i % 2 == 0 ? i / 2 : i / 2 + 5_000);
        }
        assertThat(tracker.window()).isEqualTo(1 << 13);
        assertThat(tracker.gaps.size()).isZero();
        assertThat(tracker.distinct()).isEqualTo(505_000);
        assertThat(tracker.duplicates()).isEqualTo(1_000_000 - 505_000);
    }

    @Test
    void nothingHasComeAtFirst() {
        assertThat(tracker.highest()).isEqualTo(-1);
        assertThat(tracker.distinct()).isZero();
        assertThat(tracker.contains(0)).isFalse();
    }
}
