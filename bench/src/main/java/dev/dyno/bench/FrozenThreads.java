package dev.dyno.bench;

import dev.dyno.app.execute.LoadExecution;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.Pilot;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Delay that the once-a-second work of Dyno adds to what it measures. Within one load, the threads that collect the seconds and
 * read the resources are held back for some seconds and let go for as many, in random order; turns beside each other have a ratio.
 * A difference between the turns is Dyno's own part.
 */
public final class FrozenThreads {

    private static final int WARMUP_SECONDS = 15;
    /** Seconds of one turn; the first of them does not count, because the work that was held back is done then. */
    private static final int TURN_SECONDS = 6;

    private static final int TURNS = 20;
    private static final double MARGIN = 0.15;
    private static final long SECOND_NS = 1_000_000_000;
    private static final List<Latency> SHOWN = List.of(Latency.OWN_DELAY, Latency.SEND_ACK, Latency.RESPONSE);

    private FrozenThreads() {}

    /** @param arguments broker, messages a second */
    public static void main(String[] arguments) throws Exception {
        String broker = arguments[0];
        String rate = arguments[1];
        Path folder = Files.createTempDirectory("dyno-frozen-threads");
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Screen screen = Screen.plain(nowhere);
        Problems problems = new Problems();
        Home home = Home.find();
        DriverFolders drivers = new DriverFolders(home.drivers(), List.of());
        PlannedRun run = planned(folder, broker, rate, home, drivers, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join(" ", problems.sentences()));
        }
        Turns turns = new Turns(new Random(1));
        try (SystemTime system = new SystemTime();
                StartedBroker started =
                        StartedBroker.start(run.reader().brokerSpec(), false, Optional.empty(), home, screen)) {
            Freezing time = new Freezing(system, turns);
            Outputs outputs = Outputs.ofProgress(Optional.of(folder), plan -> new Pool(turns, time), screen, err);
            LoadExecution.Job job = new LoadExecution.Job(run, 1, false, 0, Pilot.NONE);
            new LoadExecution(drivers, home, screen, nowhere, err, end -> {}).run(job, started, outputs, time);
        }
        System.exit(0);
    }

    private static PlannedRun planned(
            Path folder, String broker, String rate, Home home, DriverFolders drivers, Problems problems)
            throws IOException {
        Path file = Files.writeString(
                folder.resolve("load.yaml"), String.format("""
                producers: { to: queue://frozen, rate: %s/s, message: { size: 1KiB } }
                consumers: { from: queue://frozen }
                phases: { warmup: %ds, measure: %ds }
                """, rate, WARMUP_SECONDS, TURNS * TURN_SECONDS));
        return Setup.parse("setup", List.of("broker=" + broker), problems)
                .resolve(overrides -> WorkloadFile.read(file, overrides), List.of(), drivers, home, problems);
    }

    /** Seconds of the load in which the threads are held back. */
    private static final class Turns {

        private final boolean[] frozen = new boolean[TURNS];

        Turns(Random random) {
            for (int i = 0; i < TURNS; i += 2) {
                boolean first = random.nextBoolean();
                frozen[i] = first;
                frozen[i + 1] = !first;
            }
        }

        private static int turnOf(long loadNs) {
            return (int) Math.floorDiv(loadNs - WARMUP_SECONDS * SECOND_NS, TURN_SECONDS * SECOND_NS);
        }

        boolean isFrozen(long loadNs) {
            int turn = turnOf(loadNs);
            return turn >= 0 && turn < TURNS && frozen[turn];
        }

        /** Whether a second counts: it is not the first of its turn. */
        boolean counts(long loadNs) {
            long inTurn = Math.floorMod(loadNs - WARMUP_SECONDS * SECOND_NS, TURN_SECONDS * SECOND_NS);
            return inTurn >= SECOND_NS;
        }

        /** End of the turn of that time. */
        long endNs(long loadNs) {
            return (WARMUP_SECONDS + (long) (turnOf(loadNs) + 1) * TURN_SECONDS) * SECOND_NS;
        }
    }

    /** Clock that runs tasks, and wakes the threads that read resources, only in turns that are not frozen. */
    private static final class Freezing extends ForwardingTime {

        private final Turns turns;
        /** Start of the load; the last possible value until it is known. */
        private final AtomicLong startNs = new AtomicLong(Long.MAX_VALUE);

        Freezing(TimeSource time, Turns turns) {
            super(time);
            this.turns = turns;
        }

        void loadStarted(long ns) {
            startNs.set(ns);
        }

        /** Returns the time, or the end of its turn if that is frozen. */
        private long allowed(long atNs) {
            long start = startNs.get();
            if (start == Long.MAX_VALUE) {
                return atNs;
            }
            long loadNs = atNs - start;
            while (turns.isFrozen(loadNs)) {
                loadNs = turns.endNs(loadNs);
            }
            return start + loadNs;
        }

        @Override
        public void parkUntil(long deadlineNs) {
            boolean reads = Thread.currentThread().getName().startsWith("resources-");
            super.parkUntil(reads ? allowed(deadlineNs) : deadlineNs);
        }

        @Override
        public Cancellable schedule(long atNs, Runnable task) {
            return super.schedule(allowed(atNs), task);
        }
    }

    /** Pools the latencies of the seconds of each turn, and prints them at the end. */
    private static final class Pool implements Reporter {

        private final Turns turns;
        private final Freezing time;
        /** Latencies of the turns without and with frozen threads; the same index stands for two turns side by side. */
        private final List<Latencies> asItIs = turns();

        private final List<Latencies> frozen = turns();

        private static List<Latencies> turns() {
            return Stream.generate(Latencies::new).limit(TURNS / 2).toList();
        }

        Pool(Turns turns, Freezing time) {
            this.turns = turns;
            this.time = time;
        }

        @Override
        public void onInterval(Interval interval) {
            if (interval.index() == 0) {
                // The first interval is passed on a moment after its end.
                time.loadStarted(time.nanoTime() - interval.endNs() - SECOND_NS / 50);
            }
            if (interval.phase() == Interval.Phase.MEASURE && turns.counts(interval.startNs() + SECOND_NS / 2)) {
                int pair = Turns.turnOf(interval.startNs() + SECOND_NS / 2) / 2;
                (turns.isFrozen(interval.startNs() + SECOND_NS / 2) ? frozen : asItIs)
                        .get(pair)
                        .add(interval.latencies());
            }
        }

        @Override
        public void onResult(RunResult result) {
            System.out.println(result.verdict().text());
            List<List<String>> rows = new ArrayList<>();
            for (Latency latency : SHOWN) {
                rows.add(row(latency, "as it is, us", value -> RunSpread.of(asItIs, value)));
                rows.add(row(latency, "frozen, us", value -> RunSpread.of(frozen, value)));
                rows.add(row(latency, "ratio", value -> RunSpread.ratio(asItIs, frozen, value, MARGIN)));
            }
            System.out.print(
                    Grid.ofTexts(List.of("", "", "p50", "p99", "p99.9"), rows).markdown(column -> false));
        }

        private static List<String> row(
                Latency latency, String what, Function<ToDoubleFunction<Latencies>, String> cell) {
            Stream<String> cells = Stream.of(50.0, 99.0, 99.9)
                    .map(percentile -> cell.apply(turn -> turn.percentile(latency, percentile)
                                    .map(LatencyRange::lowNs)
                                    .orElse(0L)
                            / 1e3));
            return Stream.concat(Stream.of(latency.tag(), what), cells).toList();
        }
    }
}
