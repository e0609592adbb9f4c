package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Span;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageStreamTest {

    private static final long MS = 1_000_000;
    private static final long START = 5_000 * MS;
    private static final SizeDistribution SIZES = SizeDistribution.parse("48:1, 60:1, 200:1");
    private static final Destination QUEUE = Destination.parse("q");

    private final Timeline timeline = new Timeline(0, 10_000 * MS);
    private final Envelope envelope = new Envelope();

    MessageStreamTest() {
        timeline.begin(START);
    }

    private MessageStream outgoing(Optional<Cursor> cursor, boolean skip, long limit) {
        return outgoing(cursor, skip, limit, Span.WHOLE);
    }

    private MessageStream outgoing(Optional<Cursor> cursor, boolean skip, long limit, Span span) {
        return stream(3, cursor, skip, timeline, span, SIZES, limit);
    }

    /** A stream of run 42 that has begun. */
    static MessageStream stream(
            int producer,
            Optional<Cursor> cursor,
            boolean skip,
            Timeline timeline,
            Span span,
            SizeDistribution sizes,
            long limit) {
        PayloadCursor bodies = new PayloadCursor(List.of(new Payload(sizes, BodyType.BYTES, 1)), false);
        SizeDistribution.Sampler sampler = sizes.sampler(7);
        Optional<OutgoingKeys> none = Optional.empty();
        MessageStream stream = new MessageStream(
                producer, QUEUE, cursor, skip, timeline, span, bodies, sampler, none, (short) 9, 42, limit);
        stream.begin();
        return stream;
    }

    /** A message each millisecond. */
    private static Optional<Cursor> everyMillisecond() {
        return Optional.of(Schedule.constant(Rate.perSecond(1_000)).cursor(Slice.WHOLE, 1));
    }

    private static Optional<Cursor> tenMillisecondsOfIt() {
        return Optional.of(new Schedule(
                        new Shape.Steps(
                                List.of(new Shape.Step(Rate.perSecond(1_000), 10 * MS), new Shape.Step(Rate.ZERO, MS)),
                                false),
                        dev.dyno.model.pace.ArrivalProcess.REGULAR)
                .cursor(Slice.WHOLE, 1));
    }

    private double dueMs(MessageStream outgoing) {
        return (outgoing.dueNs() - START) / (double) MS;
    }

    @Test
    void everyMessageHasItsHeadItsSizeAndAChecksumThatFits() {
        MessageStream outgoing = outgoing(everyMillisecond(), false, MessageStream.UNLIMITED);
        SizeDistribution.Sampler sizes = SIZES.sampler(7);
        for (int i = 0; i < 100; i++) {
            assertThat(outgoing.nextSequence()).isEqualTo(i);
            assertThat(outgoing.dueNs()).isEqualTo(START + i * MS);
            ByteBuffer body = outgoing.compose(START + i * MS, START + i * MS + 17, 0);
            outgoing.advance();
            assertThat(body.remaining()).isEqualTo(sizes.next());
            assertThat(envelope.read(body)).isTrue();
            assertThat(envelope.producer).isEqualTo(3);
            assertThat(envelope.clock).isEqualTo((short) 9);
            assertThat(envelope.runId).isEqualTo(42);
            assertThat(envelope.sequence).isEqualTo(i);
            assertThat(envelope.intendedNs).isEqualTo(START + i * MS);
            assertThat(envelope.sentNs).isEqualTo(START + i * MS + 17);
        }
    }

    @Test
    void aLimitEndsTheStream() {
        MessageStream outgoing = outgoing(everyMillisecond(), false, 2);
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isFalse();
        assertThat(outgoing(everyMillisecond(), false, 0).hasNext()).isFalse();
        assertThat(outgoing(Optional.empty(), false, 0).hasNext()).isFalse();
    }

    @Test
    void theEndOfTheScheduleEndsTheStream() {
        for (boolean skip : new boolean[] {false, true}) {
            MessageStream outgoing = outgoing(tenMillisecondsOfIt(), skip, MessageStream.UNLIMITED);
            for (int i = 0; i < 10; i++) {
                assertThat(outgoing.hasNext()).isTrue();
                assertThat(dueMs(outgoing)).isEqualTo(i);
                outgoing.advance();
            }
            assertThat(outgoing.hasNext()).isFalse();
        }
    }

    @Test
    void allOutHasNoScheduleAndNothingToMiss() {
        MessageStream outgoing = outgoing(Optional.empty(), true, MessageStream.UNLIMITED);
        assertThat(outgoing.isScheduled()).isFalse();
        assertThat(outgoing.hasNext()).isTrue();
        assertThat(outgoing.skipMissed(Long.MAX_VALUE)).isZero();
        outgoing.advance();
        assertThat(outgoing.nextSequence()).isEqualTo(1);
        assertThat(outgoing.slotsBefore(Long.MAX_VALUE, Map.of(), new LowerBounds(0)))
                .isEqualTo(MessageStream.Slots.NONE);
    }

    /** Before slot 0 was sent: a slot is missed once its next one is due, and the last one due is still to be sent. */
    @ParameterizedTest
    @CsvSource({
        "0.0,        0,      0",
        "0.999999,   0,      0",
        "1.0,        1,      1",
        "1.5,        1,      1",
        "1.999999,   1,      1",
        "2.0,        2,      2",
        "100.3,      100,    100",
        "999.9,      999,    999",
        "1000.5,     1000,   1000",
        // Beyond a thousand the last one due is skipped, too, and the next is still to come.
        "1001.0,     1002,   1002",
        "5000.5,     5001,   5001",
    })
    void missedSlotsAreSkippedAndCounted(double nowMs, long skipped, double dueMs) {
        MessageStream outgoing = outgoing(everyMillisecond(), true, MessageStream.UNLIMITED);
        long now = START + Math.round(nowMs * MS);
        assertThat(outgoing.skipMissed(now)).isEqualTo(skipped);
        assertThat(dueMs(outgoing)).isEqualTo(dueMs);
        assertThat(outgoing.skipMissed(now)).isZero();
        outgoing.advance();
        assertThat(dueMs(outgoing)).isEqualTo(dueMs + 1);
        assertThat(outgoing.nextSequence()).isEqualTo(1);
    }

    @Test
    void slotsAreSkippedUpToTheEndOfTheScheduleButForTheLast() {
        MessageStream outgoing = outgoing(tenMillisecondsOfIt(), true, MessageStream.UNLIMITED);
        assertThat(outgoing.skipMissed(START + 1_000_000 * MS)).isEqualTo(9);
        assertThat(dueMs(outgoing)).isEqualTo(9);
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isFalse();
    }

    @Test
    void withoutThePolicyNothingIsSkipped() {
        MessageStream outgoing = outgoing(everyMillisecond(), false, MessageStream.UNLIMITED);
        assertThat(outgoing.skipMissed(START + 1_000 * MS)).isZero();
        assertThat(dueMs(outgoing)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // sent, skip, skipped then, end, due before it, unsent of these
        "0,  false, 0,  10,   10, 10",
        "10, false, 0,  10,   10, 0",
        "10, false, 0,  9.5,  10, 0",
        "7,  false, 0,  10,   10, 3",
        "7,  false, 0,  7.5,  8,  1",
        "7,  true,  0,  10,   10, 3",
        "7,  true,  0,  8,    8,  1",
        "7,  true,  5,  20,   20, 8",
        "0,  true,  0,  3000, 3000, 3000"
    })
    void whatIsDueBeforeTheEndAndWasNotSentIsKnown(
            int sent, boolean skip, long skipped, double endMs, long due, long unsent) {
        MessageStream outgoing = outgoing(everyMillisecond(), skip, MessageStream.UNLIMITED);
        for (int i = 0; i < sent; i++) {
            outgoing.advance();
        }
        assertThat(outgoing.skipMissed(skipped == 0 ? START : START + (sent + skipped) * MS))
                .isEqualTo(skipped);
        assertThat(outgoing.slotsBefore(START + Math.round(endMs * MS), Map.of(), new LowerBounds(0)))
                .isEqualTo(new MessageStream.Slots(due, unsent));
    }

    @Test
    void whatALimitForbidsIsNotUnsent() {
        MessageStream outgoing = outgoing(everyMillisecond(), false, 5);
        outgoing.advance();
        assertThat(outgoing.slotsBefore(START + 100 * MS, Map.of(), new LowerBounds(0)))
                .isEqualTo(new MessageStream.Slots(5, 4));
    }

    @Test
    void theAccountHasAllSequencesUsedAndThoseInDoubt() {
        MessageStream outgoing = outgoing(everyMillisecond(), false, MessageStream.UNLIMITED);
        for (int i = 0; i < 100; i++) {
            outgoing.advance();
            if (i % 2 == 1) {
                outgoing.doubt(i, i, i);
            }
        }
        ProducerAccount account = outgoing.account();
        assertThat(account.producerId()).isEqualTo(3);
        assertThat(account.destination()).isEqualTo(QUEUE);
        assertThat(account.sequences()).isEqualTo(100);
        assertThat(account.inDoubt()).hasSize(50).contains(1, 49, 99).doesNotContain(0, 100);
    }
}
