package dev.dyno.engine.run;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.config.file.DriverFile;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.FreshNames;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Runs whole workloads through the driver whose module's tests are running. A specification has the address of its broker, and its
 * properties.
 */
public final class Loads {

    private Loads() {}

    /** A run and the outages that it had. */
    public record Disturbed(RunResult result, List<Outage> outages) {

        /** Seconds of the longest outage. */
        public double longestOutageS() {
            return outages.stream().mapToDouble(Outage::seconds).max().orElse(0);
        }
    }

    /** Question to a broker during a load. */
    @FunctionalInterface
    public interface Asking {

        /** @param topic the first one of the load */
        void ask(String topic) throws Exception;
    }

    /** A workload file of the OpenMessaging Benchmark: two topics, each with two subscriptions, two producers, and keys. */
    public static String ombWorkload(int partitions) {
        return """
                { name: two topics, topics: 2, partitionsPerTopic: %d, keyDistributor: KEY_ROUND_ROBIN, messageSize: 100,
                  useRandomizedPayloads: true, randomBytesRatio: 0.5, randomizedPayloadPoolSize: 10,
                  subscriptionsPerTopic: 2, consumerPerSubscription: 2, producersPerTopic: 2, producerRate: 400,
                  consumerBacklogSizeGB: 0, testDurationMinutes: 5 }
                """.formatted(partitions);
    }

    /**
     * Runs files of the OpenMessaging Benchmark until the broker has been asked, which begins with the second second.
     *
     * @param spec with properties, in whose places those of the driver's file stand
     */
    public static RunResult omb(ClientSpec spec, String driverFile, String workloadFile, Asking asking) {
        DriverFile settings = DriverFile.of("driver.yaml", driverFile, false);
        WorkloadFile file = WorkloadFile.of("workload.yaml", workloadFile);
        assertThat(settings.problems()).isEmpty();
        assertThat(file.problems()).isEmpty();
        Map<String, String> all = new HashMap<>(spec.properties());
        all.putAll(settings.properties());
        FreshNames names = FreshNames.of(new Random().nextLong());
        Workload named = names.in(settings.traffic().appliedTo(file.workload()));
        Workload workload = new Workload(
                named.name(),
                named.seed(),
                named.producers(),
                named.consumers(),
                new Phases(Duration.ZERO, Duration.ofMinutes(1), Duration.ofSeconds(10)));
        Target target = names.in(new Target("tested", spec.url(), Optional.empty(), Optional.empty(), all));
        RunResult result = runUntilAsked(target, workload, asking);
        assertThat(result.ledger().lost() + result.ledger().duplicate()).isZero();
        assertThat(result.ledger().delivered()).isPositive();
        return result;
    }

    /** Runs a workload until the broker has been asked, which begins with the second second. */
    public static RunResult runUntilAsked(ClientSpec spec, String workload, Asking asking) {
        return runUntilAsked(target(spec), workload(workload), asking);
    }

    /** Waits for a number of connections, which a busy machine makes late. */
    public static void awaitConnections(Callable<? extends Number> connections, long expected) throws Exception {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (connections.call().longValue() < expected && giveUpNs - System.nanoTime() > 0) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(connections.call().longValue()).isEqualTo(expected);
    }

    private static Target target(ClientSpec spec) {
        return new Target("tested", spec.url(), spec.credentials(), Optional.empty(), spec.properties());
    }

