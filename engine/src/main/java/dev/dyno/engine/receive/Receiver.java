package dev.dyno.engine.receive;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.FaultLog;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.SenderClocks;
import dev.dyno.model.result.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one consumer on one connection: times them, enters them in the ledger, thinks, acknowledges.
 *
 * <p>Assumptions and guarantees: {@link #onMessage} by one thread at a time, the driver's or a {@link ReceiveLoop}; {@link
 * #finish} after deliveries have stopped. Allocates nothing per message.
 */
final class Receiver implements DeliveryListener {

    /**
     * Settings that all consumers of a group have in common.
     *
     * @param foreign whether messages of other programs are measured, too
     * @param places for messages that the group still takes, where it takes no more than it is to
     */
    record Settings(
            TimeSource time,
            AckMode ack,
            int commitInterval,
            long thinkNs,
            short clock,
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
    private final Subscription subscription;
    private final Recorder recorder;
    /** Null where all times are of this host's clock, or of one that nobody knows. */
    private final @Nullable SenderClocks clocks;
    /** Null where messages are taken as they come. */
    private final @Nullable ReceivePace pace;

    private final Envelope envelope = new Envelope();

    private @Nullable Consumer consumer;
    /** Received since the last commit or acknowledgement. */
    private int unsettled;

    /** The producer of the last message: most often that of the next, too. */
    private long lastRunId;

    private int lastProducerId = -1;
    private int lastIndex;
    /** Highest sequence that this consumer has seen, by partition and the producer's index. */
    private long[][] highest = {};

    Receiver(Settings settings, Subscription subscription) {
        this.settings = settings;
        this.subscription = subscription;
        this.recorder = subscription.recorder;
        clocks = settings.clocks.orElse(null);
        pace = settings.pace.orElse(null);
    }

    /** Tells the consumer whose messages come here, before the first of them. */
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
            }
        }
        if (settings.thinkNs > 0 && counted) {
            think(receivedNs + settings.thinkNs);
        }
        if (pace != null && counted) {
            think(pace.endOfSlotNs(receivedNs));
        }
        if (!counted) {
            leave();
        }
        unsettled++;
        if (unsettled >= settings.commitInterval) {
            settle();
        }
        if (counted && settings.countdown.get() > 0 && settings.countdown.decrementAndGet() == 0) {
            settings.onCountReached.run();
        }
    }

    /** Takes a place for the next message; false if the group has all that it is to get, or others wait for the last ones. */
    @Override
    public boolean takesOne() {
        return settings.places.isEmpty() || settings.places.get().getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** No message came to the place that it had taken, or none that counts. Returns whether the last place was taken until now. */
    boolean leave() {
        return settings.places.isPresent() && settings.places.get().getAndIncrement() == 0;
    }

    /** Enters the message; returns whether it is one of the run's load. */
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
            subscription.gap.at(receivedNs);
        }
        if (first) {
            measure(receivedNs);
        } else {
            recorder.receivedUntimed(receivedNs);
        }
        return true;
    }

    /** Enters a message without a whole head of ours: damaged, or of another program. */
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
            subscription.gap.at(receivedNs);
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

    // Beside note(), which the compiler takes into its callers only up to 325 bytes of code.
    /** Returns false for a duplicate, of which the first delivery was timed. Among several workers nobody knows that yet. */
    private boolean enter(long receivedNs) {
        subscription.lastNs = receivedNs;
        int index = indexOfProducer();
        Consumer c = consumer;
        long[] seen = highestOf(c == null ? 0 : c.partition(), index);
        boolean late = envelope.sequence <= seen[index];
        if (!late) {
            seen[index] = envelope.sequence;
        }
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

    private void measure(long receivedNs) {
        final SenderClocks c = clocks;
        if (c != null) {
            long shiftNs = c.shiftNs(envelope.producer);
            recorder.received(envelope.intendedNs + shiftNs, envelope.sentNs + shiftNs, receivedNs);
        } else if (envelope.clock == settings.clock) {
            recorder.received(envelope.intendedNs, envelope.sentNs, receivedNs);
        } else {
            recorder.receivedFromForeignClock(receivedNs);
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
        switch (settings.ack) {
            case CLIENT, INDIVIDUAL -> c.acknowledge();
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

    /** Acknowledges or commits what is left of the last batch. */
    void finish() throws DriverException {
        if (unsettled > 0) {
            settle();
        }
    }
}
