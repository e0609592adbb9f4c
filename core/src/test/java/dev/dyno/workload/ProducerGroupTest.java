package dev.dyno.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.pace.Rate;
import dev.dyno.pace.Schedule;
import dev.dyno.workload.ProducerGroup.MissedSlots;
import dev.dyno.workload.ProducerGroup.OnSendFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProducerGroupTest {

    private static final Destination QUEUE = Destination.parse("queue://Q");
    private static final Destination TOPIC = Destination.parse("topic://T");

    private static MessageTemplate ofSize(int bytes) {
        return new MessageTemplate(
                BodyType.BYTES,
                new SizeDistribution.Fixed(bytes),
                false,
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                Map.of(),
                false,
                false);
    }

    private static ProducerGroup.Builder otherThanTheDefaults() {
        return ProducerGroup.builder(List.of(QUEUE), ofSize(100))
                .destinations(List.of(QUEUE, TOPIC))
                .perDestination(3)
                .load(Schedule.constant(Rate.perSecond(7)))
                .missedSlots(MissedSlots.SKIP)
                .span(Span.from(Duration.ofSeconds(1)))
                .mode(SendMode.SYNC)
                .commitInterval(4)
                .maxPending(5)
                .threads(6)
                .sharedConnections(true)
                .messageCount(8)
                .onFailure(OnSendFailure.COUNT)
                .message(ofSize(200));
    }

    @Test
    void everyDestinationHasItsProducers() {
        assertThat(otherThanTheDefaults().build().size()).isEqualTo(6);
        assertThat(ProducerGroup.builder(List.of(QUEUE), ofSize(100)).build().size())
                .isEqualTo(1);
    }

    @Test
    void aGroupHasWhatItsBuilderWasGiven() {
        ProducerGroup group = otherThanTheDefaults().build();
        assertThat(group.destinations()).containsExactly(QUEUE, TOPIC);
        assertThat(group.perDestination()).isEqualTo(3);
        assertThat(group.load()).hasToString("constant 7/s");
        assertThat(group.missedSlots()).isEqualTo(MissedSlots.SKIP);
        assertThat(group.span().start()).isEqualTo(Duration.ofSeconds(1));
        assertThat(group.mode()).isEqualTo(SendMode.SYNC);
        assertThat(group.commitInterval()).isEqualTo(4);
        assertThat(group.maxPending()).isEqualTo(5);
        assertThat(group.threads()).isEqualTo(6);
        assertThat(group.sharedConnections()).isTrue();
        assertThat(group.messageCount()).isEqualTo(8);
        assertThat(group.onFailure()).isEqualTo(OnSendFailure.COUNT);
        assertThat(group.message()).isEqualTo(ofSize(200));
    }

    @Test
    void aChangedGroupKeepsTheRest() {
        ProducerGroup group = otherThanTheDefaults().build();
        assertThat(group.toBuilder().build()).isEqualTo(group);
        assertThat(group.toBuilder().threads(9).build())
                .isEqualTo(otherThanTheDefaults().threads(9).build());
    }
}
