package dev.dyno.load;

import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.WorkerUsage;
import java.util.Locale;
import java.util.Optional;

/** Whether broker and load generator had a machine to themselves that was fast enough. */
final class JudgeMachine {

    /** Above this, somebody waited for a processor most of the time. */
    private static final double HOST_BUSY = 0.95;

    private static final double WORKER_BUSY = 0.95;

    /** Of the processors; what others use up to this is the noise of an ordinary machine. */
    private static final double OTHERS_BUSY = 0.25;

    /** Of the processors; a virtual machine that misses more was not there at times. */
    private static final double STOLEN = 0.02;

    /** More garbage collection than this is a load on the measurement itself. */
    private static final double GC_SHARE = 0.05;

    private final Judge.Evidence seen;
    private final LoadFigures load;
    private final Reasons found;

    private JudgeMachine(Judge.Evidence seen, Reasons found) {
        this.seen = seen;
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeMachine judge = new JudgeMachine(seen, found);
        judge.machine();
    }

    private void machine() {
        WorkerUsage worker = load.worker();
        if (worker.seconds() <= 0) {
            return;
        }
        double cores = worker.cpuSeconds() / worker.seconds();
        if (cores > WORKER_BUSY * seen.processors()) {
            found.add(
                    Level.SUSPECT,
                    "worker-saturated",
                    "the load generator used %.1f of %d processors: it may be the limit, not the broker; lower"
                            + " --rate, or spread the load over more machines by --workers",
                    cores,
                    seen.processors());
        } else if (worker.hostBusy().filter(busy -> busy > HOST_BUSY).isPresent()) {
            found.add(
                    Level.SUSPECT,
                    "processors-saturated",
                    "the host's %d processors were %.0f %% busy, %.1f of them with the load generator%s; put the broker on another"
                            + " machine (--url), end what else runs here, or lower --rate",
                    seen.processors(),
                    100 * worker.hostBusy().orElse(0.0),
                    cores,
                    coresOf(ResourceSample.BROKER, ResourceMetric.CPU)
                            .map(broker ->
                                    String.format(Locale.ROOT, " and %.1f with the broker: they competed", broker))
                            .orElse(": whatever else runs here, the broker too, competed with it"));
        }
        others(cores);
        if (worker.gcSeconds() > GC_SHARE * worker.seconds()) {
            found.add(
                    Level.SUSPECT,
                    "worker-gc",
                    "the load generator spent %.3f s of %.3f s in garbage collections, %.0f %%; give it a larger heap by"
                            + " JDK_JAVA_OPTIONS=-Xmx4g, or lower --max-pending or --message-size",
                    worker.gcSeconds(),
                    worker.seconds(),
                    100 * worker.gcSeconds() / worker.seconds());
        }
    }

    /** What the host's processors did besides broker and load; known only where the broker's process is. */
    private void others(double workerCores) {
        Optional<Double> host = coresOf(ResourceSample.HOST, ResourceMetric.CPU);
        Optional<Double> broker = coresOf(ResourceSample.BROKER, ResourceMetric.CPU);
        double others = host.orElse(0.0) - broker.orElse(0.0) - workerCores;
        // One of two processes that make the load together knows nothing of the other.
        boolean wholeLoad = seen.produces() && seen.consumes();
        if (broker.isPresent() && wholeLoad && others > OTHERS_BUSY * seen.processors()) {
            found.add(
                    Level.SUSPECT,
                    "others-busy",
                    "%.1f of %d processors were busy with neither the broker nor the load generator: the numbers depend on"
                            + " what else runs here; end it, or compare interleaved runs by dyno compare",
                    others,
                    seen.processors());
        }
        coresOf(ResourceSample.HOST, ResourceMetric.CPU_STOLEN)
                .filter(stolen -> stolen > STOLEN * seen.processors())
                .ifPresent(stolen -> found.add(
                        Level.SUSPECT,
                        "processors-stolen",
                        "this virtual machine missed %.2f of its %d processors, which its host gave to others; use a machine with processors"
                                + " of its own, or compare interleaved runs by dyno compare",
                        stolen,
                        seen.processors()));
    }

    private Optional<Double> coresOf(String subject, ResourceMetric metric) {
        return load.resources().stream()
                .filter(s -> s.subject().equals(subject))
                .flatMap(s -> s.get(metric).stream())
                .map(ResourceSummary.Values::mean)
                .findFirst();
    }
}
