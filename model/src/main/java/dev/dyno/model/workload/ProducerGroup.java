package dev.dyno.model.workload;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.parts.Components;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Group of identical producers.
 *
 * @param destinations each gets {@code perDestination} producers
 * @param perDestination at least 1
 * @param load of the whole group: its schedule is divided among the producers
 * @param missedSlots treatment of a slot that could not be sent in time
 * @param span time in which the group sends; its schedule begins at the start of this time
 * @param mode asynchronous, synchronous, or in transactions
 * @param commitInterval messages a transaction; 0 unless {@code mode} is transacted
 * @param maxPending asynchronous sends in flight per producer; 0 = no limit
 * @param threads event loops of asynchronous producers; the others have a thread each
 * @param spin whether its threads spin where others sleep; only with a schedule
 * @param sharedConnections one connection per event loop instead of one per producer
 * @param connections number of connections that the producers of a process share in turn; 0 = {@code sharedConnections} decides
 * @param connectionsOfConsumers whether producers use the connections of the consumers of their process, if it has any
 * @param connectOnly whether each message is replaced by a new connection; {@code mode} is then synchronous
 * @param messagesPerConnection messages after which a producer closes its connection, to open another for the next message;
 *     {@code mode} is then synchronous; 0 = it keeps one
 * @param messageCount messages of the whole group; 0 = no limit
 * @param onFailure effect of a failed send on the run
 * @param message properties of its messages
 * @param name under which its results are kept apart, together with those of other groups of that name
 */
public record ProducerGroup(
        List<Destination> destinations,
        int perDestination,
        LoadShape load,
        MissedSlots missedSlots,
        Span span,
        SendMode mode,
        int commitInterval,
        int maxPending,
        int threads,
        boolean spin,
        boolean sharedConnections,
        int connections,
        boolean connectionsOfConsumers,
        boolean connectOnly,
        int messagesPerConnection,
        long messageCount,
        OnSendFailure onFailure,
        MessageTemplate message,
        Optional<String> name) {

    /** Treatment of a slot of the schedule that could not be sent in time. */
    public enum MissedSlots {
        /** The message waits, and its response time counts from its intended time. */
        QUEUE,
        /** The slot is left out and counted as skipped, once the producer's next slot is due. */
        SKIP
    }

    /** Effect of a failed send. */
    public enum OnSendFailure {
        /** The run ends as failed. */
        STOP,
        /** The failure is counted, and the load continues. */
        COUNT
    }

    public int size() {
        return destinations.size() * perDestination;
    }

    /** A group with the defaults of a workload file, except for the changes. */
    public static ProducerGroup of(List<Destination> destinations, MessageTemplate message, Consumer<Parts> changes) {
        Parts parts = new Parts(destinations, message);
        changes.accept(parts);
        return parts.group();
    }

    public ProducerGroup with(Consumer<Parts> changes) {
        Parts parts = Components.copied(this, new Parts(destinations, message));
        changes.accept(parts);
        return parts.group();
    }

    /** The components of a group, to be changed. */
    public static final class Parts {

        public List<Destination> destinations;
        public int perDestination = 1;
        public LoadShape load = LoadShape.ALL_OUT;
        public MissedSlots missedSlots = MissedSlots.QUEUE;
        public Span span = Span.WHOLE;
        public SendMode mode = SendMode.ASYNC;
        public int commitInterval = 0;
        public int maxPending = 1;
        public int threads = 1;
        public boolean spin = false;
        public boolean sharedConnections = false;
        public int connections = 0;
        public boolean connectionsOfConsumers = false;
        public boolean connectOnly = false;
        public int messagesPerConnection = 0;
        public long messageCount = 0;
        public OnSendFailure onFailure = OnSendFailure.STOP;
        public MessageTemplate message;
        public Optional<String> name = Optional.empty();

        private Parts(List<Destination> destinations, MessageTemplate message) {
            this.destinations = destinations;
            this.message = message;
        }

        private ProducerGroup group() {
            return Components.record(ProducerGroup.class, this);
        }
    }
}
