package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequiredCapabilitiesTest {

    private static final Destination QUEUE = Destination.parse("q");
    private static final Destination TOPIC = Destination.parse("topic://t");

    private static ProducerGroup producers(SendMode mode, MessageTemplate message, Destination... destinations) {
        return ProducerGroup.of(List.of(destinations), message, parts -> parts.mode = mode);
    }

    private static MessageTemplate plain() {
        return MessageTemplate.plain(new SizeDistribution.Fixed(100));
    }

    private static ConsumerGroup consumers(
            Destination destination, int shared, boolean durable, AckMode ack, Mode mode, Optional<String> selector) {
        return ConsumerGroup.of(List.of(destination), parts -> {
            parts.sharedSubscriptions = shared;
            parts.durable = durable;
            parts.ack = ack;
            parts.mode = mode;
            parts.selector = selector;
        });
    }

    @Test
    void plainProducersNeedLittle() {
        assertThat(RequiredCapabilities.of(producers(SendMode.ASYNC, plain(), QUEUE)))
                .containsExactlyInAnyOrder(Capability.ASYNC_SEND, Capability.QUEUES);
        assertThat(RequiredCapabilities.of(producers(SendMode.SYNC, plain(), TOPIC)))
                .containsExactly(Capability.TOPICS);
        assertThat(RequiredCapabilities.of(producers(SendMode.TRANSACTED, plain(), QUEUE, TOPIC)))
                .containsExactlyInAnyOrder(Capability.TRANSACTIONS, Capability.QUEUES, Capability.TOPICS);
    }

    @Test
    void eachPropertyOfAMessageIsANeed() {
        MessageTemplate message = new MessageTemplate(
                BodyType.TEXT,
                new SizeDistribution.Fixed(100),
                true,
                Optional.of(3),
                Duration.ofMillis(1),
                Optional.of("g"),
                Optional.empty(),
                Map.of("a", 1L),
                true,
                true,
                Payloads.Made.byDefault(new SizeDistribution.Fixed(100)));
        assertThat(RequiredCapabilities.of(producers(SendMode.SYNC, message, QUEUE)))
                .containsExactlyInAnyOrder(
                        Capability.QUEUES,
                        Capability.TEXT_BODIES,
                        Capability.PERSISTENCE,
                        Capability.PRIORITIES,
                        Capability.TIME_TO_LIVE,
                        Capability.GROUPS,
                        Capability.PROPERTIES);
    }

    @Test
    void keysAreANeedOfTheirOwn() {
        MessageTemplate plain = plain();
        MessageTemplate keyed = new MessageTemplate(
                plain.body(),
                plain.sizes(),
                false,
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                Optional.of(new KeyDistribution.Fixed("k")),
                Map.of(),
                false,
                false,
                Payloads.Made.byDefault(plain.sizes()));
        assertThat(RequiredCapabilities.of(producers(SendMode.SYNC, keyed, QUEUE)))
                .containsExactlyInAnyOrder(Capability.QUEUES, Capability.KEYS);
    }

    @Test
    void consumersNeedWhatTheyAreToDo() {
        assertThat(RequiredCapabilities.of(consumers(QUEUE, 0, false, AckMode.AUTO, Mode.LISTENER, Optional.empty())))
                .containsExactlyInAnyOrder(Capability.QUEUES, Capability.LISTENER);
        assertThat(RequiredCapabilities.of(consumers(QUEUE, 0, false, AckMode.DUPS_OK, Mode.POLL, Optional.empty())))
                .containsExactlyInAnyOrder(Capability.QUEUES, Capability.RECEIVE);
        assertThat(RequiredCapabilities.of(
                        consumers(TOPIC, 2, true, AckMode.CLIENT, Mode.RECEIVE, Optional.of("a = 1"))))
                .containsExactlyInAnyOrder(
                        Capability.TOPICS,
                        Capability.SHARED_SUBSCRIPTIONS,
                        Capability.DURABLE_SUBSCRIPTIONS,
                        Capability.CLIENT_ACK,
                        Capability.RECEIVE,
                        Capability.SELECTORS);
        assertThat(RequiredCapabilities.of(
                        consumers(QUEUE, 0, false, AckMode.INDIVIDUAL, Mode.LISTENER, Optional.empty())))
                .contains(Capability.INDIVIDUAL_ACK);
        assertThat(RequiredCapabilities.of(
                        consumers(QUEUE, 0, false, AckMode.TRANSACTED, Mode.LISTENER, Optional.empty())))
                .contains(Capability.TRANSACTIONS);
    }
}
