package dev.dyno.cluster;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.broker.resource.Probes;
import dev.dyno.cluster.TellingWorker.Script;
import dev.dyno.cluster.group.GroupConnector;
import dev.dyno.cluster.group.GroupOptions;
import dev.dyno.cluster.group.HostPort;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.WorkerLossPolicy;
import dev.dyno.model.workload.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Cost for a coordinator of merging what many workers report: CPU time of its whole process from the start of the load to its
 * end. The workers run in another process, and only report (see {@link TellingWorker}).
 */
public final class CoordinatorCost {

    private static final double ALLOWED_CORES = 0.5;
    private static final String WORKERS = "workers";

    private CoordinatorCost() {}

    /** @param arguments workers, intervals a second, messages a second of each, seconds */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals(WORKERS)) {
            tell(
                    HostPort.parse(arguments[1], 0),
                    number(arguments, 2, 0),
                    new Script(number(arguments, 3, 0), number(arguments, 4, 0), number(arguments, 5, 0)));
            return;
        }
        int workers = number(arguments, 0, 20);
        Script script = new Script(number(arguments, 1, 10), number(arguments, 2, 10_000), number(arguments, 3, 30));
        try (SystemTime time = new SystemTime();
                Coordinator coordinator = new Coordinator(
                        listener -> GroupConnector.listen(
                                new GroupOptions(new HostPort("localhost", 0), "coordinator", "bench"), time, listener),
                        time,
                        note -> {})) {
            Process telling = start(coordinator.group().address(), workers, script);
            try {
                measure(coordinator, workers, script);
            } finally {
                telling.destroy();
            }
        }
    }

    private static int number(String[] arguments, int place, int otherwise) {
        return arguments.length > place ? Integer.parseInt(arguments[place]) : otherwise;
    }

    private static Process start(HostPort address, int workers, Script script) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CoordinatorCost.class.getName(),
                        WORKERS,
                        address.toString(),
                        Integer.toString(workers),
                        Integer.toString(script.intervals()),
                        Integer.toString(script.messages()),
                        Integer.toString(script.seconds()))
                .inheritIO()
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
    }

    private static void tell(HostPort address, int workers, Script script) throws Exception {
        try (SystemTime time = new SystemTime()) {
            for (int i = 0; i < workers; i++) {
                TellingWorker.join(address, i, script, time);
            }
            // Until the parent ends, which closes this.
            while (System.in.read() >= 0) {}
            Runtime.getRuntime().halt(0);
        }
    }

    private static void measure(Coordinator coordinator, int workers, Script script) throws Exception {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Usage usage = new Usage(process);
        RunResult result = coordinator
                .runner(
                        plan(workers, script.seconds()),
                        coordinator.awaitWorkers(workers, Duration.ofSeconds(60)),
                        Placement.everywhere(workers),
                        WorkerLossPolicy.STOP,
                        Probes.none(),
                        usage)
                .run();
        long told = (long) workers * script.messages() * script.seconds();
        if (!result.outcome().success()
                || result.ledger().delivered() != told
                || result.ledger().lost() != 0
                || usage.intervals != script.intervals() * script.seconds()) {
            throw new IllegalStateException(result.outcome() + " " + result.ledger() + ", " + usage.intervals
                    + " intervals; " + told + " messages were told of");
        }
        System.out.printf(
                Locale.ROOT,
                "coordinator: %.3f of a core (allowed: %.1f), with %d workers, %d intervals and %,d messages a second of each, for %d s%n",
                usage.cores(),
                ALLOWED_CORES,
                workers,
                script.intervals(),
                script.messages(),
                script.seconds());
        System.exit(usage.cores() <= ALLOWED_CORES ? 0 : 1);
    }

    private static RunPlan plan(int workers, int seconds) {
        Workload workload = WorkloadFile.of("bench", """
                name: bench
                producers:
                  - { to: "queue://BENCH", count: %d }
                consumers:
                  - { from: "queue://BENCH", count: %d }
                phases: { warmup: 0s, measure: %ds }
                """.formatted(workers, workers, seconds))
                .workload();
        Target target = new Target("none", "none://bench", Optional.empty(), Optional.empty(), Map.of());
        return new RunPlan(workload, target, target, Share.WHOLE, 1, false, 0, FaultPlan.NONE, Map.of(), Map.of());
    }

    /** CPU time from the first interval to the end of the load. */
    private static final class Usage implements RunListener {

        private final OperatingSystemMXBean process;
        private int intervals;
        private long firstNs;
        private long firstCpuNs;
        private long endNs;
        private long endCpuNs;

        Usage(OperatingSystemMXBean process) {
            this.process = process;
        }

        @Override
        public synchronized void onInterval(Interval interval) {
            if (intervals == 0) {
                firstNs = System.nanoTime();
                firstCpuNs = process.getProcessCpuTime();
            }
            intervals++;
            endNs = System.nanoTime();
            endCpuNs = process.getProcessCpuTime();
        }

        @Override
        public void onResources(ResourceSample sample) {}

        @Override
        public void onNote(String sentence) {
            System.out.println(sentence);
        }

        synchronized double cores() {
            return (endCpuNs - firstCpuNs) / (double) (endNs - firstNs);
        }
    }
}
