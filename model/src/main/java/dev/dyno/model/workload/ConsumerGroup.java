package dev.dyno.model.workload;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.model.pace.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
 * @param from where a new subscription of a topic begins
 * @param connections shared by the consumers in turn; 0 = one for each consumer
 * @param messageCount the run ends when the group has received so many; 0 = no limit
 * @param rate messages that all its consumers together take, at the most
 * @param exitWhen what ends the load before its time
 * @param awaitAlone how long the run may wait, before the load, for consumers that are not of it to leave the queues; empty = not at all
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
        From from,
        int connections,
        long messageCount,
        Optional<Rate> rate,
        Optional<ExitWhen> exitWhen,
        Optional<Duration> awaitAlone) {

    /** The load ends when the groups that have one of these all agree. */
    public enum ExitWhen {
        /** Nothing was received for a second, after something had been. */
        IDLE,
        /** Nothing was received for a second, and the broker has nothing left for the group. */
        EMPTY
    }

    /** The first message of a new subscription of a topic; a queue delivers what it has. */
    public enum From {
        /** The next one that is sent. */
        LATEST,
        /** The earliest one that the broker still has. */
        EARLIEST
    }

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

    /** How many consumers the group has. */
    public int size() {
        return destinations.stream()
                .mapToInt(destination -> destination.isTopic() && sharedSubscriptions > 0
                        ? sharedSubscriptions * perSubscription
                        : perSubscription)
                .sum();
    }

    /** A group with the defaults of a workload file, but for the changes. */
    public static ConsumerGroup of(List<Destination> destinations, Consumer<Parts> changes) {
        Parts parts = new Parts(destinations);
        changes.accept(parts);
        return parts.group();
    }

    /** This group, but for the changes. */
    public ConsumerGroup with(Consumer<Parts> changes) {
        Parts parts = new Parts(destinations);
        parts.perSubscription = perSubscription;
        parts.sharedSubscriptions = sharedSubscriptions;
        parts.durable = durable;
        parts.ack = ack;
        parts.commitInterval = commitInterval;
        parts.mode = mode;
        parts.pollInterval = pollInterval;
        parts.thinkTime = thinkTime;
        parts.span = span;
        parts.selector = selector;
        parts.from = from;
        parts.connections = connections;
        parts.messageCount = messageCount;
        parts.rate = rate;
        parts.exitWhen = exitWhen;
        parts.awaitAlone = awaitAlone;
        changes.accept(parts);
        return parts.group();
    }

    /** The components of a group, to be changed. */
    public static final class Parts {

        public List<Destination> destinations;
        public int perSubscription = 1;
        public int sharedSubscriptions = 0;
        public boolean durable = false;
        public AckMode ack = AckMode.AUTO;
        public int commitInterval = 1;
        public Mode mode = Mode.LISTENER;
        public Duration pollInterval = Duration.ofMillis(1);
        public Duration thinkTime = Duration.ZERO;
        public Span span = Span.WHOLE;
        public Optional<String> selector = Optional.empty();
        public From from = From.LATEST;
        public int connections = 0;
        public long messageCount = 0;
        public Optional<Rate> rate = Optional.empty();
        public Optional<ExitWhen> exitWhen = Optional.empty();
        public Optional<Duration> awaitAlone = Optional.empty();

        private Parts(List<Destination> destinations) {
            this.destinations = destinations;
        }

        private ConsumerGroup group() {
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
                    from,
                    connections,
                    messageCount,
                    rate,
                    exitWhen,
                    awaitAlone);
        }
    }
}
