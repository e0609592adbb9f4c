package dev.dyno.cluster;

import dev.dyno.cluster.Report.Told;
import dev.dyno.cluster.WireJson.BadMessageException;
import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupConnector;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.GroupListener;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.cluster.group.Member;
import dev.dyno.cluster.group.RefusalException;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.PeerWorkers.Stage;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.SubscriptionName;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * Worker that sends and receives nothing, but reports like one that does. So many fit into one process, and only the
 * coordinator's work is seen. Each message reported as sent is also reported as received.
 */
final class TellingWorker implements GroupListener {

    private static final Destination QUEUE = Destination.parse("queue://BENCH");
    private static final long SECOND_NS = 1_000_000_000;
    private static final int DELIVERIES_A_SECOND = 5;

    /**
     * Reports to make.
     *
     * @param intervals a second
     * @param messages a second
     * @param seconds duration of the load
     */
    record Script(int intervals, int messages, int seconds) {}

    private final int index;
    private final Script script;
    private final TimeSource time;
    private final Random random;
    private final CompletableFuture<Group> group = new CompletableFuture<>();
    private final CompletableFuture<Member> coordinator = new CompletableFuture<>();
    private final Thread telling;

    /** Guarded by this. */
    private String run = "";
    /** Guarded by this. */
    private long number;

    private Counts total = Counts.ZERO;
    private long told;

    private TellingWorker(int index, Script script, TimeSource time) {
        this.index = index;
        this.script = script;
        this.time = time;
        random = new Random(index);
        telling = new Thread(this::tellAll, "worker-" + index);
    }

    /** Joins the group, and reports by itself from then on. */
    static void join(HostPort address, int index, Script script, TimeSource time) throws GroupException {
        TellingWorker worker = new TellingWorker(index, script, time);
        GroupOptions options = new GroupOptions(address, String.format("w%02d", index), "bench");
        worker.group.complete(GroupConnector.join(options, time, worker, Duration.ofSeconds(30)));
    }

    @Override
    public byte[] answer(Member from, byte[] request) throws RefusalException {
        try {
            Command.Prepare prepare = WireJson.read(request, Command.Prepare.class);
            synchronized (this) {
                run = prepare.run();
            }
            coordinator.complete(from);
            // Own clock, so that the coordinator measures it.
            return WireJson.write(new Command.Ready("clock-" + index));
        } catch (BadMessageException e) {
            throw new RefusalException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void received(Member from, byte[] message) {
        try {
            Command command = WireJson.read(message, Command.class);
            if (command instanceof Command.Begin) {
                tell(new Report.Consuming(List.of(new SubscriptionName(QUEUE, "", Optional.empty()))));
                tell(new Report.Reached(Stage.CONSUMERS));
            } else if (command instanceof Command.GoOn go) {
                goOn(go.stage());
            }
        } catch (BadMessageException e) {
            throw new IllegalStateException(e);
        }
    }

    private void goOn(Stage stage) {
        switch (stage) {
            case CONSUMERS -> {
                tell(new Report.Connected(1, 1));
                tell(new Report.Reached(Stage.PRODUCERS));
            }
            case PRODUCERS -> tell(new Report.Probed(new long[0], new long[0]));
            case PROBES -> tell(new Report.Reached(Stage.START));
            case START -> telling.start();
            case SENT -> {
                // The failure is reported already.
            }
            case DRAINED -> tell(new Report.Ended(contribution()));
        }
    }

    private void tellAll() {
        long startNs = time.nanoTime();
        long lengthNs = SECOND_NS / script.intervals;
        int everyDeliveries = Math.max(1, script.intervals / DELIVERIES_A_SECOND);
        int all = script.seconds * script.intervals;
        for (int i = 0; i < all; i++) {
            long endNs = (i + 1) * lengthNs;
            while (time.nanoTime() < startNs + endNs) {
                time.parkUntil(startNs + endNs);
            }
            Interval interval = interval(i, endNs - lengthNs, endNs);
            total = total.plus(interval.counts());
            tell(new Report.Second(interval));
            if ((i + 1) % everyDeliveries == 0 || i == all - 1) {
                tellDeliveries();
            }
        }
        tell(new Report.Reached(Stage.SENT));
        tell(new Report.Sent(List.of(new ProducerAccount(
                index, QUEUE, total.sent(), new long[0], new SendTimes(new long[0], new long[0], new long[0])))));
    }

    private Interval interval(int i, long startNs, long endNs) {
        int messages = script.messages / script.intervals;
        Latencies latencies = new Latencies();
        for (Latency latency : List.of(Latency.RESPONSE, Latency.SEND_ACK, Latency.TRANSFER, Latency.END_TO_END)) {
            Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
            for (int n = 0; n < messages; n++) {
                // Around a millisecond, with a long tail.
                histogram.recordValue((long) (1e6 * Math.exp(random.nextGaussian())));
            }
            latencies.add(latency, histogram);
        }
        return new Interval(
                i,
                Interval.Phase.MEASURE,
                startNs,
                endNs,
                time.epochMillis(),
                new Counts(messages, 0, messages, messages, 0, 0, 0, 0, 0, 0),
                latencies,
                new Latencies());
    }

    private void tellDeliveries() {
        long[] sequences = LongStream.range(told, total.sent()).toArray();
        told = total.sent();
        tell(Report.Arrived.of(List.of(new DeliveryReport(0, runId(), index, sequences, new long[0]))));
    }

    private synchronized long runId() {
        return Long.parseUnsignedLong(run, 16);
    }

    private WorkerReport contribution() {
        RunResult.Parts parts = new RunResult.Parts();
        parts.totals = total;
        parts.measured = total;
        parts.measuredNs = script.seconds * SECOND_NS;
        parts.ledger = new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        parts.conditions = Optional.of(VerdictInputs.UNKNOWN);
        return new WorkerReport(parts.result(), 0, Map.of(), new Semantics(Semantics.AcknowledgedBy.BROKER, Map.of()));
    }

    private synchronized void tell(Told what) {
        group.join().send(coordinator.join(), WireJson.write(new Report(run, number++, what)));
    }
}
