package dev.dyno.engine.run;

import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.sim.NullDriver;
import dev.dyno.driver.sim.SimBroker;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run on a simulated broker, on a virtual clock and in one thread, or with {@link #inRealTime} in as many as there are: what
 * a test does not set is the simplest there is.
 */
public final class Simulation implements RunListener {

    static final long RUN_ID = 0x1234_5678_9ABC_DEF0L;

    /** One broker for each simulation, whatever other tests have left behind. */
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Something to be done at the broker while nothing else is. */
    @FunctionalInterface
    public interface Step {
        void with(Client client) throws DriverException;
    }

    final String name = "test-" + NUMBER.incrementAndGet();
    RunTimeSeries seconds = RunTimeSeries.NONE;
    final List<Interval> intervals = new CopyOnWriteArrayList<>();
    public final List<String> notes = new CopyOnWriteArrayList<>();
    /** When the measured phase began, and when the load ended, in ns of the clock. */
    final List<Long> begins = new CopyOnWriteArrayList<>();

    final List<Long> ends = new CopyOnWriteArrayList<>();
    public final VirtualTime time = new VirtualTime();
    /** Counts of the broker itself. */
    @Nullable
    SimCounts truth;

    /** The other workers. */
    PeerWorkers peers = PeerWorkers.ALONE;

    /** Number of messages sent with each key. */
    Map<String, Long> sentByKey = Map.of();

    /** A workload file, in place of all that is set here of the load. */
    Optional<String> file = Optional.empty();

    public LoadShape load = LoadShape.ALL_OUT;
    Duration warmup = Duration.ZERO;
    boolean untilSteady;
    public Duration duration = Duration.ofSeconds(10);
    Duration drain = Duration.ofSeconds(30);
    Optional<Backlog> backlog = Optional.empty();
    public int producers = 1;
    public int maxPending = 1;
    public int threads = 1;
    public long messageCount;
    public SendMode mode = SendMode.ASYNC;
    public int commitInterval;
    MissedSlots missed = MissedSlots.QUEUE;
    public OnSendFailure onFailure = OnSendFailure.STOP;
    long seed = 1;
    public SizeDistribution sizes = SizeDistribution.fixed(100);
    public Optional<Payloads> payloads = Optional.empty();
    Duration timeToLive = Duration.ZERO;
    Map<String, Object> properties = Map.of();
    Optional<KeyDistribution> keys = Optional.empty();

    public int consumers = 1;
    long consumerMessageCount;
    ConsumerGroup.Mode receiveMode = ConsumerGroup.Mode.LISTENER;
    Duration pollInterval = Duration.ofMillis(1);
    boolean durable;
    Optional<String> clientId = Optional.empty();
    int sharedSubscriptions;
    AckMode ack = AckMode.AUTO;
    int consumerCommitInterval = 1;
    Duration thinkTime = Duration.ZERO;
    Optional<Rate> consumerRate = Optional.empty();
    Optional<ConsumerGroup.ExitWhen> exitWhen = Optional.empty();
    public Optional<Duration> awaitAlone = Optional.empty();
    Span producerSpan = Span.WHOLE;
    Span consumerSpan = Span.WHOLE;
    Optional<String> selector = Optional.empty();
    Share share = Share.WHOLE;
    FaultPlan faults = FaultPlan.NONE;
    Faultable broker = Faultable.NONE;
    boolean persistent;
    public boolean consume = true;
    boolean produce = true;

    List<Destination> destinations = List.of(Destination.parse("queue://TEST"));
    public Map<String, String> script = new LinkedHashMap<>();
    public Driver driver = new SimDriver();
    /** Before the load, with the runner that will be run. */
    public Consumer<LocalRunner> whileRunning = runner -> {};
    /** Before and after the run, on the simulated broker only. */
    public Step before = client -> {};

    Step after = client -> {};

    private TimeSource clock = time;
    private Threads threading = Threads.inline();
    /** Read on threads of their own, so only in real time. */
    Probes probes = Probes.none();

    public Simulation script(String key, String value) {
        script.put(key, value);
        return this;
    }

    /**
     * Sets what a line says: {@code "load constant 100/s; duration 5s; mode SYNC; service=10us"} sets three fields of this class and
     * one setting of the simulated broker.
     *
     * @param values in place of each {@code %s}
     */
    @SuppressWarnings("AnnotateFormatMethod") // The annotation is in no library that tests use.
    public Simulation set(String line, Object... values) {
        for (String part : String.format(line, values).split("; ", -1)) {
            String name = part.split("[ =]", 2)[0];
            String value = part.substring(name.length() + 1);
            if (part.charAt(name.length()) == '=') {
                script.put(name, value);
                continue;
            }
            try {
                Field field = Simulation.class.getDeclaredField(name);
                field.set(this, read(field, value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(part, e);
            }
        }
        return this;
    }

    private static Object read(Field field, String value) {
        Class<?> type = field.getType();
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> constant.toString().equals(value))
                    .findFirst()
                    .orElseThrow();
        }
        return switch (field.getGenericType().getTypeName().replaceAll("[a-z]+\\.", "")) {
            case "int" -> Integer.parseInt(value);
            case "long" -> Long.parseLong(value);
            case "boolean" -> Boolean.parseBoolean(value);
            case "LoadShape" -> LoadShape.parse(value);
            case "Duration" -> Duration.ofNanos(Units.parseDurationNs(value));
            case "Span" -> new Span(Duration.ofNanos(Units.parseDurationNs(value)), Optional.empty());
            case "Optional<String>" -> Optional.of(value);
            case "List<Destination>" ->
                Stream.of(value.split(" ", -1)).map(Destination::parse).toList();
            default -> throw new IllegalArgumentException("no text is a " + type);
        };
    }

    Simulation onNullDriver() {
        driver = new NullDriver();
        return this;
    }

    /** On a driver that does what is set in it. */
    public ScriptedDriver scripted() {
        ScriptedDriver scripted = new ScriptedDriver();
        driver = scripted;
        return scripted;
    }

    /** Does something at a time of the virtual clock. */
    void at(long ns, ScriptedDriver.Call call) {
        time.schedule(ns, () -> {
            try {
                call.run();
            } catch (DriverException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** On a clock that is wrapped around {@link #time}. */
    public Simulation onClock(TimeSource wrapped) {
        clock = wrapped;
        return this;
    }

    /** Does more each time that a thread has waited until a deadline. */
    public Simulation afterWaits(LongConsumer more) {
        return onClock(new ForwardingTime(time) {
            @Override
            public void parkUntil(long deadlineNs) {
                super.parkUntil(deadlineNs);
                more.accept(deadlineNs);
            }
        });
    }

    /** On the clock of this machine, with a thread for each loop. */
    public Simulation inRealTime(SystemTime systemTime) {
        clock = systemTime;
        threading = Threads.daemons(() -> {});
        return this;
    }

    public RunResult runInRealTime() {
        try (SystemTime systemTime = new SystemTime()) {
            return inRealTime(systemTime).run();
        }
    }

    /** A load of the same rate all along. */
    public Simulation constant(long perSecond, int seconds) {
        load = Schedule.constant(Rate.perSecond(perSecond));
        duration = Duration.ofSeconds(seconds);
        return this;
    }

    /** A load that ends with its last message. */
    public Simulation messages(long count) {
        messageCount = count;
        duration = Duration.ZERO;
        return this;
    }

    public RunResult run() {
        if (!(driver instanceof SimDriver)) {
            return runner().run();
        }
        // The broker, and its counts, live as long as there is a client.
        try (Client mine = driver.open(spec())) {
            before.with(mine);
            RunResult result = runner().run();
            SimBroker broker = SimBroker.find(url()).orElseThrow();
            after.with(mine);
            truth = broker.counts();
            sentByKey = broker.sentByKey();
            return result;
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    /** Counts of the broker itself, after {@link #run}. */
    SimCounts truth() {
        return Objects.requireNonNull(truth);
    }

    public Simulation manyProducers(int number) {
        producers = number;
        consumers = number;
        return this;
    }

    /** A runner with the present settings, on the present broker. */
    LocalRunner runner() {
        LocalRunner runner =
                new LocalRunner(plan(), Loads.drivers(driver), clock, threading, this, broker, probes, peers);
        whileRunning.accept(runner);
        return runner;
    }

    public RunPlan plan() {
        return new RunPlan(workload(), target(), target(), share, RUN_ID, !produce, 0, faults, Map.of(), config());
    }

    private Map<String, Object> config() {
        String lives = Units.formatDuration(timeToLive.toNanos());
        Map<String, Object> producer = Map.of(
                "maxPending", maxPending,
                "mode", mode.name(),
                "messageCount", messageCount,
                "timeToLive", lives);
        List<Object> consumers = selector.<List<Object>>map(text -> List.of(Map.of("selector", text)))
                .orElse(List.of());
        return Map.of("note", "test", "producers", produce ? List.of(producer) : List.of(), "consumers", consumers);
    }

    private String url() {
        return (driver instanceof NullDriver ? "null://" : "sim://") + name;
    }

    private Target target() {
        return new Target("sim", url(), Optional.empty(), clientId, script);
    }

    private ClientSpec spec() {
        return new ClientSpec(url(), Optional.empty(), script, clock);
    }

    private Workload workload() {
        if (file.isPresent()) {
            return WorkloadFile.of("simulation.yaml", file.get()).workload();
        }
        MessageTemplate message = new MessageTemplate(
                BodyType.BYTES,
                sizes,
                persistent,
                Optional.empty(),
                timeToLive,
                Optional.empty(),
                keys,
                properties,
                false,
                false,
                Payloads.Made.byDefault(sizes));
        ProducerGroup sending =
                ProducerGroup.of(destinations, payloads.map(message::with).orElse(message), parts -> {
                    parts.perDestination = producers;
                    parts.load = load;
                    parts.missedSlots = missed;
                    parts.span = producerSpan;
                    parts.mode = mode;
                    parts.commitInterval = commitInterval;
                    parts.maxPending = maxPending;
                    parts.threads = threads;
                    parts.messageCount = messageCount;
                    parts.onFailure = onFailure;
                });
        ConsumerGroup receiving = ConsumerGroup.of(destinations, parts -> {
            parts.perSubscription = consumers;
            parts.sharedSubscriptions = sharedSubscriptions;
            parts.durable = durable;
            parts.ack = ack;
            parts.commitInterval = consumerCommitInterval;
            parts.mode = receiveMode;
            parts.pollInterval = pollInterval;
            parts.thinkTime = thinkTime;
            parts.span = consumerSpan;
            parts.selector = selector;
            parts.messageCount = consumerMessageCount;
            parts.rate = consumerRate;
            parts.exitWhen = exitWhen;
            parts.awaitAlone = awaitAlone;
        });
        return new Workload(
                "simulation",
                seed,
                produce ? List.of(sending) : List.of(),
                consume ? List.of(receiving) : List.of(),
                new Phases(Phases.CONNECT_TIMEOUT, warmup, untilSteady, duration, drain, backlog));
    }

    @Override
    public void onSeconds(RunTimeSeries all) {
        seconds = all;
    }

    @Override
    public void onInterval(Interval interval) {
        intervals.add(interval);
    }

    @Override
    public void onMeasureBegins() {
        begins.add(clock.nanoTime());
    }

    @Override
    public void onLoadEnds() {
        ends.add(clock.nanoTime());
    }

    @Override
    public void onNote(String sentence) {
        notes.add(sentence);
    }
}
