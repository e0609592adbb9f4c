package dev.dyno.bench;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.sim.NullDriver;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.LocalRunner;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of Dyno itself per message, from the schedule to the recorded acknowledgement and delivery, on the null driver and one
 * thread. One invocation is a run of five million messages, and includes its set-up, its probe and the settling of the ledger.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class NullLoopBenchmark {

    private static final int MESSAGES = 5_000_000;

    /** All-out, or a rate that is never reached. */
    @Param({"all-out", "constant 100000000/s"})
    public String load = "all-out";

    @Param({"48", "1024"})
    public int messageBytes = 48;

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long messages() {
        try (SystemTime time = new SystemTime()) {
            Target target = new Target("null", "null://bench", Optional.empty(), Optional.empty(), Map.of());
            RunPlan plan = new RunPlan(
                    workload(), target, target, Share.WHOLE, 1, false, 0, FaultPlan.NONE, Map.of(), Map.of());
            RunResult result = new LocalRunner(
                            plan,
                            (t, clock) -> new NullDriver()
                                    .open(new ClientSpec(t.url(), t.credentials(), t.properties(), clock)),
                            time,
                            Threads.inline(),
                            interval -> {})
                    .run();
            if (result.ledger().delivered() != MESSAGES) {
                throw new IllegalStateException(result.ledger().toString());
            }
            return result.totals().received();
        }
    }

    private Workload workload() {
        List<Destination> queue = List.of(Destination.parse("queue://BENCH"));
        MessageTemplate message = MessageTemplate.plain(SizeDistribution.fixed(messageBytes));
        ProducerGroup producers = ProducerGroup.of(queue, message, parts -> {
            parts.load = LoadShape.parse(load);
            parts.maxPending = 100;
            parts.messageCount = MESSAGES;
        });
        ConsumerGroup consumers = ConsumerGroup.of(queue, parts -> {});
        return new Workload(
                "bench",
                1,
                List.of(producers),
                List.of(consumers),
                new Phases(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10)));
    }
}
