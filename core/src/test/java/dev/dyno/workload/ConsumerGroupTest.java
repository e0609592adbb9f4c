package dev.dyno.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.workload.ConsumerGroup.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsumerGroupTest {

    private static final Destination QUEUE = Destination.parse("queue://Q");
    private static final Destination TOPIC = Destination.parse("topic://T");

    private static ConsumerGroup.Builder otherThanTheDefaults() {
        return ConsumerGroup.builder(List.of(QUEUE))
                .destinations(List.of(TOPIC))
                .perSubscription(3)
                .sharedSubscriptions(2)
                .durable(true)
                .ack(AckMode.CLIENT)
                .commitInterval(4)
                .mode(Mode.POLL)
                .pollInterval(Duration.ofMillis(5))
                .thinkTime(Duration.ofMillis(6))
                .span(Span.from(Duration.ofSeconds(7)))
                .selector(Optional.of("a = 1"))
                .connections(8)
                .messageCount(9);
    }

    @Test
    void aGroupHasWhatItsBuilderWasGiven() {
        ConsumerGroup group = otherThanTheDefaults().build();
        assertThat(group.destinations()).containsExactly(TOPIC);
        assertThat(group.perSubscription()).isEqualTo(3);
        assertThat(group.sharedSubscriptions()).isEqualTo(2);
        assertThat(group.durable()).isTrue();
        assertThat(group.ack()).isEqualTo(AckMode.CLIENT);
        assertThat(group.commitInterval()).isEqualTo(4);
        assertThat(group.mode()).isEqualTo(Mode.POLL);
        assertThat(group.pollInterval()).isEqualTo(Duration.ofMillis(5));
        assertThat(group.thinkTime()).isEqualTo(Duration.ofMillis(6));
        assertThat(group.span().start()).isEqualTo(Duration.ofSeconds(7));
        assertThat(group.selector()).contains("a = 1");
        assertThat(group.connections()).isEqualTo(8);
        assertThat(group.messageCount()).isEqualTo(9);
    }

    @Test
    void aChangedGroupKeepsTheRest() {
        ConsumerGroup group = otherThanTheDefaults().build();
        assertThat(group.toBuilder().build()).isEqualTo(group);
        assertThat(group.toBuilder().connections(1).build())
                .isEqualTo(otherThanTheDefaults().connections(1).build());
    }
}
