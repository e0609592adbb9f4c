package dev.dyno.app.execute;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.app.plan.DeliveryCount;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.broker.profile.Profiling;
import dev.dyno.broker.resource.IdleTime;
import dev.dyno.broker.resource.OthersUse;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.ClusterRunner;
import dev.dyno.driver.Client;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.PeerWorkers;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.LocalRunner;
import dev.dyno.engine.send.HeldProcessors;
import dev.dyno.engine.send.ShortSlice;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.verdict.ThresholdRule;
import dev.dyno.model.workload.Fault.OnNetwork;
import dev.dyno.model.workload.FreshNames;
import dev.dyno.model.workload.Target;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Reporters;
import dev.dyno.report.store.Roles;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Carries out loads on brokers, from a workload to its stored result. The first Ctrl+C ends the load in progress. */
public class LoadExecution implements AutoCloseable {

    /** Lines of a dead broker's log that are shown on the console; the result has more. */
    private static final int LAST_LINES = 10;

    /**
     * Job of carrying out one load.
     *
     * @param acceptAnyRun whether consumers without producers count the messages of every run as theirs
     * @param producerIdBase added to the numbers of the producers
     * @param pilot follows the load and may change its rate
     */
    public record Job(PlannedRun run, long runId, boolean acceptAnyRun, int producerIdBase, Pilot pilot) {
        Job with(PlannedRun other, Pilot follower) {
            return new Job(other, runId, acceptAnyRun, producerIdBase, follower);
        }
    }

    private final DriverFolders drivers;
    private final Home home;
    private final PrintWriter out;
    final PrintWriter err;
    private final Consumer<Runnable> signals;
    final Screen screen;
    private final MachineLook look;
    private final Stopper stopper = new Stopper();
    private Optional<WorkerPool> workers = Optional.empty();
    private boolean isSearchedOnce;
    /** Answer of the search that serves all loads; empty before that search, and where each load has its own. */
    private Optional<HeldLoad.Found> held = Optional.empty();

    /**
     * @param screen shows what is found before each load, and the progress of a search before it
     * @param signals receives, with each load, the task that ends the load in good order, to be run when the user wants that
     */
    public LoadExecution(
            DriverFolders drivers,
            Home home,
            Screen screen,
            PrintWriter out,
            PrintWriter err,
            Consumer<Runnable> signals) {
        this.drivers = drivers;
        this.home = home;
        this.signals = signals;
        this.screen = screen;
        int processors = IdleTime.ofThisMachine()
                .map(IdleTime::processors)
                .orElse(Runtime.getRuntime().availableProcessors());
        look = new MachineLook(screen, OthersUse::begin, processors);
        this.out = out;
        this.err = err;
    }

    /** Makes the loads on these workers, if any, instead of in this process; {@link #close} releases them. */
    public final void useWorkers(Optional<WorkerPool> workers) {
        this.workers = workers;
    }

    @Override
    public final void close() {
        workers.ifPresent(WorkerPool::close);
    }

    /**
     * Begins loads on another broker.
     *
     * @param isOnce whether the first search for the rate that the broker holds serves all loads
     */
    public final void searchAnew(boolean isOnce) {
        isSearchedOnce = isOnce;
        held = Optional.empty();
    }

    /** Begins to start the broker of a run, if it has one; the caller closes it. */
    public final StartedBroker startBroker(PlannedRun run) {
        return StartedBroker.start(
                run.reader().brokerSpec(), run.settings().faults().disturbsNetwork(), workers, home, screen);
    }

    /** Whether the user has asked for the end; the load in progress then ends in good order. */
    public final boolean wasStopped() {
        return stopper.asked();
    }

