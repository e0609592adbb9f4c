package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.WorkerUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A run of random numbers that agree with each other; those of a seed are always the same. */
final class RandomRun extends JudgedRun {

    /** Difference between the second half of the load and the first. */
    enum Change {
        NONE,
        SLOWER,
        LATER,
        STALLED
    }

    static final int PROCESSORS = 2;

    final Change change;
    final boolean hasSeconds;
    private final SplittableRandom random;
    private final long medianNs;
    private final int seconds;
    private final int perSecond;
    private final long drainNs;
    private final Optional<String> timeToLive;
    private final Map<String, Double> host = new LinkedHashMap<>();

    RandomRun(long seed) {
        random = new SplittableRandom(seed);
        seconds = (int) any(3, 8, 12, 30);
        perSecond = (int) any(2, 20, 200, 2_000);
        medianNs = (long) any(100_000, 1_000_000, 20_000_000);
        drainNs = (long) any(0, 2e9, 10e9);
        change = Change.values()[random.nextInt(Change.values().length)];
        hasSeconds = random.nextInt(4) == 0;
        int side = random.nextInt(8);
        produces = side != 0;
        consumes = side != 1;
        timeToLive = Optional.of(any(0, 1) == 0 ? "1s" : "1h").filter(ttl -> produces && random.nextInt(6) == 0);
        settings();
        load();
        machine();
    }

    private double any(double... values) {
        return values[random.nextInt(values.length)];
    }

    /** The first value in three of four cases. */
    private double mostly(double usual, double... others) {
        return random.nextInt(4) > 0 ? usual : any(others);
    }

    private static long part(long whole, double share) {
        return Math.round(whole * share);
    }

    private void settings() {
        Map<String, Object> producers = new LinkedHashMap<>();
        producers.put("maxPending", (int) any(0, 1, 100, 10_000));
        producers.put("mode", any(0, 1) == 0 ? "SYNC" : "ASYNC");
        producers.put("persistent", any(0, 1) == 0);
        producers.put("messageCount", (int) mostly(0, 1));
        profiles = mostly(0, 1) == 1 ? List.of(Samples.profile()) : List.of();
        warmupNs = (long) mostly(1e9, 0);
        timeToLive.ifPresent(ttl -> producers.put("timeToLive", ttl));
        Map<String, Object> consumers = new LinkedHashMap<>();
        consumers.put("commitInterval", (int) any(1, 10));
        if (!produces) {
            consumers.put("rate", perSecond + "/s");
        } else if (mostly(0, 1) == 1) {
            consumers.put("selector", "colour = 'red'");
        }
        config = Map.of(
                "producers",
                produces ? List.of(producers) : List.of(),
                "consumers",
                consumes ? List.of(consumers) : List.of(),
                "failIf",
                List.of("rate < " + (int) any(1, 1_000) + "/s"));
        acknowledgedByClient = mostly(0, 1) == 1;
        unsteady = warmupNs > 0 && mostly(0, 1) == 1 ? Optional.of("it rose") : Optional.empty();
        runsSeen = (int) mostly(1, 2);
        backlog = mostly(0, 1) == 1 ? Optional.of(Samples.backlog()) : Optional.empty();
    }

    private void load() {
        boolean isScheduled = produces && random.nextInt(3) > 0;
        long slots = (long) seconds * perSecond;
        long skipped = isScheduled ? part(slots, mostly(0, 0.02, 0.3)) : 0;
        long unsent = isScheduled ? part(slots - skipped, mostly(0, 0.002, 0.05, 0.5, 1)) : 0;
        long sent = produces ? slots - skipped - unsent : 0;
        long acknowledged = part(sent, mostly(1, 0.99, 0.9, 0.3, 0));
        // A wait that the end of the load ended has no send.
        long blocked = produces ? part(slots, mostly(0, 0.3, 0.5, 0.96, 1)) + (long) any(0, 1) : 0;
        intendedPerSecond = isScheduled ? perSecond : 0;
        slotsDue = isScheduled ? slots + perSecond : 0;
        slotsUnsent = unsent;
        due = produces
                ? new DueMessages(
                        slots - skipped, part(acknowledged, mostly(1, 0.98, 0.5)), unsent, sent - acknowledged, 0)
                : DueMessages.NONE;
        if (seconds >= 8 && mostly(0, 1) == 1) {
            faults = List.of(Seconds.fault("kill", 4_000, Seconds.outage(4_000, 6_000), sent - acknowledged));
        }
        long warmup = produces ? part(perSecond, warmupNs / 1e9) : 0;
        deliveries(produces ? acknowledged + warmup : slots, sent - acknowledged);
        long received = Math.max(0, ledger.delivered() - warmup);
        measured = new Counts(sent, blocked, acknowledged, received, 0, skipped, 0, 0, 0, 0);
        total = new Counts(
                sent + warmup,
                blocked,
                acknowledged + warmup,
                ledger.delivered(),
                part(sent - acknowledged, any(0, 1)),
                skipped,
                0,
                0,
                0,
                0);
        latencies(isScheduled, received, unsent, sent - acknowledged);
    }

