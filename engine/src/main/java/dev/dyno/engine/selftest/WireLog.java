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
 * <p>Assumptions and guarantees: usable from any thread. A message that passes several times has the times of the first, and is
 * answered when any of them is: a client library sends unanswered messages again after a connection broke.
 */
final class WireLog implements Tap {

    private final Map<Integer, Stream> streams = new HashMap<>();
    private final SortedMap<Long, Message> messages = new TreeMap<>();
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

    private record Forwarded(Message message, long ns) {}

    private static final class Message {
        private final long intendedNs;
        private final long sentNs;
        private final long enteredNs;
        private long forwardedNs = Passage.NEVER;
        private long answeredNs = Passage.NEVER;
        private long deliveredNs = Passage.NEVER;

        Message(long intendedNs, long sentNs, long enteredNs) {
            this.intendedNs = intendedNs;
            this.sentNs = sentNs;
            this.enteredNs = enteredNs;
        }
    }

    @Override
    public synchronized LongConsumer read(int connection, Way way, byte[] bytes, int length, long readNs) {
        Stream stream = streams.computeIfAbsent(connection, c -> new Stream());
        List<Message> found = new ArrayList<>();
        if (way == Way.TO_SERVER) {
            stream.toServer.scan(bytes, length, (run, producer, sequence, intendedNs, sentNs) -> {
                begin(run, intendedNs);
                if (run == runId) {
                    found.add(messages.computeIfAbsent(sequence, s -> new Message(intendedNs, sentNs, readNs)));
                }
            });
            return writtenNs -> forwarded(stream, found, writtenNs);
        }
        List<Message> answered = new ArrayList<>();
        // In the order in which they were forwarded.
        Iterator<Forwarded> candidates = stream.unanswered.iterator();
        while (candidates.hasNext()) {
            Forwarded candidate = candidates.next();
            if (candidate.ns - readNs < 0) {
                answered.add(candidate.message);
                candidates.remove();
            }
        }
        stream.toClient.scan(bytes, length, (run, producer, sequence, intendedNs, sentNs) -> {
            Message message = messages.get(sequence);
            if (run == runId && message != null) {
                found.add(message);
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

    private synchronized void forwarded(Stream stream, List<Message> found, long writtenNs) {
        for (Message message : found) {
            message.forwardedNs = first(message.forwardedNs, writtenNs);
            stream.unanswered.add(new Forwarded(message, writtenNs));
        }
    }

    private synchronized void arrived(List<Message> answered, List<Message> delivered, long writtenNs) {
        answered.forEach(message -> message.answeredNs = first(message.answeredNs, writtenNs));
        delivered.forEach(message -> message.deliveredNs = first(message.deliveredNs, writtenNs));
    }

    private static long first(long before, long now) {
        return before == Passage.NEVER ? now : before;
    }

    /** Passages of the messages so far, by sequence. */
    synchronized SortedMap<Long, Passage> passages() {
        SortedMap<Long, Passage> passages = new TreeMap<>();
        messages.forEach((sequence, message) -> passages.put(
                sequence,
                new Passage(
                        message.intendedNs,
                        message.sentNs,
                        message.enteredNs,
                        message.forwardedNs,
                        message.answeredNs,
                        message.deliveredNs)));
        return passages;
    }
}
