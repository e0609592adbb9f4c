package dev.dyno.bench;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The client library with the least possible code around it: one producer and one listener, with the latencies of
 * {@code artemis perf}. It is the lower bound for the cost of every tool on this library. Prints in the form of
 * {@code artemis perf}, so that {@link Measured} reads both.
 *
 * <p>With {@code wake}, each completion wakes the sender; with {@code batch}, the sender sleeps until half of the messages in
 * flight are acknowledged. {@code punctual} is {@code wake} with a sender that asks Linux for exact wake-ups, as Dyno's threads
 * do: it shows the cost of sending each message at its own time.
 */
public final class BareLoop {

    private final boolean batch;
    private final int maxPending;
    private final int rate;
    private final Recorder sendTimes = new Recorder(3);
    private final Recorder transferTimes = new Recorder(3);
    private final LongAdder completed = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final Ticker ticker;
    private final Semaphore permits;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean sleeping;
    private final Thread sender = Thread.currentThread();

    private BareLoop(boolean batch, int maxPending, int rate, int warmupSeconds, int durationSeconds) {
        this.batch = batch;
        this.maxPending = maxPending;
        this.rate = rate;
        permits = new Semaphore(maxPending);
        ticker = new Ticker(durationSeconds, completed, received, second -> {
            if (second == warmupSeconds) {
                sendTimes.reset();
                transferTimes.reset();
            }
        });
    }

    /** @param args url; {@code wake|batch|punctual}; max pending; rate (0 = all-out); seconds of warm-up; seconds in all */
    public static void main(String[] args) throws Exception {
        if (args[1].equals("punctual")) {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", String.valueOf(thread), "timerslack_ns"), "1");
        }
        BareLoop loop = new BareLoop(
                args[1].equals("batch"),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]),
                Integer.parseInt(args[5]));
        loop.run(args[0]);
    }

    private void run(String url) throws JMSException, InterruptedException {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                Connection sending = factory.createConnection();
                Connection receiving = factory.createConnection()) {
            Session consumerSession = receiving.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = consumerSession.createConsumer(consumerSession.createQueue("BARE"));
            consumer.setMessageListener(this::onMessage);
            receiving.start();
            Session session = sending.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(session.createQueue("BARE"));
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.setDisableMessageID(true);
            producer.setDisableMessageTimestamp(true);
            ticker.start();
            long sent = send(session, producer);
            ticker.join();
            while (received.sum() < sent) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        System.out.println("--- SUMMARY");
        print("send", sendTimes.getIntervalHistogram());
        print("transfer", transferTimes.getIntervalHistogram());
    }

    /** Sends until the time is over; returns the number of messages. */
    private long send(Session session, MessageProducer producer) throws JMSException, InterruptedException {
        byte[] payload = new byte[VsArtemisPerf.BYTES - Long.BYTES];
        long startNs = System.nanoTime();
        for (long i = 0; ; i++) {
            if (rate > 0) {
                long dueNs = startNs + i * 1_000_000_000L / rate;
                long wait = dueNs - System.nanoTime();
                while (wait > 0) {
                    LockSupport.parkNanos(wait);
                    wait = dueNs - System.nanoTime();
                }
            }
            if (batch) {
                awaitRoom();
            } else {
                permits.acquire();
            }
            if (ticker.isOver()) {
                return i;
            }
            long now = System.nanoTime();
            BytesMessage message = session.createBytesMessage();
            message.writeLong(now);
            message.writeBytes(payload);
            producer.send(message, new Completion(now));
        }
    }

    private void awaitRoom() {
        if (inFlight.incrementAndGet() <= maxPending) {
            return;
        }
        sleeping = true;
        while (inFlight.get() > Math.max(1, maxPending / 2)) {
            LockSupport.parkNanos(1_000_000);
        }
        sleeping = false;
    }

    private final class Completion implements CompletionListener {
        private final long sentNs;

        Completion(long sentNs) {
            this.sentNs = sentNs;
        }

        @Override
        public void onCompletion(Message message) {
            sendTimes.recordValue(System.nanoTime() - sentNs);
            completed.increment();
            if (!batch) {
                permits.release();
            } else if (inFlight.decrementAndGet() <= Math.max(1, maxPending / 2) && sleeping) {
                sleeping = false;
                LockSupport.unpark(sender);
            }
        }

        @Override
        public void onException(Message message, Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void onMessage(Message message) {
        try {
            long now = System.nanoTime();
            transferTimes.recordValue(now - ((BytesMessage) message).readLong());
            received.increment();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void print(String of, Histogram times) {
        String percentiles = DoubleStream.of(50, 90, 99, 99.9, 99.99)
                .mapToObj(percent -> String.format(
                        Locale.ROOT, "%.2f%%: %9.2f us - ", percent, times.getValueAtPercentile(percent) / 1e3))
                .collect(Collectors.joining());
        System.out.printf(
                Locale.ROOT,
                "--- aggregated %s time: mean: %9.2f us - %smax: %9.2f us%n",
                of,
                times.getMean() / 1e3,
                percentiles,
                times.getMaxValue() / 1e3);
    }
}
