package dev.dyno.model.workload;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.parts.Components;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Group of identical consumers.
 *
 * @param destinations each gets its own consumers
 * @param perSubscription consumers of each queue, of each topic, or, with shared subscriptions, of each subscription
 * @param sharedSubscriptions number of shared subscriptions of each topic; 0 = every consumer has one of its own
 * @param durable whether subscriptions of topics outlive their consumers
 * @param ack how messages are acknowledged
 * @param commitInterval received messages per commit or client acknowledgement, at least 1
 * @param mode listener, receive or poll
 * @param pollInterval wait after an empty poll, in mode {@link Mode#POLL}
 * @param thinkTime spent on each message before it is acknowledged
 * @param thinkAtOnce messages that a consumer works on at once, at least 1
 * @param span time in which the group takes deliveries: before and after that the broker keeps messages, and after the load the
 *     group takes those left
 * @param selector the broker's filter expression
 * @param from first message of a new subscription of a topic
 * @param connections number of connections that the consumers share in turn; 0 = one for each consumer
 * @param messageCount number of received messages that ends the load; 0 = no limit
 * @param rate maximum rate of all its consumers together
 * @param exitWhen condition that ends the load early
 * @param awaitAlone longest wait, before the load, for consumers of other programs to leave the queues; empty = no wait
 * @param replyTo queue that the body of each message is sent on to, as the reply to a request
 * @param rotate time after which one of the group's consumers leaves and another joins, over and over
 * @param reject share of the messages, from 0 to 1, that its consumers reject instead of acknowledging them
 * @param name under which its results are kept apart, together with those of other groups of that name
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
        int thinkAtOnce,
        Span span,
        Optional<String> selector,
        From from,
        int connections,
        long messageCount,
        Optional<Rate> rate,
        Optional<ExitWhen> exitWhen,
        Optional<Duration> awaitAlone,
        Optional<Destination> replyTo,
        Optional<Duration> rotate,
        double reject,
        Optional<String> name) {

    /** Condition that ends the load early, once each group that has a condition meets it. */
    public enum ExitWhen {
        /** Nothing was received for a second, after some messages were. */
        IDLE,
        /** Nothing was received for a second, and the broker has nothing left for the group. */
        EMPTY
    }

    /** First message of a new subscription of a topic; a queue always delivers all its messages. */
    public enum From {
        /** The next message sent. */
        LATEST,
        /** The earliest message that the broker still has. */
        EARLIEST
    }

    /** Way in which consumers get their messages. */
    public enum Mode {
        /** The client library pushes messages. */
        LISTENER,
        /** A thread per consumer waits for the next message. */
        RECEIVE,
        /** A thread per consumer polls, and pauses if there is no message. */
        POLL
    }

    public int size() {
        return destinations.stream()
                .mapToInt(destination -> destination.isTopic() && sharedSubscriptions > 0
                        ? sharedSubscriptions * perSubscription
                        : perSubscription)
                .sum();
    }

    /** A group with the defaults of a workload file, except for the changes. */
    public static ConsumerGroup of(List<Destination> destinations, Consumer<Parts> changes) {
        Parts parts = new Parts(destinations);
        changes.accept(parts);
        return parts.group();
    }

    public ConsumerGroup with(Consumer<Parts> changes) {
        Parts parts = Components.copied(this, new Parts(destinations));
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
        public int thinkAtOnce = 1;
        public Span span = Span.WHOLE;
        public Optional<String> selector = Optional.empty();
        public From from = From.LATEST;
        public int connections = 0;
        public long messageCount = 0;
        public Optional<Rate> rate = Optional.empty();
        public Optional<ExitWhen> exitWhen = Optional.empty();
        public Optional<Duration> awaitAlone = Optional.empty();
        public Optional<Destination> replyTo = Optional.empty();
        public Optional<Duration> rotate = Optional.empty();
        public double reject = 0;
        public Optional<String> name = Optional.empty();

        private Parts(List<Destination> destinations) {
            this.destinations = destinations;
        }

        private ConsumerGroup group() {
            return Components.record(ConsumerGroup.class, this);
        }
    }
}
