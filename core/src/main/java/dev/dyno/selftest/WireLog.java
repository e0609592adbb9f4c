package dev.dyno.selftest;

import dev.dyno.load.EnvelopeScanner;
import dev.dyno.proxy.Tap;
import dev.dyno.proxy.Way;
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
 * The passage of each message of one producer in one run through a proxy, by the heads of the messages that pass. The first run
 * whose messages pass is the one that is followed.
 *
 * <p>Assumptions and guarantees: usable from any thread. A message that passes several times counts as of the first.
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

    /** A connection: what has been found in it, and what waits for an answer on it. */
    private static final class Stream {
        private final EnvelopeScanner toServer = new EnvelopeScanner();
        private final EnvelopeScanner toClient = new EnvelopeScanner();
        private final Queue<Message> unanswered = new ArrayDeque<>();
    }

    private static final class Message {
        private long intendedNs;
        private long sentNs;
        private long enteredNs = Passage.NEVER;
        private long forwardedNs = Passage.NEVER;
        private long answeredNs = Passage.NEVER;
        private long deliveredNs = Passage.NEVER;
    }

    @Override
    public synchronized LongConsumer read(int connection, Way way, byte[] bytes, int length, long readNs) {
        Stream stream = streams.computeIfAbsent(connection, c -> new Stream());
        List<Message> found = new ArrayList<>();
        if (way == Way.TO_SERVER) {
            stream.toServer.scan(bytes, length, (run, producer, sequence, intendedNs, sentNs) -> {
                begin(run, intendedNs);
                Message message = new Message();
                if (run == runId && messages.putIfAbsent(sequence, message) == null) {
                    message.intendedNs = intendedNs;
                    message.sentNs = sentNs;
                    message.enteredNs = readNs;
                    found.add(message);
                }
            });
            return writtenNs -> forwarded(stream, found, writtenNs);
        }
        List<Message> answered = new ArrayList<>();
        // In the order in which they were forwarded.
        Iterator<Message> candidates = stream.unanswered.iterator();
        while (candidates.hasNext()) {
            Message message = candidates.next();
            if (message.forwardedNs - readNs < 0) {
                answered.add(message);
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
            message.forwardedNs = writtenNs;
            stream.unanswered.add(message);
        }
    }

    private synchronized void arrived(List<Message> answered, List<Message> delivered, long writtenNs) {
        answered.forEach(message -> message.answeredNs = writtenNs);
        for (Message message : delivered) {
            if (message.deliveredNs == Passage.NEVER) {
                message.deliveredNs = writtenNs;
            }
        }
    }

    /** The messages that have passed so far, by sequence. */
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
