package dev.dyno.workload;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Consumers that do the same.
 *
 * @param destinations each gets its own consumers
 * @param perSubscription consumers of each queue, of each topic, or, with shared subscriptions, of each subscription
 * @param sharedSubscriptions how many shared subscriptions each topic gets; 0 = every consumer has one of its own
 * @param durable whether subscriptions of topics outlive their consumers
 * @param ack how messages are acknowledged
 * @param commitInterval received messages per commit or client acknowledgement, at least 1
 * @param mode listener, receive or poll
 * @param pollInterval how long to wait after an empty look, in mode {@link Mode#POLL}
 * @param thinkTime spent on each message before it is acknowledged
 * @param span when it takes deliveries: before and after it the broker collects messages, and once the load has ended the group
 *     takes what is left
 * @param selector the broker's filter expression
 * @param connections shared by the consumers in turn; 0 = one for each consumer
 * @param messageCount the run ends when the group has received so many; 0 = no limit
 */
public record ConsumerGroup(
        List<Destination> destinations,
        int perSubscription,
        int sharedSubscriptions,
        boolean durable,
        AckMode ack,
        int commitInterval,
        Mode mode,
        Duration pollInterval,
        Duration thinkTime,
        Span span,
        Optional<String> selector,
        int connections,
        long messageCount) {

    /** How messages are fetched. */
    public enum Mode {
        /** The client library pushes them. */
        LISTENER,
        /** A thread for each consumer waits for the next one. */
        RECEIVE,
        /** A thread for each consumer looks, and waits a while if there is none. */
        POLL
    }

    public ConsumerGroup {
        destinations = List.copyOf(destinations);
    }

    /** A group with the defaults of a workload file, to be changed where it differs. */
    public static Builder builder(List<Destination> destinations) {
        return new Builder(destinations);
    }

    /** This group, to be changed where the new one differs. */
    public Builder toBuilder() {
        Builder builder = new Builder(destinations);
        builder.perSubscription = perSubscription;
        builder.sharedSubscriptions = sharedSubscriptions;
        builder.durable = durable;
        builder.ack = ack;
        builder.commitInterval = commitInterval;
        builder.mode = mode;
        builder.pollInterval = pollInterval;
        builder.thinkTime = thinkTime;
        builder.span = span;
        builder.selector = selector;
        builder.connections = connections;
        builder.messageCount = messageCount;
        return builder;
    }

    /** Makes a group step by step; each setter is named after the component that it sets. */
    public static final class Builder {

        private List<Destination> destinations;
        private int perSubscription = 1;
        private int sharedSubscriptions = 0;
        private boolean durable = false;
        private AckMode ack = AckMode.AUTO;
        private int commitInterval = 1;
        private Mode mode = Mode.LISTENER;
        private Duration pollInterval = Duration.ofMillis(1);
        private Duration thinkTime = Duration.ZERO;
        private Span span = Span.WHOLE;
        private Optional<String> selector = Optional.empty();
        private int connections = 0;
        private long messageCount = 0;

        private Builder(List<Destination> destinations) {
            this.destinations = destinations;
        }

        public Builder destinations(List<Destination> value) {
            destinations = value;
            return this;
        }

        public Builder perSubscription(int value) {
            perSubscription = value;
            return this;
        }

        public Builder sharedSubscriptions(int value) {
            sharedSubscriptions = value;
            return this;
        }

        public Builder durable(boolean value) {
            durable = value;
            return this;
        }

        public Builder ack(AckMode value) {
            ack = value;
            return this;
        }

        public Builder commitInterval(int value) {
            commitInterval = value;
            return this;
        }

        public Builder mode(Mode value) {
            mode = value;
            return this;
        }

        public Builder pollInterval(Duration value) {
            pollInterval = value;
            return this;
        }

        public Builder thinkTime(Duration value) {
            thinkTime = value;
            return this;
        }

        public Builder span(Span value) {
            span = value;
            return this;
        }

        public Builder selector(Optional<String> value) {
            selector = value;
            return this;
        }

        public Builder connections(int value) {
            connections = value;
            return this;
        }

        public Builder messageCount(long value) {
            messageCount = value;
            return this;
        }

        /** The group as it is set up. */
        public ConsumerGroup build() {
            return new ConsumerGroup(
                    destinations,
                    perSubscription,
                    sharedSubscriptions,
                    durable,
                    ack,
                    commitInterval,
                    mode,
                    pollInterval,
                    thinkTime,
                    span,
                    selector,
                    connections,
                    messageCount);
        }
    }
}
