package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.DeliveryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The times in which a subscription had no consumer, and the sequences that it need not have got for that. */
class SubscriptionTest {

    private static final long RUN = 77;
    private static final int PRODUCER = 3;

    private final Subscription subscription = subscription();

    private static Subscription subscription() {
        Subscription subscription = new Subscription(Destination.parse("topic://t"), "s", true, LedgerTest.recorder());
        subscription.fleeting = true;
        return subscription;
    }

    private int receive(int producer, long first, long end) {
        int index = subscription.indexOf(RUN, producer);
        LongStream.range(first, end).forEach(subscription.tracker(index)::add);
        return index;
    }

    private void joined(long sequences) {
        subscription.joined(() -> Map.of(PRODUCER, sequences));
    }

    private List<Long> notOwed(int index) {
        return LongStream.of(subscription.notOwed(index, PRODUCER)).boxed().toList();
    }

    @Test
    void anAbsenceBeginsWithTheLastConsumerAndEndsWithTheFirst() {
        joined(0);
        joined(0);
        int index = receive(PRODUCER, 0, 10);
        subscription.left();
        assertThat(subscription.wasAbsent()).isFalse();
        receive(PRODUCER, 10, 15);
        subscription.left();
        joined(20);
        joined(30);
        assertThat(notOwed(index)).containsExactly(15L, 20L);
    }

    @Test
    void aProducerThatWasNotSeenBeforeAnAbsenceIsOwedNothingFromBeforeItsEnd() {
        joined(0);
        receive(PRODUCER + 1, 0, 5);
        subscription.left();
        joined(20);
        assertThat(notOwed(receive(PRODUCER, 20, 25))).containsExactly(0L, 20L);
    }

    @Test
    void sequencesUsedDuringAbsencesAreNotOwed() {
        joined(0);
        int index = receive(PRODUCER, 0, 10);
        assertThat(subscription.wasAbsent()).isFalse();
        assertThat(notOwed(index)).isEmpty();
        subscription.left();
        joined(20);
        assertThat(subscription.wasAbsent()).isTrue();
        assertThat(notOwed(index)).containsExactly(10L, 20L);
        receive(PRODUCER, 20, 25);
        subscription.left();
        joined(30);
        assertThat(notOwed(index)).containsExactly(10L, 20L, 25L, 30L);
        // Nothing came between the second absence and the third.
        subscription.left();
        joined(40);
        assertThat(notOwed(index)).containsExactly(10L, 20L, 25L, 30L, 30L, 40L);
    }

    @Test
    void aSubscriptionThatOutlivesItsConsumersIsNeverAbsent() {
        subscription.fleeting = false;
        joined(0);
        int index = receive(PRODUCER, 0, 10);
        subscription.left();
        joined(20);
        assertThat(subscription.wasAbsent()).isFalse();
        assertThat(notOwed(index)).isEmpty();
    }

    @Test
    void arrivalsArePassedOnOncePerProducerThatHasSome() {
        subscription.passedOn = true;
        int quiet = subscription.indexOf(RUN, 1);
        int busy = subscription.indexOf(RUN, 2);
        assertThat(subscription.log(quiet)).isNotSameAs(subscription.log(busy));
        subscription.log(busy).add(4, true);
        List<DeliveryReport> taken = new ArrayList<>();
        subscription.takeArrivals(9, taken);
        assertThat(taken).singleElement().satisfies(some -> {
            assertThat(some.subscription()).isEqualTo(9);
            assertThat(some.runId()).isEqualTo(RUN);
            assertThat(some.producerId()).isEqualTo(2);
        });
        subscription.takeArrivals(9, taken);
        assertThat(taken).hasSize(1);
    }
}