    /** With one fate for all messages that are missing. */
    private void deliveries(long acknowledged, long inDoubt) {
        long expected = consumes ? acknowledged : 0;
        boolean lossKnown = consumes && !config.toString().contains("selector");
        long missing = part(expected, mostly(0, 0.0005, 0.02, 0.5, 1));
        int fate = produces ? random.nextInt(4) : 0;
        // An unknown fate is that of messages with a time to live, too; the ledger counts those that came elsewhere.
        long expired = lossKnown && fate == 1 && !timeToLive.equals(Optional.of("1h")) ? missing : 0;
        ledger = new LedgerCounts(
                expected,
                expected - missing,
                (lossKnown && fate == 2) || !produces ? missing : 0,
                lossKnown && fate == 3 ? missing : 0,
                part(expected, mostly(0, 0.01)),
                faults.isEmpty() ? part(expected, mostly(0, 0.01)) : 0,
                (long) mostly(0, 1),
                0,
                inDoubt,
                0,
                0,
                0,
                expired,
                timeToLive.isPresent() ? 0 : expired,
                lossKnown,
                mostly(1, 0) == 1);
        boolean isUnknown = produces && lossKnown && ledger.fateUnknown() > 0;
        brokerAway = isUnknown && !faults.isEmpty() && any(0, 1) == 1;
        silentNs = missing > 0 && lossKnown && produces ? Optional.of((long) any(1e9, 6e9)) : Optional.empty();
    }

    private void latencies(boolean isScheduled, long received, long unsent, long unacknowledged) {
        long delayNs = Math.min(medianNs / 2, (long) mostly(20_000, 0.15 * medianNs, 0.5 * medianNs));
        if (isScheduled) {
            add(Latency.SEND_DELAY, measured.sent(), delayNs);
            add(Latency.OWN_DELAY, measured.sent(), (long) (delayNs * any(0.1, 1)));
        }
        add(Latency.SEND_ACK, measured.acknowledged(), medianNs - delayNs);
        add(Latency.RESPONSE, measured.acknowledged(), medianNs);
        add(Latency.END_TO_END, received, medianNs);
        latencies.addUnfinished(Latency.SEND_DELAY, Samples.SECOND, unsent);
        latencies.addUnfinished(Latency.SEND_ACK, Samples.SECOND, unacknowledged);
        latencies.addUnfinished(Latency.RESPONSE, Samples.SECOND, unsent + unacknowledged);
        latencies.addUnfinished(Latency.END_TO_END, Samples.SECOND, ledger.undelivered());
    }

    /** One of fifty is eight times as long. */
    private void add(Latency latency, long count, long ns) {
        if (count > 0) {
            latency(latency, count - count / 50, ns);
            latency(latency, count / 50, 8 * ns);
        }
    }

