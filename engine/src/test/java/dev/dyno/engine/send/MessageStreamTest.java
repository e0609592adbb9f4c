package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
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

    private static final Schedule EVERY_MILLISECOND = Schedule.constant(Rate.perSecond(1_000));
    private static final Schedule TEN_MILLISECONDS_OF_IT = new Schedule(
            new Shape.Steps(
                    List.of(new Shape.Step(Rate.perSecond(1_000), 10 * MS), new Shape.Step(Rate.ZERO, MS)), false),
            ArrivalProcess.REGULAR);

    private final Envelope envelope = new Envelope();

    private static MessageStream outgoing(LoadShape load, boolean skip, long limit) {
        return stream(3, load, skip, SIZES, Slice.WHOLE, limit);
    }

    /** A stream of run 42 that has begun at {@link #START}. */
    static MessageStream stream(
            int producer, LoadShape load, boolean skip, SizeDistribution sizes, Slice share, long limit) {
        // Of the one message of two producers the second has none.
        Slice own = limit == 0 ? new Slice(1, 2) : share;
        ProducerGroup group = ProducerGroup.of(List.of(QUEUE), MessageTemplate.plain(sizes), parts -> {
            parts.perDestination = own.count();
            parts.load = load;
            parts.missedSlots = skip ? MissedSlots.SKIP : MissedSlots.QUEUE;
            parts.messageCount = limit == MessageStream.UNLIMITED ? 0 : Math.max(1, limit * share.count());
        });
        Phases phases = new Phases(Duration.ZERO, Duration.ofSeconds(10), Duration.ZERO);
        Workload workload = new Workload("w", 1, List.of(group), List.of(), phases);
        RunContext run = RunContext.of(
                Loads.plan(42, producer - own.index(), workload),
                new VirtualTime(),
                Threads.inline(),
                interval -> {},
                Faultable.NONE,
                Probes.none(),
                PeerWorkers.ALONE);
        run.timeline().begin(START);
        PayloadCursor bodies = new PayloadCursor(List.of(new Payload(sizes, BodyType.BYTES, 1)), false);
        MessageStream stream = new MessageStream(run, producer, bodies, Optional.empty());
        stream.begin();
        return stream;
    }

    private double dueMs(MessageStream outgoing) {
        return (outgoing.dueNs() - START) / (double) MS;
    }

    @Test
    void everyMessageHasItsHeadItsSizeAndAChecksumThatFits() {
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, false, MessageStream.UNLIMITED);
        SizeDistribution.Sampler sizes = SIZES.sampler(Seeds.derive(1, 3));
        for (int i = 0; i < 100; i++) {
            assertThat(outgoing.nextSequence()).isEqualTo(i);
            assertThat(outgoing.dueNs()).isEqualTo(START + i * MS);
            ByteBuffer body = outgoing.compose(START + i * MS, START + i * MS + 17, 0);
            outgoing.advance();
            assertThat(body.remaining()).isEqualTo(sizes.next());
            assertThat(envelope.read(body)).isTrue();
            assertThat(envelope.producer).isEqualTo(3);
            assertThat(envelope.clock).isEqualTo(HostClock.ID);
            assertThat(envelope.runId).isEqualTo(42);
            assertThat(envelope.sequence).isEqualTo(i);
            assertThat(envelope.intendedNs).isEqualTo(START + i * MS);
            assertThat(envelope.sentNs).isEqualTo(START + i * MS + 17);
        }
    }

    @Test
    void aLimitEndsTheStream() {
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, false, 2);
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isFalse();
        assertThat(outgoing(EVERY_MILLISECOND, false, 0).hasNext()).isFalse();
        assertThat(outgoing(LoadShape.ALL_OUT, false, 0).hasNext()).isFalse();
    }

    @Test
    void theEndOfTheScheduleEndsTheStream() {
        for (boolean skip : new boolean[] {false, true}) {
            MessageStream outgoing = outgoing(TEN_MILLISECONDS_OF_IT, skip, MessageStream.UNLIMITED);
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
        MessageStream outgoing = outgoing(LoadShape.ALL_OUT, true, MessageStream.UNLIMITED);
        assertThat(outgoing.isScheduled()).isFalse();
        assertThat(outgoing.hasNext()).isTrue();
        assertThat(outgoing.skipMissed(Long.MAX_VALUE)).isZero();
        outgoing.advance();
        assertThat(outgoing.nextSequence()).isEqualTo(1);
        assertThat(outgoing.slotsBefore(Long.MAX_VALUE, Long.MAX_VALUE, Map.of(), new LowerBounds(0)))
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
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, true, MessageStream.UNLIMITED);
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
        MessageStream outgoing = outgoing(TEN_MILLISECONDS_OF_IT, true, MessageStream.UNLIMITED);
        assertThat(outgoing.skipMissed(START + 1_000_000 * MS)).isEqualTo(9);
        assertThat(dueMs(outgoing)).isEqualTo(9);
        assertThat(outgoing.hasNext()).isTrue();
        outgoing.advance();
        assertThat(outgoing.hasNext()).isFalse();
    }

    @Test
    void withoutThePolicyNothingIsSkipped() {
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, false, MessageStream.UNLIMITED);
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
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, skip, MessageStream.UNLIMITED);
        for (int i = 0; i < sent; i++) {
            outgoing.advance();
        }
        assertThat(outgoing.skipMissed(skipped == 0 ? START : START + (sent + skipped) * MS))
                .isEqualTo(skipped);
        assertThat(outgoing.slotsBefore(START + Math.round(endMs * MS), Long.MAX_VALUE, Map.of(), new LowerBounds(0)))
                .isEqualTo(new MessageStream.Slots(due, unsent));
    }

    @Test
    void whatALimitForbidsIsNotUnsent() {
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, false, 5);
        outgoing.advance();
        assertThat(outgoing.slotsBefore(START + 100 * MS, Long.MAX_VALUE, Map.of(), new LowerBounds(0)))
                .isEqualTo(new MessageStream.Slots(5, 4));
    }

    @Test
    void theAccountHasAllSequencesUsedAndThoseInDoubt() {
        MessageStream outgoing = outgoing(EVERY_MILLISECOND, false, MessageStream.UNLIMITED);
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
