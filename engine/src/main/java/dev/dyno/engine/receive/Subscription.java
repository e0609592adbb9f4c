package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Recorder;
import dev.dyno.model.result.Latency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Receiver that must get each message of its destination once: a queue with all its consumers, or a subscription of a topic.
 * Holds its part of the ledger.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of its {@link Recorder}.
 */
public final class Subscription {

    final Destination destination;
    final String name;
    /** Whether several consumers may share its messages: a queue, or a shared subscription. */
    final boolean shared;

    public final Recorder recorder;

    long corrupt;
    long stale;
    long reordered;
    /** Messages that its consumers rejected. */
    long rejected;

    /** Number of messages of other programs, followed by the bytes of their bodies and the number of them with a timestamp. */
    long foreign;

    long foreignBytes;
    long foreignTimed;
    /** Names and origins of the timestamps found in messages of other programs. */
    final Set<String> timestamps = new TreeSet<>();
    /** Whether a probe of this run has arrived. */
    boolean probed;
    /** Time of the last message that counts, or until which its consumer works on it. */
    public long lastNs = Long.MIN_VALUE;
    /** Time of the last unreadable message or message of another run. */
    long lastStrangerNs = Long.MIN_VALUE;

    /** Finds the longest gap between deliveries, by fault; null where no fault is expected. */
    @Nullable
    public LongestGap gap;
    /** Messages that can still be delivered, by the broker's last answer; empty if it gave none. */
    public Optional<MessagesLeft> left = Optional.empty();
    /** Whether the subscription ends with its last consumer, so that messages sent in the meantime never arrive. */
    boolean fleeting;
    /** Whether other workers may get its messages, too, so that the coordinator keeps the account. */
    boolean passedOn;
    /**
     * Maximum window of its trackers, in sequences: how far messages may overtake each other before missing ones are remembered
     * as gaps.
     */
    long maxWindow = SequenceTracker.MAX_WINDOW;

    /** Destinations of the requests whose replies it receives; empty if it receives no replies. */
    Set<Destination> requests = Set.of();

    /** Number of its consumers in the whole run, on all workers. */
    int planned;

    private int consumers;
    private final List<Absence> absences = new ArrayList<>();

    private int producers;
    private long[] runIds = new long[4];
    private int[] producerIds = new int[4];
    private SequenceTracker[] trackers = new SequenceTracker[4];
    /** Used instead of the trackers if other workers may get its messages, too. */
    private ArrivalLog[] logs = new ArrivalLog[0];
    /** Hash table with open addressing: index of the producer + 1, 0 = free. */
    private int[] table = new int[16];

    Subscription(Destination destination, String name, boolean shared, Recorder recorder) {
        this.destination = destination;
        this.name = name;
        this.shared = shared;
        this.recorder = recorder;
    }

    /**
     * Time without consumers.
     *
     * @param highest by index of the producer, the highest sequence received when the absence began
     * @param sequences by number of the producer, how many sequences it had used when the absence ended; empty before
     */
    private record Absence(long[] highest, Map<Integer, Long> sequences) {}

    /** Whether this subscription must get each message to a destination, or the reply to it. */
    boolean isOwed(Destination sentTo) {
        return requests.isEmpty() ? destination.equals(sentTo) : requests.contains(sentTo);
    }

    /** Whether a message of a producer has arrived. */
    boolean has(long runId, int producerId, long sequence) {
        synchronized (recorder) {
            return tracker(indexOf(runId, producerId)).contains(sequence);
        }
    }

    /** Whether nothing can be delivered any more, by the broker's last answer. */
    public boolean hasNothingLeft() {
        return left.filter(some -> some.total() == 0).isPresent();
    }

    boolean isProbed() {
        synchronized (recorder) {
            return probed;
        }
    }

    /** Latency that ends with its deliveries. */
    Latency latency() {
        return requests.isEmpty() ? Latency.END_TO_END : Latency.ROUND_TRIP;
    }

    /** Counts a consumer that has a connection; the first one ends an absence. */
    void joined(Supplier<Map<Integer, Long>> sequences) {
        int last = absences.size() - 1;
        if (consumers++ == 0 && last >= 0) {
            absences.set(last, new Absence(absences.get(last).highest, sequences.get()));
        }
    }

