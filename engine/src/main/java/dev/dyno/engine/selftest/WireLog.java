package dev.dyno.engine.selftest;

import dev.dyno.engine.proxy.Tap;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.record.EnvelopeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Log of the passages of one producer's messages in one run through a proxy, found by the heads of the messages. It follows the
 * first run whose messages pass.
 *
 * <p>Assumptions and guarantees: usable from any thread. A message that passes several times has the times of its first passage,
 * and is answered when any passage is: a client library sends unanswered messages again after a connection broke.
 */
final class WireLog implements Tap {

    private final Map<Integer, Stream> streams = new HashMap<>();
    private final SortedMap<Long, Passage> passages = new TreeMap<>();
    private final LongConsumer begins;
    private boolean begun;
    private long runId;

    /** @param begins receives the intended time of the run's first message, when it passes */
    WireLog(LongConsumer begins) {
        this.begins = begins;
    }

    /** One connection: the messages found in it, and those that wait for an answer. */
    private static final class Stream {
        private final EnvelopeScanner toServer = new EnvelopeScanner();
        private final EnvelopeScanner toClient = new EnvelopeScanner();
        private final Queue<Forwarded> unanswered = new ArrayDeque<>();
    }

    private record Forwarded(long sequence, long ns) {}

    @Override
    public synchronized LongConsumer read(int connection, Way way, byte[] bytes, int length, long readNs) {
        Stream stream = streams.computeIfAbsent(connection, c -> new Stream());
        List<Long> found = new ArrayList<>();
        if (way == Way.TO_SERVER) {
            stream.toServer.scan(bytes, length, head -> {
                begin(head.runId, head.intendedNs);
                if (head.runId == runId) {
                    passages.putIfAbsent(
                            head.sequence,
                            new Passage(head.intendedNs, head.sentNs, readNs, Passage.NEVER, Passage.NEVER));
                    found.add(head.sequence);
                }
            });
            return writtenNs -> forwarded(stream, found, writtenNs);
        }
        List<Long> answered = new ArrayList<>();
        // Messages that were forwarded before this piece was read count as answered.
        Iterator<Forwarded> candidates = stream.unanswered.iterator();
        while (candidates.hasNext()) {
            Forwarded candidate = candidates.next();
            if (candidate.ns - readNs < 0) {
                answered.add(candidate.sequence);
                candidates.remove();
            }
        }
        stream.toClient.scan(bytes, length, head -> {
            if (head.runId == runId && passages.containsKey(head.sequence)) {
                found.add(head.sequence);
            }
        });
        return writtenNs -> arrived(answered, found, writtenNs);
    }

    private void begin(long run, long intendedNs) {
        if (!begun) {
            begun = true;
            runId = run;
            begins.accept(intendedNs);
        }
    }

    private synchronized void forwarded(Stream stream, List<Long> found, long writtenNs) {
        found.forEach(sequence -> stream.unanswered.add(new Forwarded(sequence, writtenNs)));
    }

    private synchronized void arrived(List<Long> answered, List<Long> delivered, long writtenNs) {
        answered.forEach(sequence -> passages.computeIfPresent(sequence, (s, passage) -> passage.answered(writtenNs)));
        delivered.forEach(
                sequence -> passages.computeIfPresent(sequence, (s, passage) -> passage.delivered(writtenNs)));
    }

    /** Passages of the messages so far, by sequence. */
    synchronized SortedMap<Long, Passage> passages() {
        return new TreeMap<>(passages);
    }
}
