package dev.dyno.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import java.util.List;

/**
 * Report of a worker to the coordinator about its run.
 *
 * @param run in 16 hexadecimal digits
 * @param number of the report, from 0, so that a missing one is noticed
 * @param event content
 */
record Report(String run, long number, Event event) {

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "event")
    sealed interface Event {}

    record Reached(Stage stage) implements Event {}

    record Consuming(List<SubscriptionName> names) implements Event {}

    record Connected(int producers, int consumers) implements Event {}

    /** Subscriptions whose probes have not arrived at the worker's consumers, as the words of a {@link java.util.BitSet}. */
    record Probed(long[] missing) implements Event {}

    record Second(Interval interval) implements Event {}

    /** Counts so far. {@code tenth} is the number of the tenth of a second of the load that the worker counted them in. */
    record Counted(long tenth, Counts counts) implements Event {}

    /** Use of the worker's process, its machine or its broker in an interval. */
    record Used(ResourceSample sample) implements Event {}

    /** Deliveries since the last report of deliveries. */
    record Arrived(List<Batch> batches) implements Event {

        static Arrived of(List<DeliveryReport> arrivals) {
            return new Arrived(arrivals.stream()
                    .map(some -> new Batch(
                            some.subscription(),
                            some.runId(),
                            some.producerId(),
                            SequenceCodec.encode(some.inOrder()),
                            SequenceCodec.encode(some.late())))
                    .toList());
        }

        /** @throws IllegalArgumentException if the content was not made by {@link #of} */
        List<DeliveryReport> arrivals() {
            return batches.stream()
                    .map(some -> new DeliveryReport(
                            some.subscription,
                            some.runId,
                            some.producerId,
                            SequenceCodec.decode(some.inOrder),
                            SequenceCodec.decode(some.late)))
                    .toList();
        }
    }

    /** A {@link DeliveryReport} with its sequences encoded. */
    record Batch(int subscription, long runId, int producerId, byte[] inOrder, byte[] late) {}

    record Sent(List<ProducerAccount> producers) implements Event {}

    /** The broker on the worker's machine has ended by itself. */
    record BrokerDied(BrokerDeath how) implements Event {}

    record Note(String sentence) implements Event {}

    /** Result of the worker's part of the run; the last report of the worker. */
    record Ended(WorkerReport report) implements Event {}
}
