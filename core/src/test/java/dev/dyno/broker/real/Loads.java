package dev.dyno.broker.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.load.Limits;
import dev.dyno.load.LocalRunner;
import dev.dyno.load.RunListener;
import dev.dyno.load.RunPlan;
import dev.dyno.load.Share;
import dev.dyno.load.Threads;
import dev.dyno.pace.SystemTime;
import dev.dyno.result.ForeignMessages;
import dev.dyno.result.Interval;
import dev.dyno.result.Latency;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Target;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Runs whole workloads through a driver that is tested. */
public final class Loads {

    /** That {@link #sendBodies} sends. */
    public static final int MESSAGES = 1_000;

    private static final int PAYLOADS = 400;

    private static final RunListener NOBODY = new RunListener() {
        @Override
        public void onInterval(Interval interval) {}

        @Override
        public void onNote(String sentence) {}
    };

    private Loads() {}

    /**
     * Runs a workload to its end, which must be a good one.
     *
     * @param workload a file of either format
     */
    public static RunResult run(Driver driver, String url, Map<String, String> properties, String workload) {
        WorkloadFile file = WorkloadFile.of("load.yaml", workload);
        assertThat(file.problems()).isEmpty();
        Target target = new Target("tested", url, Optional.empty(), Optional.empty(), properties);
        RunPlan plan = new RunPlan(
                file.workload(), target, target, Share.WHOLE, 1, false, 0, FaultPlan.NONE, Map.of(), Map.of());
        try (SystemTime time = new SystemTime()) {
            RunResult result = new LocalRunner(
                            plan,
                            (to, clock) ->
                                    driver.open(new ClientSpec(to.url(), to.credentials(), to.properties(), clock)),
                            time,
                            Threads.daemons(() -> {}),
                            NOBODY)
                    .run();
            assertThat(result.outcome().success())
                    .as("%s", result.outcome().cause())
                    .isTrue();
            return result;
        }
    }

    /** Receives so many messages that another program has sent, from the earliest one on, and nothing else. */
    public static RunResult receive(
            Driver driver, String url, Map<String, String> properties, Destination from, int messages) {
        return run(
                driver,
                url,
                properties,
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
        assertThat(result.totals().received()).isEqualTo(messages);
        assertThat(result.ledger().corrupt()).isZero();
        assertThat(result.ledger().lossKnown()).isFalse();
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

    /** Sends messages with different bodies, which nobody takes meanwhile. */
    public static void sendBodies(Driver driver, String url, Map<String, String> properties, String destination) {
        run(
                driver,
                url,
                properties,
                "{ producers: { to: " + destination + ", messages: " + MESSAGES
                        + ", max-pending: 20, message: { size: 200, compressibility: 0.5, payloads: " + PAYLOADS
                        + " } }, phases: { measure: until stopped } }");
    }

    /** Looks at what somebody else has received of them. */
    public static void assertBodies(List<byte[]> bodies) {
        assertThat(bodies)
                .hasSize(MESSAGES)
                .allSatisfy(body -> assertThat(body).hasSize(200).endsWith(new byte[72]));
        assertThat(payloads(bodies)).hasSize(PAYLOADS);
    }

    /** The bytes behind the head of each of these bodies, each once. */
    public static Set<ByteBuffer> payloads(List<byte[]> bodies) {
        return bodies.stream()
                .map(body -> ByteBuffer.wrap(body, Limits.MIN_MESSAGE_BYTES, body.length - Limits.MIN_MESSAGE_BYTES)
                        .slice())
                .collect(Collectors.toSet());
    }
}