    /** Counts out a consumer that has lost its connection; without the last one, a fleeting subscription is absent. */
    public void left() {
        if (--consumers == 0 && fleeting) {
            long[] highest = new long[producers];
            for (int i = 0; i < producers; i++) {
                highest[i] = trackers[i].highest();
            }
            absences.add(new Absence(highest, Map.of()));
        }
    }

    /** Whether the subscription did not exist for a time, because it had lost its last consumer. */
    boolean wasAbsent() {
        return !absences.isEmpty();
    }

    /**
     * Sequences of a producer that this subscription is not owed, because they were sent or waited while it did not exist: pairs
     * of first and end, exclusive, ascending, without overlap.
     */
    long[] notOwed(int index, int producerId) {
        long[] pairs = new long[2 * absences.size()];
        long end = 0;
        for (int i = 0; i < absences.size(); i++) {
            Absence absence = absences.get(i);
            long highest = index < absence.highest.length ? absence.highest[index] : -1;
            pairs[2 * i] = Math.max(end, highest + 1);
            end = Math.max(pairs[2 * i], absence.sequences.getOrDefault(producerId, Long.MAX_VALUE));
            pairs[2 * i + 1] = end;
        }
        return pairs;
    }

    /** Index of a producer: a small number, given out when its first message arrives. */
    int indexOf(long runId, int producerId) {
        for (int i = hash(runId, producerId); ; i++) {
            int found = table[i & (table.length - 1)] - 1;
            if (found < 0) {
                return learn(runId, producerId);
            }
            if (producerIds[found] == producerId && runIds[found] == runId) {
                return found;
            }
        }
    }

    /** Tracker of a producer, by its {@link #indexOf}. */
    SequenceTracker tracker(int index) {
        return trackers[index];
    }

    Stream<SequenceTracker> trackers() {
        return Arrays.stream(trackers, 0, producers);
    }

    /** Arrivals of a producer, by its {@link #indexOf}; only if {@link #passedOn}. */
    ArrivalLog log(int index) {
        return logs[index];
    }

    /** Adds the arrivals since the last call. */
    void takeArrivals(int place, List<DeliveryReport> taken) {
        for (int i = 0; i < producers; i++) {
            if (passedOn && !logs[i].isEmpty()) {
                taken.add(logs[i].take(place, runIds[i], producerIds[i]));
            }
        }
    }

    /** Number of producers whose messages have arrived. */
    int producers() {
        return producers;
    }

    /** Number of runs whose messages have arrived. */
    public int runs() {
        return (int) Arrays.stream(runIds, 0, producers).distinct().count();
    }

    /** Sum of a count over the producers of a run. */
    long sum(long runId, ToLongFunction<SequenceTracker> count) {
        return IntStream.range(0, producers)
                .filter(i -> runIds[i] == runId)
                .mapToLong(i -> count.applyAsLong(trackers[i]))
                .sum();
    }

    /** Whether a message of the given run has arrived. */
    boolean hasRun(OptionalLong runId) {
        for (int i = 0; i < producers && runId.isPresent(); i++) {
            if (runIds[i] == runId.getAsLong()) {
                return true;
            }
        }
        return false;
    }

    private static int hash(long runId, int producerId) {
        long mixed = (runId ^ producerId) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40);
    }

    private int learn(long runId, int producerId) {
        if (producers == producerIds.length) {
            runIds = Arrays.copyOf(runIds, 2 * producers);
            producerIds = Arrays.copyOf(producerIds, 2 * producers);
            trackers = Arrays.copyOf(trackers, 2 * producers);
        }
        if (2 * (producers + 1) > table.length) {
            table = new int[2 * table.length];
            for (int i = 0; i < producers; i++) {
                enter(i);
            }
        }
        int index = producers++;
        runIds[index] = runId;
        producerIds[index] = producerId;
        trackers[index] = new SequenceTracker(maxWindow);
        if (passedOn) {
            logs = Arrays.copyOf(logs, trackers.length);
            logs[index] = new ArrivalLog();
        }
        enter(index);
        return index;
    }

    private void enter(int index) {
        int i = hash(runIds[index], producerIds[index]);
        while (table[i & (table.length - 1)] != 0) {
            i++;
        }
        table[i & (table.length - 1)] = index + 1;
    }
}
