package dev.dyno.engine.receive;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.SenderClocks;
import dev.dyno.model.result.Latency;
import dev.dyno.model.workload.ConsumerGroup;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages of one consumer on one connection: times them, enters them in the ledger, takes the think time,
 * acknowledges.
 *
 * <p>Assumptions and guarantees: {@link #onMessage} by one thread at a time, the driver's or a {@link ReceiveLoop}; {@link
 * #finish} after deliveries have stopped. Allocates nothing per message.
 */
final class Receiver implements DeliveryListener {

    /**
     * Settings that all consumers of a group have in common.
     *
     * @param offered number of messages of the load that the group has received, of which a share is rejected
     * @param foreign whether messages of other programs are measured, too
     * @param places number of messages that the group may still take, if it takes an exact number
     */
    record Settings(
            TimeSource time,
            ConsumerGroup group,
            AtomicLong offered,
            boolean anyRun,
            long runId,
            boolean foreign,
            AtomicLong countdown,
            Optional<AtomicLong> places,
            Runnable onCountReached,
            FaultLog faults,
            Optional<SenderClocks> clocks,
            Optional<ReceivePace> pace) {}

    private final Settings settings;
    private final int commitInterval;
    private final long thinkNs;
    private final double reject;
    private final Subscription subscription;
    private final Recorder recorder;
    /** Null if all times are of this host's clock, or of an unknown one. */
    private final @Nullable SenderClocks clocks;
    /** Null if messages are taken as they arrive. */
    private final @Nullable ReceivePace pace;

    /** Number of deliveries in the measured phase and after it, as the only element. Guarded by the recorder. */
    private final long[] measured;
    /** Sends a reply to each message; null if messages are no requests. */
    private final @Nullable ReplySender replies;
    /** Null if messages are worked on one after the other. */
    private final @Nullable ThinkSlots slots;

    /** Whether messages are rejected, replied to, or take time. */
    private final boolean handles;

    private final Envelope envelope = new Envelope();

    private @Nullable Consumer consumer;
    private boolean rejects;
    /**
     * Whether the message is a repeated delivery, which is counted, but not among the number that a group takes. Written only for
     * repeated deliveries: two writes for each message slowed the null loop down by 2 %.
     */
    private boolean repeats;
    /** Messages received since the last commit or acknowledgement. */
    private int unsettled;

    /** Run id of the last message, kept with its producer and index because the next one is usually of the same producer. */
    private long lastRunId;

    private int lastProducerId = -1;
    private int lastIndex;
    /** Highest sequence received by this consumer, by partition and index of the producer. */
    private long[][] highest = {};

    /**
     * @param replies sends the reply to each message, if the messages are requests
     * @param measured counts the deliveries to the consumer's place, repeated ones too, in the measured phase and after it
     * @param onFailure receives the failure of an acknowledgement that no delivery waits for
     */
    Receiver(
            Settings settings,
            Subscription subscription,
            Optional<ReplySender> replies,
            long[] measured,
            java.util.function.Consumer<Throwable> onFailure) {
        this.settings = settings;
        this.measured = measured;
        this.replies = replies.orElse(null);
        ConsumerGroup group = settings.group;
        commitInterval = group.ack() == AckMode.INDIVIDUAL ? 1 : group.commitInterval();
        thinkNs = group.thinkTime().toNanos();
        reject = group.reject();
        slots = group.thinkAtOnce() > 1 ? new ThinkSlots(settings.time, thinkNs, group.thinkAtOnce(), onFailure) : null;
        this.subscription = subscription;
        this.recorder = subscription.recorder;
        clocks = settings.clocks.orElse(null);
        pace = settings.pace.orElse(null);
        handles = reject > 0 || thinkNs > 0 || pace != null || this.replies != null;
    }

    /** Sets the consumer of this receiver, before its first message. */
    void attach(Consumer newConsumer) {
        consumer = newConsumer;
    }

    @Override
    public void onMessage(ByteBuffer body) throws DriverException {
        long receivedNs = settings.time.nanoTime();
        int bytes = body.remaining();
        boolean readable = envelope.read(body);
        boolean counted;
        synchronized (recorder) {
            counted = readable ? note(receivedNs) : noteUnreadable(receivedNs, body);
            if (counted) {
                recorder.receivedBytes(receivedNs, bytes);
                measured[0] += recorder.isMeasured(receivedNs) ? 1 : 0;
            }
        }
        rejects = false;
        boolean isNew = counted && !repeats;
        if (!isNew) {
            repeats = false;
            returnPlace();
        }
        if (handles && counted) {
            handle(receivedNs, body);
        }
        unsettled++;
        if (unsettled >= commitInterval) {
            settle();
        }
        if (isNew && settings.countdown.get() > 0 && settings.countdown.decrementAndGet() == 0) {
            settings.onCountReached.run();
        }
    }

    /** Applies the rarer settings to a message: rejection, think time, rate, replies. */
    private void handle(long receivedNs, ByteBuffer body) throws DriverException {
        if (reject > 0) {
            decideRejection();
        }
        if (slots != null) {
            think(slots.begin(Objects.requireNonNull(consumer), receivedNs));
            // The slot settles the message.
            unsettled--;
        } else if (thinkNs > 0) {
            think(receivedNs + thinkNs);
        }
        if (pace != null) {
            think(pace.endOfSlotNs(receivedNs));
        }
        if (replies != null && !rejects) {
            replies.send(body);
        }
    }

    /**
     * Takes a place for the next message; false if the group has received everything it should, or other consumers wait for the
     * last messages.
     */
    @Override
    public boolean takesOne() {
        return settings.places.isEmpty() || settings.places.get().getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** Gives back the place of a message that did not arrive or does not count; returns whether all places were taken before. */
    boolean returnPlace() {
        return settings.places.isPresent() && settings.places.get().getAndIncrement() == 0;
    }

    /** Enters the message; returns whether it belongs to the run's load. */
    private boolean note(long receivedNs) {
        if (envelope.runId != settings.runId && !settings.anyRun) {
            subscription.stale++;
            subscription.lastStrangerNs = receivedNs;
            return false;
        }
        if (envelope.probe) {
            subscription.probed = true;
            return false;
        }
        boolean first = enter(receivedNs);
        if (subscription.gap != null) {
            subscription.gap.event(receivedNs);
        }
        if (first) {
            measure(receivedNs);
        } else {
            repeats = true;
            recorder.repeated(receivedNs);
        }
        return true;
    }

    /** Enters a damaged message, or one of another program; returns whether it belongs to the load. */
    private boolean noteUnreadable(long receivedNs, ByteBuffer body) {
        Consumer c = consumer;
        if (!settings.foreign || c == null || envelope.wasOurs(body) || subscription.hasRun(Envelope.runIdOf(body))) {
            subscription.corrupt++;
            subscription.lastStrangerNs = receivedNs;
            return false;
        }
        subscription.lastNs = receivedNs;
        subscription.foreign++;
        subscription.foreignBytes += body.remaining();
        if (subscription.gap != null) {
            subscription.gap.event(receivedNs);
        }
        long timestampMs = c.timestampMs();
        if (timestampMs == Consumer.NO_TIMESTAMP) {
            recorder.receivedUntimed(receivedNs);
            return true;
        }
        subscription.foreignTimed++;
        subscription.timestamps.add(c.timestampOrigin());
        recorder.receivedByTimestamp(
                receivedNs, TimeUnit.MILLISECONDS.toNanos(settings.time.epochMillis() - timestampMs));
        return true;
    }

    // Separate from note(), because the compiler inlines a method only up to 325 bytes of code.
    /**
     * Enters a message of this run; returns false for a duplicate, whose first delivery was timed. With several workers a
     * duplicate cannot be recognised here.
     */
    private boolean enter(long receivedNs) {
        subscription.lastNs = receivedNs;
        int index = indexOfProducer();
        Consumer c = consumer;
        int partition = c == null ? 0 : c.partition();
        boolean late = partition != Consumer.NO_ORDER && isLate(highestOf(partition, index), index);
        if (subscription.passedOn) {
            subscription.log(index).add(envelope.sequence, late);
        } else if (!subscription.tracker(index).add(envelope.sequence)) {
            settings.faults.duplicate(receivedNs);
            return false;
        } else if (late) {
            subscription.reordered++;
        }
        return true;
    }

    private boolean isLate(long[] highest, int index) {
        boolean late = envelope.sequence <= highest[index];
        if (!late) {
            highest[index] = envelope.sequence;
        }
        return late;
    }

    private void measure(long receivedNs) {
        final SenderClocks c = clocks;
        long shiftNs = c == null ? 0 : c.shiftNs(envelope.producer);
        if (c == null && envelope.clock != HostClock.ID) {
            recorder.receivedFromForeignClock(receivedNs);
        } else if (subscription.latency() == Latency.ROUND_TRIP) {
            recorder.replied(envelope.intendedNs + shiftNs, envelope.ownDelayNs, receivedNs);
        } else {
            recorder.received(
                    envelope.intendedNs + shiftNs, envelope.sentNs + shiftNs, envelope.ownDelayNs, receivedNs);
        }
    }

    private int indexOfProducer() {
        if (envelope.producer == lastProducerId && envelope.runId == lastRunId) {
            return lastIndex;
        }
        int index = subscription.indexOf(envelope.runId, envelope.producer);
        lastRunId = envelope.runId;
        lastProducerId = envelope.producer;
        lastIndex = index;
        return index;
    }

    private long[] highestOf(int partition, int index) {
        return partition < highest.length && index < highest[partition].length
                ? highest[partition]
                : roomFor(partition, index);
    }

    private long[] roomFor(int partition, int index) {
        int partitions = highest.length;
        if (partition >= partitions) {
            highest = Arrays.copyOf(highest, partition + 1);
            Arrays.fill(highest, partitions, highest.length, new long[0]);
        }
        int known = highest[partition].length;
        long[] longer = Arrays.copyOf(highest[partition], Math.max(index + 1, 2 * known));
        Arrays.fill(longer, known, longer.length, -1);
        highest[partition] = longer;
        return longer;
    }

    /** Decides whether the message is rejected: with a share of 1 %, each hundredth message of the group. */
    private void decideRejection() {
        long before = settings.offered.getAndIncrement();
        rejects = (long) ((before + 1) * reject) > (long) (before * reject);
    }

    private void think(long untilNs) {
        synchronized (recorder) {
            subscription.lastNs = Math.max(subscription.lastNs, untilNs);
        }
        while (settings.time.nanoTime() < untilNs && !Thread.currentThread().isInterrupted()) {
            settings.time.parkUntil(untilNs);
        }
    }

    private void settle() throws DriverException {
        unsettled = 0;
        Consumer c = consumer;
        if (c == null) {
            return;
        }
        switch (settings.group.ack()) {
            case CLIENT, INDIVIDUAL -> {
                if (rejects) {
                    c.reject();
                    synchronized (recorder) {
                        subscription.rejected++;
                    }
                } else {
                    c.acknowledge();
                }
            }
            case TRANSACTED -> commit(c);
            case AUTO, DUPS_OK -> {
                // The client library acknowledges.
            }
        }
    }

    private void commit(Consumer c) throws DriverException {
        long beganNs = settings.time.nanoTime();
        c.commit();
        long endedNs = settings.time.nanoTime();
        synchronized (recorder) {
            recorder.committed(Latency.RECEIVE_COMMIT, beganNs, endedNs);
        }
    }

    /** Waits for the messages that are worked on, and acknowledges or commits the rest of the last batch. */
    void finish() throws DriverException {
        if (slots != null) {
            slots.await();
        }
        if (unsettled > 0) {
            settle();
        }
    }
}
