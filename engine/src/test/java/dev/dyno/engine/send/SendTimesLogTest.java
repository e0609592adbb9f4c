package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.record.SendTimes;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendTimesLogTest {

    private final SendTimesLog log = new SendTimesLog();

    private static final long MILLI_NS = 1_000_000;
    private static final long START_NS = 77;

    private static long sentNs(long sequence, long periodNs, long pausedAt, long pauseNs) {
        return sequence * periodNs + (sequence < pausedAt ? 0 : pauseNs);
    }

    /**
     * A message each period, none in a pause. 1,024 are remembered at the most, so that the stretches become as long as a 512th of
     * the load, or twice that; each message is known within two of them, those before the pause as well.
     */
    @ParameterizedTest
    @CsvSource({"100, 5000000, 50, 1500", "2000, 5000000, 1000, 1500", "30000, 200000, 12345, 60000"})
    void messageBeforeAPauseIsKnownAsExactlyAsAnyOther(long messages, long periodNs, long pausedAt, long pauseMs) {
        long pauseNs = pauseMs * MILLI_NS;
        for (long i = 0; i < messages; i++) {
            long sentNs = START_NS + sentNs(i, periodNs, pausedAt, pauseNs);
            log.note(i, sentNs - 3, sentNs);
        }
        SendTimes known = log.since(START_NS);
        assertThat(known.sequences().length).isLessThanOrEqualTo(1_024);
        long stretchNs = Math.max(MILLI_NS, 2 * messages * periodNs / 512);
        assertThat(LongStream.range(0, messages)).allSatisfy(i -> assertThat(known.latestSentNs(i, Long.MAX_VALUE))
                .isBetween(
                        sentNs(i, periodNs, pausedAt, pauseNs),
                        sentNs(i, periodNs, pausedAt, pauseNs) + 2 * stretchNs));
        assertThat(known.latestIntendedNs(messages - 1, 0))
                .isEqualTo(sentNs(messages - 1, periodNs, pausedAt, pauseNs) - 3);
    }

    @Test
    void messageThatIsHandedOverOnceMoreWasSentThen() {
        log.note(0, 0, 0);
        log.note(0, 0, 40 * MILLI_NS);
        log.note(1, 0, 41 * MILLI_NS);
        SendTimes known = log.since(0);
        assertThat(known.sequences()).containsExactly(0, 1);
        assertThat(known.sentNs()).containsExactly(40 * MILLI_NS, 41 * MILLI_NS);
    }

    /** A message each 5 ms for 10 s: the log alone knows it within two stretches of 16 ms. */
    @Test
    void messageInDoubtIsKnownExactly() {
        UnconfirmedMessages inDoubt = new UnconfirmedMessages();
        for (long i = 0; i < 2_000; i++) {
            log.note(i, START_NS + 5 * i * MILLI_NS - 3, START_NS + 5 * i * MILLI_NS);
        }
        for (long i : new long[] {1_001, 1_000, 7}) {
            inDoubt.add(i, START_NS + 5 * i * MILLI_NS - 3, START_NS + 5 * i * MILLI_NS);
        }
        SendTimes known = inDoubt.among(log.since(START_NS), START_NS);
        assertThat(known.sequences()).isSorted().doesNotHaveDuplicates();
        for (long i : new long[] {7, 1_000, 1_001, 1_999}) {
            assertThat(known.latestSentNs(i, 0)).isEqualTo(5 * i * MILLI_NS);
            assertThat(known.latestIntendedNs(i, 0)).isEqualTo(5 * i * MILLI_NS - 3);
        }
        assertThat(known.latestSentNs(999, 0)).isLessThanOrEqualTo(5 * 1_000 * MILLI_NS);
    }

    @Test
    void messageInDoubtThatIsHandedOverOnceMoreWasSentThen() {
        UnconfirmedMessages inDoubt = new UnconfirmedMessages();
        log.note(0, 0, 0);
        inDoubt.add(0, 0, 0);
        log.note(0, 0, 40 * MILLI_NS);
        assertThat(inDoubt.among(log.since(0), 0).latestSentNs(0, -1)).isEqualTo(40 * MILLI_NS);
    }
}
