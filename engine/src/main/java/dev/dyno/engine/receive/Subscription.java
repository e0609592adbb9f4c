package dev.dyno.engine.receive;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.Arrivals;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.Recorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that must get each message of its destination once: a queue with all its consumers, or a subscription of a topic.
 * Its part of the ledger.
 *
 * <p>Assumptions and guarantees: guarded by the monitor of its {@link Recorder}.
 */
public final class Subscription {

    final Destination destination;
    final String name;
    /** Several consumers may get its messages: a queue, or a shared subscription. */
    final boolean shared;

    public final Recorder recorder;

    long corrupt;
    long stale;
    long reordered;
    /** Messages of other programs, the bytes of their bodies, and how many of them had a timestamp. */
    long foreign;

    long foreignBytes;
    long foreignTimed;
    /** The names of these timestamps. */
    final Set<String> timestamps = new TreeSet<>();
    /** A probe of this run has come. */
    boolean probed;
    /** When the last message that counts came, or, where its consumer takes the next one later, that time. */
    public long lastNs = Long.MIN_VALUE;
    /** When the last message of another run, or an unreadable one, came. */
    long lastStrangerNs = Long.MIN_VALUE;

    /** By fault; null where none is to be expected. */
    @Nullable
    public LongestGap gap;
    /** What can still be delivered to it, as the broker said when nothing was sent any more; empty if it did not say. */
    public OptionalLong left = OptionalLong.empty();
    /** It goes with its last consumer, and what is sent meanwhile never comes. */
    boolean fleeting;
    /** Other workers may get messages of it, and the account is kept elsewhere. */
    boolean passedOn;
    /** How far messages may overtake each other before what is missing is remembered as gaps. */
    long maxWindow = SequenceTracker.MAX_WINDOW;

    /** The consumers that the whole run has of it, here and elsewhere. */
    int planned;

    private int consumers;
    private final List<Absence> absences = new ArrayList<>();

    private int producers;
    private long[] runIds = new long[4];
    private int[] producerIds = new int[4];
    private SequenceTracker[] trackers = new SequenceTracker[4];
    /** In the place of the trackers, where others have consumers of it, too. */
    private ArrivalLog[] logs = new ArrivalLog[0];
    /** Open addressing: index of the producer + 1, 0 = free. */
    private int[] table = new int[16];

    Subscription(Destination destination, String name, boolean shared, Recorder recorder) {
        this.destination = destination;
        this.name = name;
        this.shared = shared;
        this.recorder = recorder;
    }

    /**
     * A time without consumers.
     *
     * @param highest by index of the producer, the last that had come when it began
     * @param sequences by number of the producer, how many it had used when it was over
     */
    private record Absence(long[] highest, Map<Integer, Long> sequences) {}

    /** A consumer has its share of it from now on. */
    void joined(Supplier<Map<Integer, Long>> sequences) {
        int last = absences.size() - 1;
        if (consumers++ == 0 && last >= 0) {
            absences.set(last, new Absence(absences.get(last).highest, sequences.get()));
        }
    }

    /** A consumer's connection is lost. */
    public void left() {
        if (--consumers == 0 && fleeting) {
            long[] highest = new long[producers];
            for (int i = 0; i < producers; i++) {
                highest[i] = trackers[i].highest();
            }
            absences.add(new Absence(highest, Map.of()));
        }
    }

    /** Whether there was a time in which messages of its destination passed it by. */
    boolean wasAbsent() {
        return !absences.isEmpty();
    }

    /**
     * The sequences of a producer that it need not have got, because they were sent or waited for it while there was no
     * subscription: pairs of first and end, ascending and apart.
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

    /** A small dense number for a producer, made when it is first seen. */
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

    /** The account of a producer by its {@link #indexOf}. */
    SequenceTracker tracker(int index) {
        return trackers[index];
    }

    /** What has come from a producer, by its {@link #indexOf}; only where it is passed on. */
    ArrivalLog log(int index) {
        return logs[index];
    }

    /** Adds what has come since it was asked last. */
    void takeArrivals(int place, List<Arrivals> taken) {
        for (int i = 0; i < producers; i++) {
            if (passedOn && !logs[i].isEmpty()) {
                taken.add(logs[i].take(place, runIds[i], producerIds[i]));
            }
        }
    }

    /** How many producers have been seen. */
    int producers() {
        return producers;
    }

    /** How many runs have been seen. */
    public int runs() {
        return (int) Arrays.stream(runIds, 0, producers).distinct().count();
    }

    /** Whether a message of that run has been seen. */
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
