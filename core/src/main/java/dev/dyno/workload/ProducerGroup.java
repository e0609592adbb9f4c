package dev.dyno.workload;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.pace.Load;
import java.util.List;

/**
 * Producers that do the same.
 *
 * @param destinations each gets {@code perDestination} producers
 * @param perDestination at least 1
 * @param load of the whole group: its schedule is divided among the producers
 * @param missedSlots what becomes of a slot that could not be sent in time
 * @param span when it sends; its schedule begins with it
 * @param mode asynchronous, synchronous, or in transactions
 * @param commitInterval messages a transaction; 0 unless {@code mode} is transacted
 * @param maxPending asynchronous sends in flight per producer; 0 = no limit
 * @param threads event loops of asynchronous producers; the others have a thread each
 * @param sharedConnections one connection per event loop instead of one per producer
 * @param connections shared by the producers of a process in turn; 0 = as {@code sharedConnections} says
 * @param messageCount of the whole group; 0 = no limit
 * @param onFailure what a failed send means for the run
 * @param message what is sent
 */
public record ProducerGroup(
        List<Destination> destinations,
        int perDestination,
        Load load,
        MissedSlots missedSlots,
        Span span,
        SendMode mode,
        int commitInterval,
        int maxPending,
        int threads,
        boolean sharedConnections,
        int connections,
        long messageCount,
        OnSendFailure onFailure,
        MessageTemplate message) {

    /** What becomes of a slot of the schedule that could not be sent in time. */
    public enum MissedSlots {
        /** It waits, and its response time counts from its intended time. */
        QUEUE,
        /** It is left out and counted as skipped, once the producer's next slot is due. */
        SKIP
    }

    /** What a failed send means. */
    public enum OnSendFailure {
        /** The run ends as failed. */
        STOP,
        /** It is counted, and the load goes on. */
        COUNT
    }

    public ProducerGroup {
        destinations = List.copyOf(destinations);
    }

    /** How many producers the group has. */
    public int size() {
        return destinations.size() * perDestination;
    }

    /** A group with the defaults of a workload file, to be changed where it differs. */
    public static Builder builder(List<Destination> destinations, MessageTemplate message) {
        return new Builder(destinations, message);
    }

    /** This group, to be changed where the new one differs. */
    public Builder toBuilder() {
        Builder builder = new Builder(destinations, message);
        builder.perDestination = perDestination;
        builder.load = load;
        builder.missedSlots = missedSlots;
        builder.span = span;
        builder.mode = mode;
        builder.commitInterval = commitInterval;
        builder.maxPending = maxPending;
        builder.threads = threads;
        builder.sharedConnections = sharedConnections;
        builder.connections = connections;
        builder.messageCount = messageCount;
        builder.onFailure = onFailure;
        return builder;
    }

    /** Makes a group step by step; each setter is named after the component that it sets. */
    public static final class Builder {

        private List<Destination> destinations;
        private int perDestination = 1;
        private Load load = Load.ALL_OUT;
        private MissedSlots missedSlots = MissedSlots.QUEUE;
        private Span span = Span.WHOLE;
        private SendMode mode = SendMode.ASYNC;
        private int commitInterval = 0;
        private int maxPending = 1;
        private int threads = 1;
        private boolean sharedConnections = false;
        private int connections = 0;
        private long messageCount = 0;
        private OnSendFailure onFailure = OnSendFailure.STOP;
        private MessageTemplate message;

        private Builder(List<Destination> destinations, MessageTemplate message) {
            this.destinations = destinations;
            this.message = message;
        }

        public Builder destinations(List<Destination> value) {
            destinations = value;
            return this;
        }

        public Builder perDestination(int value) {
            perDestination = value;
            return this;
        }

        public Builder load(Load value) {
            load = value;
            return this;
        }

        public Builder missedSlots(MissedSlots value) {
            missedSlots = value;
            return this;
        }

        public Builder span(Span value) {
            span = value;
            return this;
        }

        public Builder mode(SendMode value) {
            mode = value;
            return this;
        }

        public Builder commitInterval(int value) {
            commitInterval = value;
            return this;
        }

        public Builder maxPending(int value) {
            maxPending = value;
            return this;
        }

        public Builder threads(int value) {
            threads = value;
            return this;
        }

        public Builder sharedConnections(boolean value) {
            sharedConnections = value;
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

        public Builder onFailure(OnSendFailure value) {
            onFailure = value;
            return this;
        }

        public Builder message(MessageTemplate value) {
            message = value;
            return this;
        }

        /** The group as it is set up. */
        public ProducerGroup build() {
            return new ProducerGroup(
                    destinations,
                    perDestination,
                    load,
                    missedSlots,
                    span,
                    mode,
                    commitInterval,
                    maxPending,
                    threads,
                    sharedConnections,
                    connections,
                    messageCount,
                    onFailure,
                    message);
        }
    }
}
