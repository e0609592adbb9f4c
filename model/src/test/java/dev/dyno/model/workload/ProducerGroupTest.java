package dev.dyno.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProducerGroupTest {

    private static final Destination QUEUE = Destination.parse("queue://Q");
    private static final Destination TOPIC = Destination.parse("topic://T");

    private static MessageTemplate ofSize(int bytes) {
        return MessageTemplate.plain(SizeDistribution.fixed(bytes));
    }

    private static ProducerGroup otherThanTheDefaults() {
        return ProducerGroup.of(List.of(QUEUE), ofSize(100), parts -> {
            parts.destinations = List.of(QUEUE, TOPIC);
            parts.perDestination = 3;
            parts.load = Schedule.constant(Rate.perSecond(7));
            parts.missedSlots = MissedSlots.SKIP;
            parts.span = new Span(Duration.ofSeconds(1), Optional.empty());
            parts.mode = SendMode.SYNC;
            parts.commitInterval = 4;
            parts.maxPending = 5;
            parts.threads = 6;
            parts.sharedConnections = true;
            parts.messageCount = 8;
            parts.onFailure = OnSendFailure.COUNT;
            parts.message = ofSize(200);
        });
    }

    @Test
    void everyDestinationHasItsProducers() {
        assertThat(otherThanTheDefaults().size()).isEqualTo(6);
        assertThat(ProducerGroup.of(List.of(QUEUE), ofSize(100), parts -> {}).size())
                .isEqualTo(1);
    }

    @Test
    void aChangedGroupKeepsTheRest() {
        ProducerGroup group = otherThanTheDefaults();
        assertThat(group.with(parts -> {})).isEqualTo(group);
        assertThat(group.with(parts -> parts.threads = 9))
                .isEqualTo(otherThanTheDefaults().with(parts -> parts.threads = 9));
    }
}
