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
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Client library with the least possible code around it: one producer, one listener, the same latencies as {@code artemis perf}.
 * It is the bar for every tool, and prints in the form of {@code artemis perf}, so that one reader reads all.
 *
 * <p>{@code wake} wakes the sender at each completion; {@code batch} lets it sleep until half of the messages in flight have come
 * back. {@code punctual} is {@code wake} by a thread that asks Linux for exact wake-ups, as Dyno's do: it shows what sending each
 * message at its own time costs.
 */
public final class BareLoop {

    private final boolean batch;
    private final int maxPending;
    private final int rate;
    private final long startNs = System.nanoTime();
    private final long warmupNs;
    private final long durationNs;

    private final Recorder sendTimes = new Recorder(3);
    private final Recorder transferTimes = new Recorder(3);
    private final Histogram allSends = new Histogram(3);
    private final Histogram allTransfers = new Histogram(3);
    private volatile long sent;
    private volatile long completed;
    private volatile long received;

    private final Semaphore permits;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean sleeping;
    private final Thread sender = Thread.currentThread();

    private BareLoop(boolean batch, int maxPending, int rate, int warmupSeconds, int durationSeconds) {
        this.batch = batch;
        this.maxPending = maxPending;
        this.rate = rate;
        warmupNs = warmupSeconds * 1_000_000_000L;
        durationNs = durationSeconds * 1_000_000_000L;
        permits = new Semaphore(maxPending);
    }

    /** @param args url, {@code wake}, {@code batch} or {@code punctual}, max pending, rate (0 = all-out), warmup and duration in seconds */
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
            Thread reporter = new Thread(this::report, "report");
            reporter.start();
            Session session = sending.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(session.createQueue("BARE"));
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.setDisableMessageID(true);
            producer.setDisableMessageTimestamp(true);
            send(session, producer);
            reporter.join();
            while (received < sent) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        System.out.println("--- SUMMARY");
        print("--- aggregated send time:      ", allSends);
        print("--- aggregated transfer time:  ", allTransfers);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes each counter.
    private void send(Session session, MessageProducer producer) throws JMSException, InterruptedException {
        byte[] payload = new byte[VsArtemisPerf.BYTES - Long.BYTES];
        long endNs = startNs + durationNs;
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
            long now = System.nanoTime();
            if (now >= endNs) {
                return;
            }
            BytesMessage message = session.createBytesMessage();
            message.writeLong(now);
            message.writeBytes(payload);
            producer.send(message, new Completion(now));
            sent++;
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
        @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes each counter.
        public void onCompletion(Message message) {
            sendTimes.recordValue(System.nanoTime() - sentNs);
            completed++;
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

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes each counter.
    private void onMessage(Message message) {
        try {
            long now = System.nanoTime();
            transferTimes.recordValue(now - ((BytesMessage) message).readLong());
            received++;
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private void report() {
        long lastSent = 0;
        long lastCompleted = 0;
        long lastReceived = 0;
        for (long at = startNs + 1_000_000_000L; at <= startNs + durationNs; at += 1_000_000_000L) {
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            boolean warmup = at <= startNs + warmupNs;
            Histogram sends = sendTimes.getIntervalHistogram();
            Histogram transfers = transferTimes.getIntervalHistogram();
            if (!warmup) {
                allSends.add(sends);
                allTransfers.add(transfers);
            }
            System.out.println();
            System.out.println("--- warmup " + warmup);
            System.out.printf("--- sent:      %8d msg/sec%n", sent - lastSent);
            System.out.printf("--- blocked:   %8d msg/sec%n", 0);
            System.out.printf("--- completed: %8d msg/sec%n", completed - lastCompleted);
            System.out.printf("--- received:  %8d msg/sec%n", received - lastReceived);
            System.out.flush();
            lastSent = sent;
            lastCompleted = completed;
            lastReceived = received;
        }
    }

    private static void print(String label, Histogram times) {
        System.out.printf(
                "%s mean: %9.2f us - 50.00%%: %9.2f us - 90.00%%: %9.2f us - 99.00%%: %9.2f us - 99.90%%: %9.2f us - 99.99%%:"
                        + " %9.2f us - max: %9.2f us%n",
                label,
                times.getMean() / 1e3,
                times.getValueAtPercentile(50) / 1e3,
                times.getValueAtPercentile(90) / 1e3,
                times.getValueAtPercentile(99) / 1e3,
                times.getValueAtPercentile(99.9) / 1e3,
                times.getValueAtPercentile(99.99) / 1e3,
                times.getMaxValue() / 1e3);
    }
}
