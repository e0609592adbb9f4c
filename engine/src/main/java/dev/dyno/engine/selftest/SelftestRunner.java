package dev.dyno.engine.selftest;

import dev.dyno.driver.Destination;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.LocalRunner;
import dev.dyno.model.pace.LoadShape;
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

/** Runs one producer and one consumer on a broker inside this process, through the same parts as any run. */
final class SelftestRunner {

    /** Duration of the drain, after which a loss is settled; deliveries in this process need far less. */
    private static final Duration DRAIN = Duration.ofMillis(500);

    private static final long RUN_ID = 0x5E1F_7E57;

    final TimeSource time;
    private final Drivers drivers;
    final Threads threads;
    private int runs;

    SelftestRunner(Drivers drivers, TimeSource time, Runnable prepareThread) {
        this.drivers = drivers;
        this.time = time;
        this.threads = Threads.daemons(prepareThread);
    }

    /**
     * One run.
     *
     * @param driver {@code null} or {@code sim}
     * @param script settings of the simulated broker
     * @param durationNs 0 = until the count is reached
     * @param messages 0 = until the duration is over
     * @param maxPending 0 = no limit
     */
    record Setup(
            String driver,
            Map<String, String> script,
            LoadShape load,
            long durationNs,
            long messages,
            int maxPending,
            int bodyBytes) {}

    RunResult run(Setup setup) {
        return run(setup, workload(setup), threads);
    }

    /** Runs another workload on the broker of a setup, or on other threads. */
    RunResult run(Setup setup, Workload workload, Threads loops) {
        Target target = new Target(
                setup.driver, setup.driver + "://selftest-" + runs++, Optional.empty(), Optional.empty(), setup.script);
        RunPlan plan = new RunPlan(
                workload, target, target, Share.WHOLE, RUN_ID, false, 0, FaultPlan.NONE, Map.of(), Map.of());
        // The checks use the result only.
        return new LocalRunner(plan, drivers, time, loops, interval -> {}).run();
    }

    static Workload workload(Setup setup) {
        List<Destination> destinations = List.of(Destination.parse("queue://SELFTEST"));
        MessageTemplate message = MessageTemplate.plain(SizeDistribution.fixed(setup.bodyBytes));
        ProducerGroup producers = ProducerGroup.of(destinations, message, parts -> {
            parts.load = setup.load;
            parts.maxPending = setup.maxPending;
            parts.messageCount = setup.messages;
        });
        ConsumerGroup consumers = ConsumerGroup.of(destinations, parts -> {});
        return new Workload(
                "selftest",
                1,
                List.of(producers),
                List.of(consumers),
                new Phases(Duration.ZERO, Duration.ofNanos(setup.durationNs), DRAIN));
    }
}
