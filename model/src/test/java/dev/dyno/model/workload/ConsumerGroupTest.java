package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsumerGroupTest {

    private static final Destination QUEUE = Destination.parse("queue://Q");
    private static final Destination TOPIC = Destination.parse("topic://T");

    private static ConsumerGroup otherThanTheDefaults() {
        return ConsumerGroup.of(List.of(QUEUE), parts -> {
            parts.destinations = List.of(TOPIC);
            parts.perSubscription = 3;
            parts.sharedSubscriptions = 2;
            parts.durable = true;
            parts.ack = AckMode.CLIENT;
            parts.commitInterval = 4;
            parts.mode = Mode.POLL;
            parts.pollInterval = Duration.ofMillis(5);
            parts.thinkTime = Duration.ofMillis(6);
            parts.span = new Span(Duration.ofSeconds(7), Optional.empty());
            parts.selector = Optional.of("a = 1");
            parts.connections = 8;
            parts.messageCount = 9;
        });
    }

    @Test
    void aChangedGroupKeepsTheRest() {
        ConsumerGroup group = otherThanTheDefaults();
        assertThat(group.with(parts -> {})).isEqualTo(group);
        assertThat(group.with(parts -> parts.connections = 1))
                .isEqualTo(otherThanTheDefaults().with(parts -> parts.connections = 1));
    }
}