    private void machine() {
        double own = any(0.1, 0.5, 1, 1.95);
        double broker = Math.min(PROCESSORS - own, any(0.05, 0.4, 0.9));
        double all = Math.min(PROCESSORS, own + broker + mostly(0.1, 0.6, 1.5));
        boolean isKnown = random.nextInt(8) > 0;
        worker = new WorkerUsage(
                seconds,
                own * seconds,
                seconds * mostly(0.01, 0.07, 0.3),
                isKnown ? Optional.of(all / PROCESSORS) : Optional.empty());
        environment = Map.of("processors", Integer.toString(PROCESSORS));
        if (isKnown) {
            host.put(ResourceMetric.CPU.tag(), all);
            host.put(ResourceMetric.CPU_BUSIEST_CORE.tag(), Math.max(100 * all / PROCESSORS, mostly(0, 97)));
            host.put(ResourceMetric.DISK_BUSY.tag(), mostly(5, 60, 93));
            host.put(ResourceMetric.CPU_STOLEN.tag(), mostly(0, 0.05, 0.3));
        }
        Map<String, Double> ofWorker = Map.of(
                ResourceMetric.CPU_BUSIEST_THREAD.tag(),
                Math.min(100, 100 * own) * any(0.3, 1),
                ResourceMetric.CPU_THROTTLED.tag(),
                mostly(0, 0.1, 0.3));
        if (produces && random.nextInt(6) == 0) {
            Finding full = Finding.suspect(
                    "worker-saturated", Value.number("generator", any(3.85, 3.9, 4)), Value.number("processors", 4));
            workers = RuleTableTest.workers(0, (long) mostly(0, 5_000, 500_000)).stream()
                    .map(share ->
                            Samples.changed(share, Map.of("reasons", mostly(0, 1) == 1 ? List.of(full) : List.of())))
                    .toList();
            resources =
                    List.of(summary(ResourceSample.ofHost("a"), host), summary(ResourceSample.ofWorker("a"), ofWorker));
        } else {
            resources = List.of(
                    summary(ResourceSample.HOST, host),
                    summary(ResourceSample.WORKER, ofWorker),
                    summary(ResourceSample.BROKER, Map.of(ResourceMetric.CPU.tag(), broker)));
        }
    }

    private static ResourceSummary summary(String subject, Map<String, Double> means) {
        Map<String, ResourceSummary.Values> values = new LinkedHashMap<>();
        means.forEach((metric, mean) -> values.put(
                metric, new ResourceSummary.Values(10, mean, mean, mean, Optional.of(mean), Optional.empty())));
        return new ResourceSummary(subject, values, Map.of());
    }

    RunEvidence evidence() {
        RunResult run = result().with(parts -> parts.drainNs = drainNs);
        return new RunEvidence(run, hasSeconds ? overTime(run) : RunTimeSeries.NONE);
    }

    private RunTimeSeries overTime(RunResult run) {
        OverTimeCollector collector = new OverTimeCollector();
        Latencies first = second(medianNs, 0);
        Latencies second = second(change == Change.LATER ? 3 * medianNs : medianNs, 0);
        Latencies stalled = second(medianNs, Math.min(900_000_000, 100 * medianNs));
        for (int i = 0; i <= seconds; i++) {
            boolean isSecond = i > seconds / 2;
            boolean isStall = change == Change.STALLED && i == seconds / 2 + 1;
            double share = (change == Change.SLOWER && isSecond ? 0.7 : 1) / seconds;
            collector.add(Samples.second(
                    i,
                    i == 0 ? Phase.WARMUP : Phase.MEASURE,
                    new Counts(
                            part(measured.sent(), share),
                            part(measured.blocked(), share),
                            part(measured.acknowledged(), share),
                            part(measured.received(), share),
                            0,
                            part(measured.skipped(), share),
                            0,
                            0,
                            0,
                            0),
                    isStall ? stalled : isSecond ? second : first));
            collector.add(new ResourceSample(
                    resources.get(0).subject(), Phase.MEASURE, i * Samples.SECOND, (i + 1) * Samples.SECOND, host));
        }
        for (int i = 1; i <= drainNs / Samples.SECOND; i++) {
            collector.add(Samples.second(seconds + i, Phase.DRAIN, Counts.ZERO, new Latencies()));
        }
        return collector.build(run);
    }

    /** Latencies of a second, all equal, with a longest one unless that is 0. */
    private static Latencies second(long ns, long longestNs) {
        Latencies some = new Latencies();
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            some.add(latency, Samples.times(100, ns));
            if (longestNs > 0) {
                some.add(latency, Samples.times(1, longestNs));
            }
        }
        return some;
    }
}
