package dev.dyno.cli;

import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.load.DriverFolders;
import dev.dyno.load.LocalRunner;
import dev.dyno.load.RunListener;
import dev.dyno.load.RunPlan;
import dev.dyno.load.Threads;
import dev.dyno.pace.Load;
import dev.dyno.pace.Slice;
import dev.dyno.pace.SystemTime;
import dev.dyno.profile.Profiling;
import dev.dyno.report.Reporters;
import dev.dyno.report.Sides;
import dev.dyno.resource.Probes;
import dev.dyno.result.Interval;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Target;
import dev.dyno.workload.Workload;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What client, producer and consumer have in common: from options to an exit status. */
final class LoadVerb {

    private static final int HEX = 16;

    /** Of the log of a broker that has died, on the console; the result has more. */
    private static final int LAST_LINES = 10;

    private final CommandSpec spec;
    private final Sides sides;
    private final RunOptions run;
    private final TargetOptions targetOptions;
    private final ResourceOptions resourceOptions;
    private final FaultOptions faultOptions;
    private final ProfileOptions profileOptions;
    private final Optional<ProducerOptions> producers;
    private final Optional<ConsumerOptions> consumers;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Problems problems = new Problems();
    private final Home home = Home.find();
    private final DriverFolders drivers;
    private final TargetReader targets;

    LoadVerb(
            CommandSpec spec,
            Sides sides,
            RunOptions run,
            TargetOptions targetOptions,
            ResourceOptions resourceOptions,
            FaultOptions faultOptions,
            ProfileOptions profileOptions,
            ConsumerTargetOptions consumerTargetOptions,
            Optional<ProducerOptions> producers,
            Optional<ConsumerOptions> consumers) {
        this.spec = spec;
        this.sides = sides;
        this.run = run;
        this.targetOptions = targetOptions;
        this.resourceOptions = resourceOptions;
        this.faultOptions = faultOptions;
        this.profileOptions = profileOptions;
        this.producers = producers;
        this.consumers = consumers;
        out = spec.commandLine().getOut();
        err = spec.commandLine().getErr();
        drivers = new DriverFolders(home.drivers(), targetOptions.connection.jars);
        targets = new TargetReader(targetOptions, consumerTargetOptions, drivers, problems);
    }

