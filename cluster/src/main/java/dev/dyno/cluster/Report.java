package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.Contribution;
import dev.dyno.engine.record.Ensemble.Stage;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import java.util.List;

/**
 * What a worker tells the coordinator of its run.
 *
 * @param run in 16 hexadecimal digits
 * @param number from 0, one more each time: nothing may be missing
 * @param told what
 */
record Report(String run, long number, Told told) {

    /** What is told. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "told")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Reached.class, name = "reached"),
        @JsonSubTypes.Type(value = Consuming.class, name = "consuming"),
        @JsonSubTypes.Type(value = Connected.class, name = "connected"),
        @JsonSubTypes.Type(value = Probed.class, name = "probed"),
        @JsonSubTypes.Type(value = Second.class, name = "second"),
        @JsonSubTypes.Type(value = Used.class, name = "used"),
        @JsonSubTypes.Type(value = Arrived.class, name = "arrived"),
        @JsonSubTypes.Type(value = Sent.class, name = "sent"),
        @JsonSubTypes.Type(value = BrokerDied.class, name = "broker-died"),
        @JsonSubTypes.Type(value = Note.class, name = "note"),
        @JsonSubTypes.Type(value = Ended.class, name = "ended")
    })
    sealed interface Told {}

    /** It has come so far. */
    record Reached(Stage stage) implements Told {}

    /** All subscriptions of the workload. */
    record Consuming(List<SubscriptionName> names) implements Told {}

    /** How many producers and consumers it has. */
    record Connected(int producers, int consumers) implements Told {}

    /** Which subscriptions are to get a probe and have got theirs, as the words of a {@link java.util.BitSet}. */
    record Probed(long[] awaited, long[] arrived) implements Told {}

    /** An interval. */
    record Second(Interval interval) implements Told {}

    /** What its process or its machine used in an interval. */
    record Used(ResourceSample sample) implements Told {}

    /** Deliveries. */
    record Arrived(List<Batch> batches) implements Told {

        static Arrived of(List<Arrivals> arrivals) {
            return new Arrived(arrivals.stream()
                    .map(some -> new Batch(
                            some.subscription(),
                            some.runId(),
                            some.producerId(),
                            SequenceCodec.encode(some.inOrder()),
                            SequenceCodec.encode(some.late())))
                    .toList());
        }

        /** @throws IllegalArgumentException if what is in it is not what {@link #of} has written */
        List<Arrivals> arrivals() {
            return batches.stream()
                    .map(some -> new Arrivals(
                            some.subscription,
                            some.runId,
                            some.producerId,
                            SequenceCodec.decode(some.inOrder),
                            SequenceCodec.decode(some.late)))
                    .toList();
        }
    }

    /** As in {@link Arrivals}, encoded. */
    record Batch(int subscription, long runId, int producerId, byte[] inOrder, byte[] late) {}

    /** The producers have ended. */
    record Sent(List<ProducerAccount> producers) implements Told {}

    /** The broker that runs beside it has ended by itself. */
    record BrokerDied(BrokerDeath how) implements Told {}

    /** Something the user should know. */
    record Note(String sentence) implements Told {}

    /** Its run is over; the last that is told of it. */
    record Ended(Contribution contribution) implements Told {}
}
