package dev.dyno.broker.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.load.Limits;
import dev.dyno.load.LocalRunner;
import dev.dyno.load.RunListener;
import dev.dyno.load.RunPlan;
import dev.dyno.load.Share;
import dev.dyno.load.Threads;
import dev.dyno.pace.SystemTime;
import dev.dyno.result.Interval;
import dev.dyno.result.RunResult;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Target;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