    public final RunResult run(Job job, StartedBroker broker, Outputs outputs, TimeSource time) throws CannotRun {
        SystemTime.prepareThread();
        signals.accept(stopper);
        try (look) {
            RunResult result = carryOut(atRate(job, broker, outputs, time), broker, outputs, time);
            if (result.outcome().success() && Exit.isShort(result)) {
                String limit = result.verdict().limit().map(why -> ". " + why).orElse("");
                err.println(job.run.refusal(
                        ConductSettings.REQUIRE,
                        "{given}; the verdict is " + result.verdict().text() + limit + "."));
            }
            if (result.outcome().success()) {
                result.verdict().notes().stream()
                        .filter(ThresholdRule::isFailing)
                        .forEach(note -> err.println(outputs.text().of(note)));
            }
            err.flush();
            return result;
        } catch (CannotRun e) {
            workers.ifPresent(pool -> pool.failed(job.runId, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /**
     * Completes a job: first searches for the rate if the load is a share of what the broker holds; gives a ramp its objectives.
     */
    private Job atRate(Job job, StartedBroker broker, Outputs outputs, TimeSource time) throws CannotRun {
        Optional<CapacityPlan> search = CapacityPlan.ofHeld(job.run, new Problems());
        if (search.isEmpty()) {
            return CapacityPlan.ofRamp(job.run, new Problems())
                    .map(ramp -> job.with(job.run, new RampPilot(ramp, outputs.text())))
                    .orElse(job);
        }
        HeldLoad load = new HeldLoad(job, search.get(), outputs.text());
        if (held.isPresent()) {
            return load.load(held.get());
        }
        RunResult result = carryOut(load.search(), broker, outputs.ofSearch(load.progress(screen)), time);
        screen.keep();
        HeldLoad.Found found = load.found(result);
        held = Optional.of(found).filter(answer -> isSearchedOnce);
        screen.print(load.lines(screen.width()));
        return load.load(found);
    }

    private RunResult carryOut(Job job, StartedBroker broker, Outputs outputs, TimeSource time) throws CannotRun {
        if (workers.isPresent()) {
            stopper.endBy(workers.get()::cancel);
            workers.get().await();
        } else {
            look.begin(time);
            look.awaitQuiet(
                    job.run.settings(),
                    () -> stopper.asked() || Thread.currentThread().isInterrupted());
        }
        stopper.endBy(broker::cancel);
        Map<String, String> urls = broker.awaitUrls();
        Target producers = job.run.reader().producers(urls);
        Target consumers = job.run.reader().consumers(urls);
        broker.requireUrl(producers, urls);
        broker.requireUrl(consumers, urls);
        Resources resources = Resources.of(job.run.reader(), new Problems());
        Profiling profiling = profiles(job).prepare(broker);
        LoadFaults faults = LoadFaults.of(job.run.settings().faults(), broker);
        Map<String, String> brokerFacts = new LinkedHashMap<>(
                broker.ready().map(StartedBroker.Ready::facts).orElse(Map.of()));
        brokerFacts.putAll(profiling.facts());
        brokerFacts.putAll(faults.facts());
        RunPlan plan = plan(job, producers, consumers, resources, brokerFacts);
        outputs.begin(
                LoadTitle.of(plan, broker),
                Secrets.withoutPassword((job.run.roles() == Roles.CONSUMERS ? consumers : producers).url()));
        HeldProcessors held = held(job.run.settings());
        try (held;
                faults;
                Probes probes = resources.open(broker.lives(), time, workers.isEmpty());
                profiling) {
            probes.notes().forEach(note -> outputs.say("NOTE: " + note));
            return run(plan, job, broker, faults, probes, profiling, outputs, time);
        }
    }

    private static RunPlan plan(
            Job job, Target producers, Target consumers, Resources resources, Map<String, String> brokerFacts) {
        Map<String, Object> config = ConfigMap.of(job.run.workload(), job.run.settings(), producers, consumers);
        config.put("resources", resources.config());
        config.putAll(job.pilot.config());
        FreshNames names = FreshNames.of(job.runId);
        boolean fresh = job.run.settings().freshNames();
        if (fresh) {
            config.put("nameSuffix", names.suffix());
        }
        return new RunPlan(
                fresh ? names.in(job.run.workload()) : job.run.workload(),
                names.in(producers),
                names.in(consumers),
                Share.WHOLE,
                job.runId,
                job.acceptAnyRun,
                job.producerIdBase,
                job.run.settings().faults(),
                brokerFacts,
                config);
    }

    private Profiles profiles(Job job) {
        return new Profiles(job.run.settings().profile(), home, screen, out, err);
    }

    private static HeldProcessors held(RunSettings settings) throws CannotRun {
        try {
            return HeldProcessors.to(settings.processors());
        } catch (IOException e) {
            throw new CannotRun(settings.given()
                    .refusal(
                            ConductSettings.PROCESSORS,
                            "{given}; must be processors of this machine, which must run Linux."));
        }
    }

    private RunResult run(
            RunPlan plan,
            Job job,
            StartedBroker broker,
            LoadFaults faults,
            Probes probes,
            Profiling profiling,
            Outputs outputs,
            TimeSource time)
            throws CannotRun {
        RunPlan carriedOut = faults.through(plan);
        AbortWatch abort =
                new AbortWatch(job.run.settings().conditions().abortIf(), DeliveryCount.ofSeconds(plan.workload()));
        LoadControl control = new LoadControl(plan, job.pilot, broker, faults, workers.isPresent(), time);
        int deliveries = DeliveryCount.of(
                plan.workload(), plan.faults(), () -> queuesEndWithConsumers(plan.consumerTarget(), time));
        Reporters reporters = outputs.open(plan, deliveries, control, Instant.ofEpochMilli(time.epochMillis()));
        RunListener listener = listener(job, control, reporters, abort, profiling, outputs);
        Runner runner = runner(carriedOut, broker, control.noting(faults), probes, listener, time);
        stopper.endBy(runner::stop);
        abort.endBy(runner::stop);
        job.pilot.begin(plan, runner, broker::overloadSigns);
        control.use(runner);
        RunResult measured =
                profiles(job).drawn(profiling, control.with(abort.judged(watched(runner))), broker, outputs.storedAt());
        RunResult result = job.pilot.end(measured, outputs.storedAt());
        reporters.onResult(result);
        reporters.close();
        stopper.endNextBy(outputs::release);
        result.brokerDeath().map(BrokerDeath::lastLogLines).ifPresent(lines -> lines.stream()
                .skip(Math.max(0, lines.size() - LAST_LINES))
                .forEach(line -> err.println("broker: " + line)));
        outputs.sayStored(result);
        profiles(job).report(result, outputs.storedAt());
        out.flush();
        return result;
    }

    /** Passes the events of a load on to all that follow it. */
    private RunListener listener(
            Job job, LoadControl control, Reporters reporters, AbortWatch abort, Profiling profiling, Outputs outputs) {
        return new RunListener() {
            @Override
            public void onBegin(RunResult begun) {
                control.begin(begun.started());
                reporters.onBegin(begun);
                look.end(job.run.settings());
            }

            @Override
            public void onInterval(Interval interval) {
                reporters.onInterval(interval);
                abort.onInterval(interval);
                job.pilot.onInterval(interval);
            }

            @Override
            public void onResources(ResourceSample sample) {
                reporters.onResources(sample);
                job.pilot.onResources(sample);
            }

            @Override
            public void onSeconds(RunTimeSeries seconds) {
                job.pilot.onSeconds(seconds);
                reporters.onSeconds(seconds);
            }

            @Override
            public void onMeasureBegins() {
                profiling.begin();
            }

            @Override
            public void onLoadEnds() {
                profiling.end();
            }

            @Override
            public void onNote(String sentence) {
                outputs.say("NOTE: " + sentence);
            }
        };
    }

    /** Runs a load, and ends it as failed if an {@link Error} ends any thread. */
    private RunResult watched(Runner runner) {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            if (e instanceof Error error) {
                runner.fail(Failure.sentenceOf(error));
            } else {
                // Prints the exception as the JVM does without a handler.
                err.println("Exception in thread \"" + thread.getName() + "\"");
                e.printStackTrace(err);
            }
        });
        try {
            return runner.run();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private boolean queuesEndWithConsumers(Target target, TimeSource time) {
        try (Client client = drivers.open(target, time)) {
            return client.queuesEndWithConsumers();
        } catch (DriverException e) {
            return false;
        }
    }

    private Runner runner(
            RunPlan plan,
            StartedBroker broker,
            Faultable faults,
            Probes probes,
            RunListener listener,
            TimeSource time) {
        if (workers.isPresent()) {
            ClusterRunner runner = workers.get().runner(plan, probes, listener);
            broker.death().ifPresent(runner::watchBroker);
            runner.pauseOn(faults);
            return runner;
        }
        Threads threads = plan.needsShortSlices() ? ShortSlice.threads() : Threads.daemons(SystemTime::prepareThread);
        LocalRunner runner = new LocalRunner(plan, drivers, time, threads, listener, faults, probes, PeerWorkers.ALONE);
        if (plan.faults().faults().stream().allMatch(fault -> fault.action() instanceof OnNetwork)) {
            // The broker is watched only if no fault of the plan can end it: a death by a fault would be no failure.
            broker.death().ifPresent(runner::watchBroker);
        }
        return runner;
    }
}