    int call() {
        ParseProblems.of(spec).forEach(problems::add);
        Workload workload = new WorkloadReader(run, problems).read(spec.name(), producers, consumers);
        FaultPlan faults = new FaultReader(faultOptions, problems)
                .read(targets.managedBroker().isPresent(), workload.phases().duration(), run.duration);
        long runId = runId();
        Resources resources =
                Resources.of(resourceOptions, targets.managedBroker().isPresent(), problems);
        checkOptions();
        Profiles profiles = Profiles.of(profileOptions, managedBroker(), home, out, err, problems);
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems.sentences());
        }
        Outputs outputs = Outputs.of(run, sides, isScheduled(workload), out, err);
        try (SystemTime time = new SystemTime();
                StartedBroker broker = StartedBroker.start(targets.managedBroker(), targetOptions, home, err)) {
            return load(workload, faults, runId, broker, resources, profiles, outputs, time);
        } catch (StartedBroker.CannotStart | Resources.CannotRead e) {
            err.println("dyno " + spec.name() + ": " + e.getMessage());
            return Exit.FAILED;
        }
    }

    private int load(
            Workload workload,
            FaultPlan faults,
            long runId,
            StartedBroker broker,
            Resources resources,
            Profiles profiles,
            Outputs outputs,
            SystemTime time)
            throws StartedBroker.CannotStart, Resources.CannotRead {
        SystemTime.prepareThread();
        Stopper stopper = new Stopper();
        Signals.endInGoodOrder(stopper);
        Map<String, String> urls = broker.awaitUrls();
        Target producerTarget = targets.producers(urls);
        Target consumerTarget = targets.consumers(urls);
        broker.requireUrl(producerTarget);
        broker.requireUrl(consumerTarget);
        Map<String, Object> config = ConfigMap.of(workload, faults, producerTarget, consumerTarget);
        config.put("resources", resources.config());
        config.put("profile", profiles.config());
        Profiling profiling = profiles.prepare(broker);
        Map<String, String> brokerFacts = new LinkedHashMap<>(broker.facts());
        brokerFacts.putAll(profiling.facts());
        RunPlan plan = new RunPlan(
                workload,
                producerTarget,
                consumerTarget,
                Slice.WHOLE,
                runId,
                sides == Sides.CONSUMERS && run.runId.isEmpty(),
                sides == Sides.PRODUCERS ? new SecureRandom().nextInt() >>> 1 & ~0xFFFF : 0,
                faults,
                brokerFacts,
                config);
        broker.describe().ifPresent(outputs::say);
        outputs.say("Connection brokerURL = " + (sides == Sides.CONSUMERS ? consumerTarget : producerTarget).url());
        try (Probes probes = resources.open(broker.pid(), time);
                profiling) {
            probes.notes().forEach(note -> outputs.say("NOTE: " + note));
            return run(plan, broker, probes, profiles, profiling, outputs, time, stopper);
        }
    }

    private int run(
            RunPlan plan,
            StartedBroker broker,
            Probes probes,
            Profiles profiles,
            Profiling profiling,
            Outputs outputs,
            SystemTime time,
            Stopper stopper) {
        Reporters reporters = outputs.open(plan);
        RunListener listener = new RunListener() {
            @Override
            public void onInterval(Interval interval) {
                reporters.onInterval(interval);
            }

            @Override
            public void onResources(ResourceSample sample) {
                reporters.onResources(sample);
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
        LocalRunner runner = new LocalRunner(
                plan, drivers, time, Threads.daemons(SystemTime::prepareThread), listener, broker.faultable(), probes);
        stopper.use(runner::stop);
        if (plan.faults().faults().isEmpty()) {
            // A death that was ordered is no failure.
            broker.death().ifPresent(runner::watchBroker);
        }
        RunResult result = profiles.drawn(profiling, runner.run(), broker, outputs.storedAt());
        reporters.onResult(result);
        reporters.close();
        result.brokerDeath()
                .ifPresent(death -> lastOf(death.lastLogLines()).forEach(line -> err.println("broker: " + line)));
        outputs.storedAt().ifPresent(folder -> out.println("Stored in " + folder));
        profiles.tell(result, outputs.storedAt());
        out.flush();
        return statusOf(result);
    }

    /** Ends the run that goes on, or the one that is about to. */
    private static final class Stopper implements Runnable {

        private Runnable end = () -> {};
        private boolean asked;

        @Override
        public synchronized void run() {
            asked = true;
            end.run();
        }

        synchronized void use(Runnable newEnd) {
            end = newEnd;
            if (asked) {
                end.run();
            }
        }
    }

    private static List<String> lastOf(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    private static int statusOf(RunResult result) {
        if (!result.outcome().success()) {
            return Exit.FAILED;
        }
        return result.verdict().level() == Verdict.Level.INVALID ? Exit.INVALID : Exit.GOOD;
    }

    private static boolean isScheduled(Workload workload) {
        return workload.producers().stream().anyMatch(g -> !(g.load() instanceof Load.AllOut));
    }

    private void checkOptions() {
        targets.check();
        managedBroker()
                .map(new BrokerLauncher(home.path())::check)
                .ifPresent(sentences -> sentences.forEach(problems::add));
        problems.addIf(
                sides == Sides.CONSUMERS && targets.managedBroker().isPresent(),
                "--url: is missing; a broker that Dyno starts for this consumer alone would have no messages.");
        boolean alone = consumers
                .filter(c -> c.durable && c.shared.equals(Defaults.SHARED))
                .isPresent();
        boolean onTopics = run.destinations.stream().map(Destination::parse).anyMatch(Destination::isTopic);
        problems.addIf(
                alone && onTopics && targetOptions.connection.clientId.isEmpty(),
                "--durable: needs --clientID PREFIX, because an unshared durable subscription belongs to a client ID;"
                        + " give one, or share the subscription with --shared 1.");
        Outputs.check(run, problems);
        targets.checkDrivers();
    }

    private Optional<BrokerSpec> managedBroker() {
        return targets.managedBroker().map(name -> StartedBroker.specOf(name, targetOptions));
    }

    private long runId() {
        return run.runId
                .map(text -> problems.parse("--run-id", text, LoadVerb::parseRunId, 0L))
                .orElseGet(() -> new SecureRandom().nextLong());
    }

    private static long parseRunId(String text) {
        if (text.length() > HEX || !text.matches("[0-9a-fA-F]+")) {
            throw new IllegalArgumentException(text + "; must be up to 16 hexadecimal digits.");
        }
        return Long.parseUnsignedLong(text, HEX);
    }
}
