package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is to be read while a run goes on. Everything that takes long, opening files, finding a JVM, the first request, is done
 * when it is added.
 *
 * <p>Assumptions and guarantees: used by one thread; handed to a {@link ResourceSampler} when all is added.
 */
public final class Probes implements AutoCloseable {

    private final List<Probe> probes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Nothing is read. */
    public static Probes none() {
        return new Probes();
    }

    /** This process and this machine, as far as they let themselves be read. */
    public static Probes ofThisHost() {
        Probes probes = new Probes();
        OperatingSystemFigures system = OperatingSystemFigures.ofThisHost();
        long pid = ProcessHandle.current().pid();
        try {
            // Alone: a broker that Dyno has started is its child.
            ProcessFigures self = system.process(pid);
            probes.probes.add(
                    new ProcessProbe(ResourceSample.WORKER, pid, new LoneProcess(self), Optional.of(new OwnJvm())));
            probes.probes.add(FigureProbe.ofHost(system.host()));
            probes.warmUp();
        } catch (IOException e) {
            probes.notes.add("what this machine uses cannot be read: " + e.getMessage());
        }
        return probes;
    }

    /**
     * Adds a broker of this host, by its process.
     *
     * @throws ProbeException when there is no such process
     */
    public void addBroker(long pid) throws ProbeException {
        BrokerLife life = BrokerLife.of(pid);
        addBroker(() -> life);
    }

    /**
     * Adds a broker of this host that may be started again: then its next process is read.
     *
     * @param broker the life that it has now; asked from the threads of the sampler
     * @throws ProbeException when there is no such process
     */
    public void addBroker(Supplier<BrokerLife> broker) throws ProbeException {
        BrokerLife life = broker.get();
        long pid = life.pid();
        BrokerProbes opener = new BrokerProbes();
        try {
            ProcessTree processes = opener.processes(pid);
            Reading first = new Reading();
            processes.read(first);
            if (!first.counters().containsKey(ResourceMetric.WRITE.tag())) {
                notes.add(
                        "what process " + pid + " reads and writes cannot be seen; run Dyno as the user of the broker");
            }
            Optional<JvmFigures> jvm = BrokerJvm.find(pid, notes::add);
            Optional<JvmFigures> quick = jvm.filter(j -> !j.isSlow());
            probes.add(
                    0,
                    new FollowedProbe(
                            broker,
                            quick.isPresent() ? opener::processWithJvm : opener::process,
                            life,
                            new ProcessProbe(ResourceSample.BROKER, pid, processes, quick)));
            jvm.filter(JvmFigures::isSlow)
                    .map(slow -> FigureProbe.ofSlowJvm(ResourceSample.BROKER, pid, slow))
                    .ifPresent(slow -> probes.add(1, new FollowedProbe(broker, opener::slowJvm, life, slow)));
            warmUp();
        } catch (IOException e) {
            throw new ProbeException("there is no process " + pid + " on this host", e);
        }
    }

    /**
     * Adds a page of metrics, after it has been read once.
     *
     * @throws ProbeException when it cannot be read, or has nothing of what is wanted
     */
    public void addMetrics(MetricsSource source, TimeSource time) throws ProbeException {
        long same = probes.stream()
                .filter(p -> p.subject().matches(source.kind().subject() + "(-\\d+)?"))
                .count();
        String subject = source.kind().subject() + (same == 0 ? "" : "-" + (same + 1));
        Probe probe = source.open(subject, time);
        try {
            probe.read(time.nanoTime());
        } catch (ProbeException e) {
            throw new ProbeException(source.shown() + ": cannot be used: " + e.sentence() + ".", e);
        }
        probes.add(probe);
    }

    /** The first reading loads classes, which is not to be done under load. */
    private void warmUp() {
        for (Probe probe : probes) {
            try {
                Difference.between(probe.read(0), probe.read(1), 1);
            } catch (ProbeException e) {
                // It will be told when it matters.
            }
        }
    }

    /** What the user should know of them, in sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Adds what has been opened already. */
    void add(Probe probe) {
        probes.add(probe);
    }

    List<Probe> all() {
        return List.copyOf(probes);
    }

    @Override
    public void close() {
        probes.forEach(Probe::close);
    }
}
