package dev.dyno.load;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.pace.Load;
import dev.dyno.pace.Slice;
import dev.dyno.result.Interval;
import dev.dyno.result.RunResult;
import dev.dyno.sim.NullDriver;
import dev.dyno.sim.SimDriver;
import dev.dyno.sim.VirtualTime;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.Phases;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.ProducerGroup.MissedSlots;
import dev.dyno.workload.ProducerGroup.OnSendFailure;
import dev.dyno.workload.SizeDistribution;
import dev.dyno.workload.Target;
import dev.dyno.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A run on a simulated broker, on a virtual clock: what a test does not set is the simplest there is. */
final class Simulation implements RunListener {

    static final long RUN_ID = 0x1234_5678_9ABC_DEF0L;

    final List<Interval> intervals = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final VirtualTime time = new VirtualTime();

    Load load = Load.ALL_OUT;
    Duration warmup = Duration.ZERO;
    Duration duration = Duration.ofSeconds(10);
    Duration drain = Duration.ofSeconds(30);
    int producers = 1;
    int maxPending = 1;
    long messageCount;
    SendMode mode = SendMode.ASYNC;
    int commitInterval;
    MissedSlots missed = MissedSlots.QUEUE;
    OnSendFailure onFailure = OnSendFailure.STOP;
    SizeDistribution sizes = new SizeDistribution.Fixed(100);
    Duration timeToLive = Duration.ZERO;
    Map<String, Object> properties = Map.of();

    int consumers = 1;
    int sharedSubscriptions;
    AckMode ack = AckMode.AUTO;
    int consumerCommitInterval = 1;
    Duration thinkTime = Duration.ZERO;
    Duration startDelay = Duration.ZERO;
    Optional<String> selector = Optional.empty();
    boolean consume = true;
    boolean produce = true;

    List<Destination> destinations = List.of(Destination.parse("queue://TEST"));
    Map<String, String> script = new LinkedHashMap<>();
    Driver driver = new SimDriver();
    Consumer<LocalRunner> whileRunning = runner -> {};

    Simulation script(String key, String value) {
        script.put(key, value);
        return this;
    }

    static Simulation onNullDriver() {
        Simulation simulation = new Simulation();
        simulation.driver = new NullDriver();
        return simulation;
    }

    RunResult run() {
        String url = driver instanceof NullDriver ? "null://test" : "sim://test";
        Target target = new Target("sim", url, Optional.empty(), Optional.empty(), script);
        RunPlan plan = new RunPlan(
                workload(), target, target, Slice.WHOLE, RUN_ID, !produce, 0, Map.of(), Map.of("note", "test"));
        Drivers drivers = (t, clock) -> driver.open(new ClientSpec(t.url(), t.credentials(), t.properties(), clock));
        LocalRunner runner = new LocalRunner(plan, drivers, time, Threads.inline(), this);
        whileRunning.accept(runner);
        return runner.run();
    }

    private Workload workload() {
        MessageTemplate message = new MessageTemplate(
                BodyType.BYTES, sizes, false, Optional.empty(), timeToLive, Optional.empty(), properties, false, false);
        ProducerGroup sending = new ProducerGroup(
                destinations,
                producers,
                load,
                missed,
                mode,
                commitInterval,
                maxPending,
                1,
                false,
                messageCount,
                onFailure,
                message);
        ConsumerGroup receiving = new ConsumerGroup(
                destinations,
                consumers,
                sharedSubscriptions,
                false,
                ack,
                consumerCommitInterval,
                ConsumerGroup.Mode.LISTENER,
                Duration.ofMillis(1),
                thinkTime,
                startDelay,
                selector,
                0,
                0);
        return new Workload(
                "simulation",
                1,
                produce ? List.of(sending) : List.of(),
                consume ? List.of(receiving) : List.of(),
                new Phases(warmup, duration, drain));
    }

    @Override
    public void onInterval(Interval interval) {
        intervals.add(interval);
    }

    @Override
    public void onNote(String sentence) {
        notes.add(sentence);
    }
}