    /** A workload file that must have no problems. */
    public static Workload workload(String text) {
        WorkloadFile file = WorkloadFile.of("load.yaml", text);
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    private static RunResult runUntilAsked(Target target, Workload workload, Asking asking) {
        String topic = workload.producers().get(0).destinations().get(0).name();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        RunResult result;
        CompletableFuture<Void> answer;
        try (SystemTime time = new SystemTime()) {
            LocalRunner runner =
                    runner(ofThisModule(), target, workload, interval -> begun.complete(null), time, FaultPlan.NONE);
            answer = begun.thenRunAsync(() -> asked(asking, topic)).whenComplete((nothing, failure) -> runner.stop());
            result = runner.run();
        }
        assertThat(result.outcome().cause()).isEmpty();
        assertThat(answer).succeedsWithin(Duration.ofSeconds(10));
        return result;
    }

    /**
     * Runs a workload to its end, good or bad, with broken connections replaced, while something is done to the broker, which begins
     * with the second second.
     */
    public static Disturbed disturbed(ClientSpec spec, String workload, Asking doing) {
        Workload load = workload(workload);
        String first = load.producers().get(0).destinations().get(0).name();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> done = begun.thenRunAsync(() -> asked(doing, first));
        OverTimeCollector overTime = new OverTimeCollector();
        RunListener watching = interval -> {
            overTime.add(interval);
            begun.complete(null);
        };
        FaultPlan reconnecting = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100)));
        try (SystemTime time = new SystemTime()) {
            RunResult result = runner(ofThisModule(), target(spec), load, watching, time, reconnecting)
                    .run();
            if (begun.isDone()) {
                assertThat(done).succeedsWithin(Duration.ofSeconds(60));
            }
            return new Disturbed(result, overTime.build(result).outages());
        }
    }

    private static void asked(Asking asking, String topic) {
        try {
            asking.ask(topic);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs a workload to its end, which must be a good one.
     *
     * @param workload a file of either format
     */
    public static RunResult run(ClientSpec spec, String workload) {
        return run(ofThisModule(), target(spec), workload(workload));
    }

    /** Adds the sequence of a message of a load, but not that of a probe: as somebody reads it who knows only the message head. */
    public static void addSequence(byte[] body, Set<Long> sequences) {
        ByteBuffer head = ByteBuffer.wrap(body);
        boolean probe = head.getInt(4) < 0;
        if (!probe) {
            sequences.add(head.getLong(16));
        }
    }

    private static Drivers ofThisModule() {
        return drivers(DriverFolder.ofThisModule().driver());
    }

    /** Opens any target by this driver. */
    static Drivers drivers(Driver driver) {
        return (to, clock) -> driver.open(new ClientSpec(to.url(), to.credentials(), to.properties(), clock));
    }

    /** Plan of a run that is never made, or not by a driver. */
    public static RunPlan plan(long runId, int producerIdBase, Workload workload) {
        Target target = new Target("sim", "sim://x", Optional.empty(), Optional.empty(), Map.of());
        return new RunPlan(
                workload,
                target,
                target,
                Share.WHOLE,
                runId,
                false,
                producerIdBase,
                FaultPlan.NONE,
                Map.of(),
                Map.of());
    }

    private static LocalRunner runner(
            Drivers drivers,
            Target target,
            Workload workload,
            RunListener listener,
            SystemTime time,
            FaultPlan faults) {
        RunPlan plan = new RunPlan(workload, target, target, Share.WHOLE, 1, false, 0, faults, Map.of(), Map.of());
        return new LocalRunner(plan, drivers, time, Threads.daemons(() -> {}), listener);
    }

    /** Runs a workload to its end, which must be a good one. */
    static RunResult run(Drivers drivers, Target target, Workload workload) {
        try (SystemTime time = new SystemTime()) {
            RunResult result = runner(drivers, target, workload, interval -> {}, time, FaultPlan.NONE)
                    .run();
            assertThat(result.outcome().success())
                    .as("%s", result.outcome().cause())
                    .isTrue();
            return result;
        }
    }

    /** Receives exactly this number of messages that another program has sent, from the earliest one on. */
    public static RunResult receive(ClientSpec spec, Destination from, int messages) {
        return run(
                spec,
                "{ consumers: { from: " + from + ", begin: earliest, messages: " + messages
                        + " }, phases: { measure: until stopped } }");
    }

    /**
     * All of them are counted, sized and timed, and none is judged.
     *
     * @param bytes of each body
     * @param timestamp that their times count from; empty if they have none
     */
    public static void assertForeign(RunResult result, int messages, int bytes, Optional<String> timestamp) {
        assertCounts(result, "received " + messages + ", corrupt 0, lossKnown false");
        assertThat(result.conditions().orElseThrow().foreign())
                .contains(new ForeignMessages(
                        messages,
                        (long) messages * bytes,
                        timestamp.isPresent() ? messages : 0,
                        timestamp.stream().toList()));
        assertThat(result.verdict().level()).isNotEqualTo(Verdict.Level.INVALID);
        assertThat(result.latencies().get(Latency.END_TO_END)).isEmpty();
        Optional<Histogram> byTimestamp = result.latencies().get(Latency.BY_TIMESTAMP);
        assertThat(byTimestamp.isPresent()).isEqualTo(timestamp.isPresent());
        byTimestamp.ifPresent(times -> {
            assertThat(times.getTotalCount()).isEqualTo(messages);
            // They were sent a moment ago.
            assertThat(times.getMaxValue()).isLessThan(60_000_000_000L);
        });
    }

    /** The bytes behind the head of each of these bodies, each once. */
    public static Set<ByteBuffer> payloads(List<byte[]> bodies) {
        return bodies.stream()
                .map(body -> ByteBuffer.wrap(body, Limits.MIN_MESSAGE_BYTES, body.length - Limits.MIN_MESSAGE_BYTES)
                        .slice())
                .collect(Collectors.toSet());
    }
}
